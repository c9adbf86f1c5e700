import { favouriteEndpoints, type MenuId } from '@mi-portal/contract/favourites'
import { expect, test } from 'vitest'
import { startPatient } from '../../../test/patients.ts'
import { expectRejected } from '../../../test/rejection.ts'

async function withPatient() {
  const portal = await startPatient()
  const { person, call } = portal
  const choose = (...menuIds: MenuId[]) =>
    call(favouriteEndpoints.replace, {
      body: {
        favourites: menuIds.map((menu_id) => ({
          name: `Entrada ${menu_id}`,
          menu_id,
          patient_id: person.id,
        })),
      },
    })
  return { ...portal, choose }
}

test('favourites are one to three entries in the chosen order, and each choice replaces the last', async () => {
  const { call, choose } = await withPatient()
  expect((await call(favouriteEndpoints.list)).favourites).toEqual([])
  await choose('laboratorio', 'contactanos', 'solicitudes')
  await choose('contactanos', 'laboratorio')
  const { favourites } = await call(favouriteEndpoints.list)
  expect(favourites.map((entry) => entry.menu_id)).toEqual(['contactanos', 'laboratorio'])
  expect(favourites[0]?.name).toBe('Entrada contactanos')
})

test('none, four, repeated or unknown entries and those of another person are rejected and change nothing', async () => {
  const { call, choose, person } = await withPatient()
  await choose('laboratorio')
  const four: MenuId[] = ['laboratorio', 'contactanos', 'solicitudes', 'mis-examenes']
  for (const menuIds of [[], four, ['laboratorio', 'laboratorio'], ['inicio']])
    await expectRejected(choose(...(menuIds as MenuId[])), 400)
  const other = { name: 'Laboratorio', menu_id: 'laboratorio' as const, patient_id: person.id + 1 }
  await expectRejected(call(favouriteEndpoints.replace, { body: { favourites: [other] } }), 403)
  expect((await call(favouriteEndpoints.list)).favourites).toHaveLength(1)
})
