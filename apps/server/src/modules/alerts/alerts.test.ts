import { alertEndpoints } from '@mi-portal/contract/alerts/alerts'
import { expect, test } from 'vitest'
import { startPortal } from '../../../test/portal.ts'
import { expectRejected } from '../../../test/rejection.ts'

test('the public area shows the active alerts with their colours, and no others', async () => {
  const { db, anonymous } = await startPortal()
  await db.ask(`insert into alerts (name, text, color_id, status_id)
     values ('Corte', 'Sin agua en Maipú', 1, 1), ('Pasado', 'Ya terminó', 2, 2)`)
  const shown = await anonymous(alertEndpoints.listPublic)
  expect(shown.alerts.map((alert) => alert.name)).toEqual(['Corte'])
  expect(shown.alerts[0]?.color.primary_code).toMatch(/^#[0-9A-F]{6}$/i)
})

const draft = { name: 'Corte', text: 'Sin agua en Maipú', color_id: 1 }

async function editor() {
  const portal = await startPortal()
  const call = await portal.as(await portal.person({ rol: 'SUPER_ADMIN_ROLE' }))
  const shown = async () => (await portal.anonymous(alertEndpoints.listPublic)).alerts.map(({ name }) => name)
  return { ...portal, call, shown }
}

test('a super administrator changes, hides, shows and removes alerts', async () => {
  const { call, shown } = await editor()
  const { alert } = await call(alertEndpoints.create, { body: draft })
  const params = { id: alert.id }
  await call(alertEndpoints.disable, { params, body: {} })
  expect(await shown()).toEqual([])
  await call(alertEndpoints.edit, { params, body: { ...draft, name: 'Nuevo' } })
  expect(await shown()).toEqual([])
  await call(alertEndpoints.enable, { params, body: {} })
  expect(await shown()).toEqual(['Nuevo'])
  const second = await call(alertEndpoints.create, { body: draft })
  const ids = [alert.id, second.alert.id]
  await expectRejected(call(alertEndpoints.remove, { body: { ids: [...ids, 999] } }), 404)
  expect(await shown()).toHaveLength(2)
  await call(alertEndpoints.remove, { body: { ids } })
  expect(await shown()).toEqual([])
})

test('an edit is rejected when another person changed the alert first', async () => {
  const { call } = await editor()
  const { alert } = await call(alertEndpoints.create, { body: draft })
  const params = { id: alert.id }
  const { updated_at } = alert
  await call(alertEndpoints.edit, { params, body: { ...draft, updated_at } })
  await expectRejected(call(alertEndpoints.edit, { params, body: { ...draft, updated_at } }), 409)
  await expectRejected(call(alertEndpoints.disable, { params, body: { updated_at } }), 409)
  await expectRejected(call(alertEndpoints.enable, { params: { id: 999 }, body: {} }), 404)
})
