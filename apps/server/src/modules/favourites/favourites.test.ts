import { favouriteEndpoints, type MenuId } from '@mi-portal/contract/favourites'
import { describe, expect, test } from 'vitest'
import { startPortal } from '../../../test/portal.ts'
import { rejectionOf } from '../../../test/rejection.ts'

async function withPatient() {
  const portal = await startPortal()
  const person = await portal.person()
  const call = await portal.as(person)
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
  return { ...portal, person, call, choose }
}

describe('favourites', () => {
  test('favourites are one to three entries in the chosen order, and each choice replaces the last', async () => {
    const { call, choose } = await withPatient()
    expect((await call(favouriteEndpoints.list)).favourites).toEqual([])
    await choose('laboratorio', 'contactanos', 'solicitudes')
    await choose('contactanos', 'laboratorio')
    const { favourites } = await call(favouriteEndpoints.list)
    expect(favourites.map((entry) => entry.menu_id)).toEqual(['contactanos', 'laboratorio'])
    expect(favourites[0]?.name).toBe('Entrada contactanos')
  })

  test.each<[string, MenuId[], string]>([
    ['none', [], 'Selecciona una opción.'],
    [
      'four',
      ['laboratorio', 'contactanos', 'solicitudes', 'mis-examenes'],
      'Selecciona máximo tres opciones.',
    ],
    ['the same twice', ['laboratorio', 'laboratorio'], 'Selecciona opciones distintas.'],
  ])('%s at once are rejected and change nothing', async (_, menuIds, msg) => {
    const { call, choose } = await withPatient()
    await choose('laboratorio')
    const failure = await rejectionOf(choose(...menuIds))
    expect([failure.status, failure.message]).toEqual([400, msg])
    expect((await call(favouriteEndpoints.list)).favourites).toHaveLength(1)
  })

  test('an entry that is not in the menu is rejected', async () => {
    const { app, sessionOf, person } = await withPatient()
    const answer = await app.inject({
      method: 'POST',
      url: '/api/favourites',
      headers: { 'x-token': await sessionOf(person.id) },
      payload: { favourites: [{ name: 'Inicio', menu_id: 'inicio', patient_id: person.id }] },
    })
    expect(answer.statusCode).toBe(400)
  })

  test('patients have only their own favourites, another person’s id is rejected, and staff have none', async () => {
    const portal = await startPortal()
    const [person, other, staff] = [
      await portal.person(),
      await portal.person(),
      await portal.person({ rol: 'ADMIN_ROLE' }),
    ]
    const failure = await rejectionOf(
      (await portal.as(person))(favouriteEndpoints.replace, {
        body: { favourites: [{ name: 'Laboratorio', menu_id: 'laboratorio', patient_id: other.id }] },
      }),
    )
    expect(failure.status).toBe(403)
    expect((await rejectionOf((await portal.as(staff))(favouriteEndpoints.list))).status).toBe(403)
  })
})
