import { adEndpoints } from '@mi-portal/contract/ads'
import { describe, expect, test } from 'vitest'
import { buildAd } from '../../../test/build.ts'
import { startPortal } from '../../../test/portal.ts'
import { refusal } from '../../../test/refusal.ts'
import { isMeantFor } from './ads.rules.ts'

describe('ads', () => {
  test('for a patient are the enabled ones of their age and gender, in their order', async () => {
    const { as, db, person: build } = await startPortal()
    await db.orm.execute(`insert into genders (id, name) values (1, 'Femenino'), (2, 'Masculino')`)
    const woman = await build({ date_birth: '1988-04-12', gender_id: 1 })
    const last = await buildAd(db, { order_advertising: 9 })
    const first = await buildAd(db, {
      order_advertising: 1,
      gender_id: 1,
      from_age: 38,
      to_age: 38,
      title: 'Vacúnate',
    })
    await buildAd(db, { gender_id: 2 })
    await buildAd(db, { from_age: 39 })
    await buildAd(db, { to_age: 37 })
    await buildAd(db, { status: false })
    const { ads } = await (await as(woman))(adEndpoints.list)
    expect(ads.map((ad) => ad.id)).toEqual([first.id, last.id])
    expect(ads.map((ad) => ad.title)).toEqual(['Vacúnate', ''])
    expect(ads[0]).not.toHaveProperty('updated_at')
  })

  test('are all shown to a super administrator, and none to an administrator', async () => {
    const { as, db, person: build } = await startPortal()
    await buildAd(db, { order_advertising: 2, status: false })
    await buildAd(db, { order_advertising: 1, from_age: 99 })
    const all = await (await as(await build({ rol: 'SUPER_ADMIN_ROLE' })))(adEndpoints.list)
    expect(all.ads.map((ad) => ad.order_advertising)).toEqual([1, 2])
    const administrator = await as(await build({ rol: 'ADMIN_ROLE' }))
    expect((await refusal(administrator(adEndpoints.list))).status).toBe(403)
  })

  test('need a session', async () => {
    const { anonymous } = await startPortal()
    expect((await refusal(anonymous(adEndpoints.list))).status).toBe(401)
  })

  test('are meant for ages whose ends belong to the range, from the birthday on', () => {
    const ad = { from_age: 18, to_age: 40, gender_id: 0 }
    const on = (date_birth: string | null) => isMeantFor(ad, { date_birth, gender_id: null }, '2026-11-26')
    expect(on('2008-11-26')).toBe(true)
    expect(on('2008-11-27')).toBe(false)
    expect(on('1985-11-27')).toBe(true)
    expect(on('1985-11-26')).toBe(false)
    expect(on(null)).toBe(false)
  })
})
