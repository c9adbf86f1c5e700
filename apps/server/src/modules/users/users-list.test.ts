import { profileEndpoints } from '@mi-portal/contract/profile'
import { userEndpoints } from '@mi-portal/contract/users'
import { describe, expect, test } from 'vitest'
import { ask } from '../../../test/ask.ts'
import { startPortal } from '../../../test/portal.ts'
import { rejectionOf } from '../../../test/rejection.ts'

const { list, one } = userEndpoints

async function withPeople() {
  const portal = await startPortal()
  const staff = await portal.person({ rol: 'ADMIN_ROLE', first_name: 'Andrea Paz', last_name: 'Morales' })
  const camila = await portal.person({
    document_number: '123456785',
    first_name: 'Camila Andrea',
    last_name: 'Muñoz',
    second_name: "O'Higgins",
    email: 'camila.munoz@ejemplo.cl',
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

describe('searching for accounts', () => {
  test('accounts are found by names in any order, without accents or case', async () => {
    const { found } = await withPeople()
    expect(await found('munoz camila')).toEqual(['Camila Andrea'])
    expect(await found('  MUÑOZ   ándrea ')).toEqual(['Camila Andrea'])
    expect(await found('ohiggins')).toEqual(['Camila Andrea'])
    expect(await found('perez soto')).toEqual(['José Ángel'])
    expect(await found('camila perez')).toEqual([])
  })

  test('accounts are found by their document, with or without dots and dash', async () => {
    const { found } = await withPeople()
    for (const spelled of ['12.345.678-5', '12345678-5', '123456785', '345.678', 'p1234567'])
      expect(await found(spelled), spelled).toHaveLength(1)
  })

  test('accounts are found by their e-mail address or a part of it', async () => {
    const { found } = await withPeople()
    expect(await found('camila.munoz@ejemplo.cl')).toEqual(['Camila Andrea'])
    expect(await found('munoz@ejem')).toEqual(['Camila Andrea'])
  })

  test('accounts are found by one or two letters at the beginning of a word', async () => {
    const { found } = await withPeople()
    expect(await found('mu')).toEqual(['Camila Andrea'])
    expect(await found('á')).toEqual(['José Ángel', 'Camila Andrea', 'Andrea Paz'])
    expect(await found('uñ')).toEqual([])
  })

  test('wildcards and quotes in a search are matched as plain text', async () => {
    const { found, person } = await withPeople()
    await person({ first_name: 'A_B 100%', last_name: 'Barra\\invertida' })
    expect(await found('a_b')).toEqual(['A_B 100%'])
    expect(await found('100%')).toEqual(['A_B 100%'])
    expect(await found('cam%')).toEqual([])
    expect(await found("'; drop table people; --")).toEqual([])
    expect(await found('barra\\inv')).toEqual(['A_B 100%'])
    expect(await found('. - %')).toHaveLength(4)
  })

  test('all accounts are listed without a search, and no field shows a password', async () => {
    const { call, camila } = await withPeople()
    const answer = await call(list, { body: { filter: null, status: '' } })
    expect(answer).toMatchObject({ total: 3, page: 1, limit: 10 })
    expect(answer.patients.find(({ id }) => id === camila.id)).toMatchObject({
      document_number: '123456785',
      person_role: { id: 2, name: 'Paciente' },
      status_data: { id: 1, name: 'Habilitado' },
      waiting_since: null,
      due_at: null,
      deleted: false,
    })
    expect(JSON.stringify(answer)).not.toContain('password')
  })
})

describe('the list of accounts', () => {
  test('accounts are listed by status, newest first', async () => {
    const { call, person } = await withPeople()
    const older = await person({ status: 2, date_creation: new Date('2026-01-01T12:00:00Z') })
    const newer = await person({ status: 2, date_creation: new Date('2026-02-01T12:00:00Z') })
    const { patients, total } = await call(list, { body: { status: 2 } })
    expect([patients.map(({ id }) => id), total]).toEqual([[newer.id, older.id], 2])
    expect((await call(list, { body: { status: 2, filter: 'camila' } })).patients).toEqual([])
  })

  test('pending accounts are listed in the order of waiting, each due within 48 business hours', async () => {
    const { call, person } = await withPeople()
    // A Thursday, like the day of the test's clock, noon of 26 November.
    const longest = await person({ status: 3, date_creation: new Date('2026-11-19T15:00:00Z') })
    const late = await person({ status: 3, date_creation: new Date('2026-11-24T15:00:00Z') })
    const fresh = await person({ status: 3, date_creation: new Date('2026-11-26T14:00:00Z') })
    const { patients } = await call(list, { body: { status: 3 } })
    expect(patients.map(({ id, waiting_since, due_at }) => [id, waiting_since, due_at])).toEqual([
      [longest.id, '2026-11-19T15:00:00.000Z', '2026-11-23T15:00:00.000Z'],
      [late.id, '2026-11-24T15:00:00.000Z', '2026-11-26T15:00:00.000Z'],
      [fresh.id, '2026-11-26T14:00:00.000Z', '2026-11-30T14:00:00.000Z'],
    ])
    const overdue = await call(list, { body: { late: true } })
    expect([overdue.patients.map(({ id }) => id), overdue.total]).toEqual([[longest.id, late.id], 2])
    expect(
      (await call(list, { body: { late: true, filter: 'tapia rosa', page: 2, limit: 1 } })).patients,
    ).toEqual([expect.objectContaining({ id: late.id })])
  })

  test('the list has pages and counts exactly up to a thousand', async () => {
    const { call, db, camila } = await withPeople()
    await ask(
      db,
      `insert into people (document_type_id, document_number, first_name, last_name, rol, status, date_creation)
       select 2, 'Z' || (100000 + g), 'Zoila', 'Zamora', 'STANDART_ROLE', 1, timestamptz '2027-01-01' + g * interval '1 minute'
       from generate_series(1, 1000) g`,
    )
    const common = await call(list, { body: { filter: 'zamora', page: 3, limit: 7 } })
    expect(common).toMatchObject({ total: 1000, page: 3, limit: 7 })
    expect(common.total_more).toBeUndefined()
    expect(common.patients.map(({ document_number }) => document_number).slice(0, 2)).toEqual([
      'Z100986',
      'Z100985',
    ])
    expect(await call(list, { body: {} })).toMatchObject({ total: 1000, total_more: true })
    const last = await call(list, { body: { filter: 'zoila', page: 100, limit: 10 } })
    expect([last.patients.at(-1)?.document_number, last.total]).toEqual(['Z100001', 1000])
    expect((await call(list, { body: { filter: 'camila munoz' } })).patients).toEqual([
      expect.objectContaining({ id: camila.id }),
    ])
  })

  test('a search finds and counts the same, however many accounts match', async () => {
    const { call, db } = await withPeople()
    // In batches, because a statement of the portal's role may not run longer than a call.
    for (let from = 1; from < 30_000; from += 6_000)
      await ask(
        db,
        `insert into people (document_type_id, document_number, first_name, last_name, second_name, rol, status, date_creation)
         select 2, 'Z' || (100000 + g), case when g % 40 = 0 then 'Zunilda' else 'Ulises' end,
           case when g % 15 = 0 then 'Zamora' else 'Urra' end, case when g % 5 = 0 then 'Zegers' else 'Uribe' end,
           'STANDART_ROLE', case when g % 2 = 0 then 1 else 2 end, timestamptz '2027-01-01' + g * interval '1 minute'
         from generate_series($1::int, $2::int) g`,
        [from, from + 5_999],
      )
    const numbers = async (body: object) => {
      const { patients, total, total_more } = await call(list, { body: { limit: 3, ...body } })
      return {
        found: patients.map(({ document_number }) => document_number),
        total,
        more: total_more ?? false,
      }
    }
    const [first, more] = [['Z130000', 'Z129985', 'Z129970'], true]
    expect(await numbers({ filter: 'zamora' })).toEqual({ found: first, total: 1000, more })
    expect(await numbers({ filter: 'zamora', page: 300 })).toMatchObject({
      found: ['Z116545', 'Z116530', 'Z116515'],
      more,
    })
    expect(await numbers({ filter: 'zegers' })).toMatchObject({
      found: ['Z130000', 'Z129995', 'Z129990'],
      more,
    })
    expect(await numbers({ filter: 'zunilda' })).toMatchObject({ total: 750, more: false })
    expect(await numbers({ filter: 'zunilda zamora' })).toEqual({
      found: ['Z130000', 'Z129880', 'Z129760'],
      total: 250,
      more: false,
    })
    expect(await numbers({ filter: 'zamora', status: 2 })).toMatchObject({
      found: ['Z129985', 'Z129955', 'Z129925'],
      total: 1000,
      more: false,
    })
  }, 60_000)

  test('an invalid page, limit or status is rejected without conversion', async () => {
    const { call } = await withPeople()
    const wrong: [object, string][] = [
      [{ page: 0 }, 'page'],
      [{ limit: 0 }, 'limit'],
      [{ limit: 101 }, 'limit'],
      [{ page: 101 }, 'page'],
      [{ page: 11, limit: 100 }, 'page'],
      [{ page: 1001, limit: 1 }, 'page'],
      [{ page: '1' }, 'page'],
      [{ status: 4 }, 'status'],
      [{ status: '1' }, 'status'],
      [{ filter: 7 }, 'filter'],
      [{ filter: 'a'.repeat(201) }, 'filter'],
    ]
    for (const [body, param] of wrong) {
      const failure = await rejectionOf(call(list, { body }))
      expect([failure.status, failure.fieldErrors[0]?.param], JSON.stringify(body)).toEqual([400, param])
    }
  })

  test('only staff read the list, and each patient in it sees who read it', async () => {
    const { camila, as, call, anonymous, db, staff } = await withPeople()
    expect((await rejectionOf(anonymous(list, { body: {} }))).status).toBe(401)
    const own = await as(camila)
    expect((await rejectionOf(own(list, { body: {} }))).status).toBe(403)
    await call(list, { body: {} })
    expect(
      await ask(
        db,
        `select actor_id, action, patient_id from audit_events where action = 'users.list' and patient_id = $1`,
        [camila.id],
      ),
    ).toEqual([{ actor_id: staff.id, action: 'users.list', patient_id: camila.id }])
    expect(
      await ask(db, `select 1 from audit_events where action = 'users.list' and patient_id = $1`, [staff.id]),
    ).toEqual([])
    const { accesses } = await own(profileEndpoints.accesses)
    expect(accesses[0]).toMatchObject({
      role: 'ADMIN_ROLE',
      action: 'Vio',
      what: 'tu nombre y tus datos en la lista de usuarios',
    })
  })
})

describe('one account', () => {
  test('staff read an account whole, and the reading is audited', async () => {
    const { call, camila, db } = await withPeople()
    const { data } = await call(one, { params: { id: camila.id } })
    expect(data).toMatchObject({ id: camila.id, email: 'camila.munoz@ejemplo.cl', status_data_id: 1 })
    expect(data.updated_at).toMatch(/Z$/)
    expect(
      await ask(
        db,
        `select count(*)::int as n from audit_events where action = 'users.read' and patient_id = $1`,
        [camila.id],
      ),
    ).toEqual([{ n: 1 }])
  })

  test('an unknown account is 404, a malformed id 400, and a patient or a colleague’s account 403', async () => {
    const { call, as, camila, staff, person, app, sessionOf } = await withPeople()
    expect((await rejectionOf(call(one, { params: { id: 999_999 } }))).status).toBe(404)
    const malformed = await app.inject({
      url: '/api/patients/administrators/0',
      headers: { 'x-token': await sessionOf(staff.id) },
    })
    expect([malformed.statusCode, malformed.json().errors[0].msg]).toEqual([400, 'ID de usuario inválido'])
    expect((await rejectionOf((await as(camila))(one, { params: { id: camila.id } }))).status).toBe(403)
    const again = await as(staff)
    expect((await rejectionOf(again(one, { params: { id: staff.id } }))).status).toBe(403)
    const superAdmin = await as(await person({ rol: 'SUPER_ADMIN_ROLE' }))
    expect((await superAdmin(one, { params: { id: staff.id } })).data.person_role.id).toBe(1)
  })
})
