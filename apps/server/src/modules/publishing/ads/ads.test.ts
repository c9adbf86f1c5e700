import { isMeantFor } from '@mi-portal/contract/audience'
import type { AdDraft } from '@mi-portal/contract/publishing/ad-draft'
import { adEndpoints } from '@mi-portal/contract/publishing/ads'
import { expect, test } from 'vitest'
import { buildAd } from '../../../../test/build.ts'
import { startPortal } from '../../../../test/portal.ts'

test('a patient gets the enabled announcements of the present for their age and gender, in order', async () => {
  const { as, db, person: build } = await startPortal()
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
  await buildAd(db, { shown_until: new Date('2026-11-26T15:00:00Z') })
  await buildAd(db, { shown_from: new Date('2026-11-26T15:00:01Z') })
  const { ads } = await (await as(woman))(adEndpoints.list)
  expect(ads.map((ad) => ad.id)).toEqual([first.id, last.id])
  expect(ads.map((ad) => ad.title)).toEqual(['Vacúnate', ''])
})

test('both ends of an age range belong to it, from the birthday on', () => {
  const ad = { from_age: 18, to_age: 40, gender_id: 0 }
  const on = (date_birth: string | null) => isMeantFor(ad, { date_birth, gender_id: null }, '2026-11-26')
  expect(on('2008-11-26')).toBe(true)
  expect(on('2008-11-27')).toBe(false)
  expect(on('1985-11-27')).toBe(true)
  expect(on('1985-11-26')).toBe(false)
  expect(on(null)).toBe(false)
})

const draft = (changes: Partial<AdDraft> = {}): AdDraft => ({
  ...{ image: '/art/ad-vacuna.svg', title: 'Vacúnate', url: 'https://ejemplo.cl/vacunas', status: true },
  ...{ from_age: 0, to_age: 120, gender_id: 0, order_advertising: 1, shown_from: null, shown_until: null },
  ...changes,
})

async function editor() {
  const portal = await startPortal()
  return portal.as(await portal.person({ rol: 'SUPER_ADMIN_ROLE' }))
}

test('a super administrator publishes, finds, changes, hides and shows announcements', async () => {
  const call = await editor()
  const { ad } = await call(adEndpoints.create, { body: draft() })
  await call(adEndpoints.create, { body: draft({ title: 'Otro', status: false }) })
  const pages = async (body: object) => (await call(adEndpoints.pages, { body })).total
  expect(await pages({})).toBe(2)
  expect(await pages({ filter: 'VACUNATE' })).toBe(1)
  expect(await pages({ status: false })).toBe(1)
  const params = { id: ad.id }
  await call(adEndpoints.edit, { params, body: draft({ title: 'Nuevo', updated_at: ad.updated_at }) })
  expect((await call(adEndpoints.disable, { params })).ad.status).toBe(false)
  expect((await call(adEndpoints.enable, { params })).ad.status).toBe(true)
  expect((await call(adEndpoints.one, { params })).ad.title).toBe('Nuevo')
})
