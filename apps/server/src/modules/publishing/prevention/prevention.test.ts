import {
  type Article,
  type ArticleDraft,
  preventionEndpoints,
} from '@mi-portal/contract/publishing/prevention'
import { expect, test } from 'vitest'
import { type Portal, startPortal } from '../../../../test/portal.ts'
import { getRejection } from '../../../../test/rejection.ts'

const layout = {
  ...{ postWidth: 'half', postImagePosition: 'top', postImageUrl: '', postTitle: 'Nota' },
  ...{ postText: 'Texto', postButtonText: '', postUrl: '#' },
}

const draft = (changes: Partial<ArticleDraft> = {}): ArticleDraft => ({
  title: 'Tu corazón',
  from_age: 0,
  to_age: 120,
  gender_id: 0,
  order_control: 1,
  shown_from: null,
  shown_until: null,
  reviewed_on: null,
  status: 'true',
  description: 'Presión y colesterol',
  html: JSON.stringify(layout),
  ...changes,
})

const editor = async ({ as, person }: Portal) => as(await person({ rol: 'SUPER_ADMIN_ROLE' }))

async function publish(portal: Portal, ...drafts: Partial<ArticleDraft>[]) {
  const call = await editor(portal)
  const made: Article[] = []
  for (const changes of drafts)
    made.push((await call(preventionEndpoints.create, { body: draft(changes) })).controlPrevention)
  return { call, made }
}

test('a patient gets the enabled articles of the present for their age and gender, in order', async () => {
  const portal = await startPortal()
  const woman = await portal.person({ date_birth: '1988-04-12', gender_id: 1 })
  await publish(
    portal,
    { title: 'segunda', order_control: 9 },
    {
      ...{ title: 'primera', order_control: 1, gender_id: 1, from_age: 38, to_age: 38 },
      ...{
        shown_from: '2026-11-26T15:00:00.000Z',
        shown_until: '2026-11-26T15:00:01.000Z',
        reviewed_on: '2026-11-26',
      },
    },
    { title: 'de hombres', gender_id: 2 },
    { title: 'de mayores', from_age: 39 },
    { title: 'apagada', status: 'false' },
    { title: 'terminada', shown_until: '2026-11-26T15:00:00.000Z' },
    { title: 'programada', shown_from: '2026-11-26T15:00:01.000Z' },
  )
  const call = await portal.as(woman)
  const titles = (rows: readonly { title: string }[]) => rows.map(({ title }) => title)
  expect(titles((await call(preventionEndpoints.list)).controlsPreventions)).toEqual(['primera', 'segunda'])
  portal.clock.advance({ seconds: 1 })
  expect(titles((await call(preventionEndpoints.list)).controlsPreventions)).toEqual([
    'programada',
    'segunda',
  ])
  portal.clock.set('2026-11-26T15:00:00Z')
  const page = await call(preventionEndpoints.pages, { body: { page: 2, limit: 1, status: 'false' } })
  expect(titles(page.controlsPreventions)).toEqual(['segunda'])
  expect(page).toMatchObject({ total: 2, page: 2, limit: 1 })
  const found = await call(preventionEndpoints.pages, { body: { filter: 'CORAZÓN primera' } })
  expect(found.total).toBe(0)
  expect((await call(preventionEndpoints.pages, { body: { filter: 'colestérol PRIMERA' } })).total).toBe(1)
})

test('an article says when it was reviewed; a review of tomorrow and a period that ends first are rejected at their fields', async () => {
  const portal = await startPortal()
  const { call, made } = await publish(portal, { reviewed_on: '2026-11-26' })
  expect(made[0]?.reviewed_on).toBe('2026-11-26')
  const rejected = async (changes: Partial<ArticleDraft>) => {
    const params = { id: made[0]?.id ?? 0 }
    const errors = await Promise.all([
      getRejection(call(preventionEndpoints.create, { body: draft(changes) })),
      getRejection(call(preventionEndpoints.edit, { params, body: draft(changes) })),
    ])
    return errors.map(({ status, fieldErrors }) => [status, fieldErrors[0]?.param, fieldErrors[0]?.msg])
  }
  const late = [400, 'reviewed_on', 'La fecha de revisión no puede ser posterior a hoy']
  expect(await rejected({ reviewed_on: '2026-11-27' })).toEqual([late, late])
  const period = { shown_from: '2026-11-27T12:00:00Z', shown_until: '2026-11-27T12:00:00Z' }
  const first = [400, 'shown_until', 'El término debe ser posterior al comienzo']
  expect(await rejected(period)).toEqual([first, first])
  expect((await rejected({ shown_until: 'mañana' }))[0]?.[2]).toBe(
    'Ingresa fecha y hora, o deja el campo vacío',
  )
})

test('articles are changed, hidden and shown again, each with an audit entry', async () => {
  const portal = await startPortal()
  const { call, made } = await publish(portal, {})
  const params = { id: made[0]?.id ?? 0 }
  const updated_at = made[0]?.updated_at
  const edited = await call(preventionEndpoints.edit, { params, body: draft({ title: 'Nueva', updated_at }) })
  expect(edited.controlPrevention).toMatchObject({ title: 'Nueva', status: 'true' })
  expect((await call(preventionEndpoints.disable, { params })).controlPrevention.status).toBe('false')
  expect((await call(preventionEndpoints.enable, { params })).controlPrevention.status).toBe('true')
  expect((await call(preventionEndpoints.one, { params })).controlPrevention.title).toBe('Nueva')
  expect(await portal.db.listAuditEvents('prevention.%')).toMatchObject(
    ['create', 'edit', 'disable', 'enable'].map((act) => ({ action: `prevention.${act}` })),
  )
})
