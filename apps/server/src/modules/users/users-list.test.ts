import { userEndpoints } from '@mi-portal/contract/users'
import { expect, test } from 'vitest'
import { startPortal } from '../../../test/portal.ts'
import { expectRejected } from '../../../test/rejection.ts'

const { list } = userEndpoints

async function withPeople() {
  const portal = await startPortal()
  const staff = await portal.person({ rol: 'ADMIN_ROLE', first_name: 'Andrea Paz', last_name: 'Morales' })
  const camila = await portal.person({
    document_number: '123456785',
    first_name: 'Camila Andrea',
    last_name: 'Muñoz',
    second_name: "O'Higgins",
    email: 'camila.munoz@ejemplo.cl',
    phone: '987654321',
  })
  const jose = await portal.person({
    document_type_id: 2,
    document_number: 'P1234567',
    first_name: 'José Ángel',
    last_name: 'Pérez-Soto',
    second_name: '',
    email: null,
  })
  const call = await portal.as(staff)
  const found = async (filter: string) =>
    (await call(list, { body: { filter } })).patients.map(({ first_name }) => first_name)
  return { ...portal, staff, camila, jose, call, found }
}

test('accounts are found by names without accents, case or commas, by their document, phone or e-mail address', async () => {
  const { found } = await withPeople()
  const [camila, jose] = ['Camila Andrea', 'José Ángel']
  for (const [filter, expected] of [
    ['munoz camila', [camila]],
    ['  MUÑOZ   ándrea ', [camila]],
    ['ohiggins', [camila]],
    ['perez soto', [jose]],
    ['Muñoz, Camila', [camila]],
    ['camila perez', []],
    ['12.345.678-5', [camila]],
    ['012.345.678-5', [camila]],
    ['12.345.678 - 5', [camila]],
    ['\u200emunoz １２.345.678\u22125', [camila]],
    ['Pérez\u2013Soto Ｐ１２３\u200b4567', [jose]],
    ['\u202a+56 9 8765 4321\u202c', [camila]],
    ['12345678-5', [camila]],
    ['345.678', [camila]],
    ['p1234567', [jose]],
    ['camila.munoz@ejemplo.cl', [camila]],
    ['munoz@ejem', [camila]],
    ['mu ca', [camila]],
    ['uñ ca', []],
    ['+56 9 8765 4321', [camila]],
    ['(9) 8765-4321', [camila]],
    ['56987654321', [camila]],
    ['0056 9.8765.4321', [camila]],
    ['tel:+56-9-8765-4321', [camila]],
    ['+56 87654321', [camila]],
    ['8765-4321', [camila]],
    ['12345678', [camila]],
    ['9 8765 4322', []],
  ] as const)
    expect([filter, await found(filter)]).toEqual([filter, expected])
})

test('a list shows name, age, document and state of accounts that the caller can name, or that wait for validation', async () => {
  const { call, person } = await withPeople()
  const waiting = await person({ status: 3 })
  const [row, ...others] = (await call(list, { body: { filter: 'camila' } })).patients
  expect(others).toEqual([])
  expect(Object.keys(row ?? {}).sort()).toEqual([
    ...[
      'age',
      'deleted',
      'document_country',
      'document_number',
      'document_type_id',
      'due_at',
      'first_name',
      'id',
    ],
    ...['last_name', 'rol', 'second_name', 'status_data', 'status_data_id'],
  ])
  for (const filter of ['mu', 'á', '1', 'ñ u'])
    await expectRejected(call(list, { body: { filter } }), 400, {
      fieldErrors: [
        {
          param: 'filter',
          msg: 'Escribe al menos 3 letras o números',
        },
      ],
    })
  for (const body of [
    ...[{}, { filter: '' }, { filter: null, status: 1 }, { filter: '', status: 4 }],
    ...[{ filter: '%' }, { filter: '😀', status: 3 }],
  ] as const)
    expect(await call(list, { body })).toMatchObject({ patients: [], total: 0 })
  expect((await call(list, { body: { status: 3 } })).patients.map(({ id }) => id)).toEqual([waiting.id])
})

test('pending accounts are listed in the order of waiting, each with its due moment', async () => {
  const { call, person } = await withPeople()
  const waiting = (since: string, due: string) => ({
    date_creation: new Date(since),
    pending_due_at: new Date(due),
  })
  // A Thursday, like the day of the test's clock, noon of 26 November.
  const longest = await person({ status: 3, ...waiting('2026-11-19T15:00:00Z', '2026-11-23T15:00:00Z') })
  const late = await person({ status: 3, ...waiting('2026-11-24T15:00:00Z', '2026-11-26T15:00:00Z') })
  const fresh = await person({ status: 3, ...waiting('2026-11-26T14:00:00Z', '2026-11-30T14:00:00Z') })
  const { patients } = await call(list, { body: { status: 3 } })
  expect(patients.map(({ id, due_at }) => [id, due_at])).toEqual([
    [longest.id, '2026-11-23T15:00:00.000Z'],
    [late.id, '2026-11-26T15:00:00.000Z'],
    [fresh.id, '2026-11-30T14:00:00.000Z'],
  ])
  const overdue = await call(list, { body: { late: true } })
  expect([overdue.patients.map(({ id }) => id), overdue.total]).toEqual([[longest.id, late.id], 2])
  expect(
    (await call(list, { body: { late: true, filter: 'tapia rosa', page: 2, limit: 1 } })).patients,
  ).toEqual([expect.objectContaining({ id: late.id })])
})

test('people without an account have a state and a filter of their own', async () => {
  const { call, person } = await withPeople()
  const known = await person({ status: 2, without_account: true, email: null })
  const disabled = await person({ status: 2 })
  const listed = async (status: 2 | 4) =>
    (await call(list, { body: { filter: 'tapia', status } })).patients.map(({ id, status_data }) => [
      id,
      status_data.name,
    ])
  expect(await listed(4)).toEqual([[known.id, 'Sin cuenta']])
  expect(await listed(2)).toEqual([[disabled.id, 'Deshabilitado']])
})
