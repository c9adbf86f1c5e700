import { accountSecurityEndpoints, staffAccountEndpoints } from '@mi-portal/contract/account-security'
import { registrationEndpoints } from '@mi-portal/contract/registration'
import { sessionEndpoints } from '@mi-portal/contract/session/session'
import { userEndpoints } from '@mi-portal/contract/users'
import { expect, test } from 'vitest'
import { openPhotos, registerPassport, startRegistering } from '../../../test/registration.ts'
import { getRejection } from '../../../test/rejection.ts'
import { password } from '../../../test/security/passwords.ts'
import { openSecondPerson } from '../../../test/staff/second-person.ts'

const number = 'P7654321'
const document = { document_type_id: 2, document_number: number } as const

/** Starts a portal whose clinic knows Maria, and in which a stranger applies for an account with her passport. */
async function withStranger() {
  const portal = await startRegistering()
  const known = await portal.person({
    ...{ ...document, document_country: 'PE', first_name: 'Maria', last_name: 'Schmidt', second_name: '' },
    ...{ date_birth: '1970-02-03', email: 'maria@ejemplo.cl', phone: '911111111' },
    ...{ status: 2, without_account: true },
  })
  const rowOf = async () =>
    (
      await portal.db.ask<Record<string, unknown>>(
        `select to_jsonb(people) - 'updated_at' - 'status' - 'pending_since' - 'pending_due_at' as row from people where id = $1`,
        [known.id],
      )
    )[0]?.row
  const before = await rowOf()
  const { patient } = await registerPassport(portal, number, {
    ...{ first_name: 'Juan', last_name: 'Atacante', second_name: '', date_birth: '1995-05-05' },
    email: 'juan@ejemplo.cl',
  })
  const call = await portal.as(await portal.person({ rol: 'ADMIN_ROLE' }))
  const input = { params: { id: known.id }, body: {} }
  return { ...portal, portal, known, before, rowOf, patient, call, input }
}

test('an application changes nothing of a patient whom the clinic knows, its answer tells nothing of the patient, and staff see both', async () => {
  const { known, before, rowOf, patient, call } = await withStranger()
  expect(await rowOf()).toEqual(before)
  expect(patient).toMatchObject({ id: known.id, first_name: 'Juan', email: 'juan@ejemplo.cl', status: 3 })
  expect(JSON.stringify(patient)).not.toMatch(/Maria|Schmidt|maria@|911111111|1970/)
  const { data } = await call(userEndpoints.one, { params: { id: known.id } })
  expect(data).toMatchObject({
    ...{ first_name: 'Juan', date_birth: '1995-05-05', email: 'juan@ejemplo.cl' },
    known: { first_name: 'Maria', last_name: 'Schmidt', date_birth: '1970-02-03', phone: '911111111' },
  })
  const { patients } = await call(userEndpoints.list, { body: { status: 3, page: 1, limit: 10 } })
  expect(patients).toMatchObject([{ id: known.id, first_name: 'Juan' }])
})

test('a denied application leaves nothing in the person, and the person may apply again', async () => {
  const { call, input, before, rowOf, db, known, anonymous, portal } = await withStranger()
  const { patient } = await call(userEndpoints.deny, input)
  expect(patient).toMatchObject({ first_name: 'Maria', status: 2, known: null })
  expect(await rowOf()).toEqual(before)
  expect(
    await db.ask('select status, pending_since, without_account from people where id = $1', [known.id]),
  ).toEqual([{ status: 2, pending_since: null, without_account: true }])
  expect(await db.ask('select 1 from registration_applications')).toEqual([])
  expect(await db.ask('select 1 from consents where person_id = $1', [known.id])).toEqual([])
  expect(await db.listMails('users.denied')).toMatchObject([{ recipient: 'juan@ejemplo.cl' }])
  // The password of the application does not sign in, in no state of the account.
  const signIn = anonymous(sessionEndpoints.signIn, { body: { ...document, password } })
  expect((await getRejection(signIn)).message).toBe('Usuario o contraseña inválida')
  expect((await registerPassport(portal, number)).patient).toMatchObject({ id: known.id, status: 3 })
})

test('an approved application is written into the person with its consents, and the earlier mailbox is notified', async () => {
  const { portal, call, input, db, known, anonymous, clock } = await withStranger()
  const appliedAt = clock.now()
  clock.advance({ minutes: 5 })
  await openPhotos(portal, call, known.id)
  const { patient } = await call(userEndpoints.confirm, input)
  expect(patient).toMatchObject({
    ...{ id: known.id, first_name: 'Juan', date_birth: '1995-05-05', email: 'juan@ejemplo.cl' },
    ...{ status: 1, status_passport: true, known: null },
  })
  expect(await db.ask('select without_account, pending_since from people where id = $1', [known.id])).toEqual(
    [{ without_account: false, pending_since: null }],
  )
  expect(
    await db.ask('select kind, version, channel, given_at from consents where person_id = $1', [known.id]),
  ).toEqual([{ kind: 'terms', version: '4', channel: 'web', given_at: appliedAt }])
  expect(await db.listMails('registration.repeated')).toMatchObject([{ recipient: 'maria@ejemplo.cl' }])
  const opened = await anonymous(sessionEndpoints.signIn, { body: { ...document, password } })
  expect(opened.patient?.id).toBe(known.id)
})

test('a second application for a document that waits is rejected, also at the same moment', async () => {
  const { portal, anonymous, db } = await withStranger()
  const taken = 'El documento ya se encuentra registrado'
  expect((await getRejection(registerPassport(portal, number))).message).toBe(taken)
  const look = anonymous(registrationEndpoints.available, { params: document })
  expect((await getRejection(look)).message).toBe(taken)
  await portal.person({ ...document, document_number: 'W1234567', status: 2, without_account: true })
  for (const other of ['Q1234567', 'W1234567']) {
    const both = await Promise.allSettled([registerPassport(portal, other), registerPassport(portal, other)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  }
  expect(await db.ask('select count(*)::int as n from registration_applications')).toEqual([{ n: 3 }])
  // The images of the rejected ones are gone: two of each application stay.
  expect(portal.files.keys()).toHaveLength(6)
})

test('only the document of a denied person who was not known is stored, and a system of the clinic can still describe the person', async () => {
  const portal = await startRegistering()
  const staff = await portal.as(await portal.person({ rol: 'ADMIN_ROLE' }))
  const { patient } = await registerPassport(portal, number)
  const waiting = await staff(userEndpoints.one, { params: { id: patient.id } })
  expect(waiting.data).toMatchObject({ first_name: 'Lucía', known: null })
  await staff(userEndpoints.deny, { params: { id: patient.id }, body: {} })
  expect(
    await portal.db.ask(
      `select document_number, first_name, last_name, date_birth, email, phone, address, password_hash, without_account, status
       from people where id = $1`,
      [patient.id],
    ),
  ).toEqual([
    {
      ...{ document_number: number, first_name: '', last_name: '', date_birth: null, email: null },
      ...{ phone: null, address: null, password_hash: null, without_account: true, status: 2 },
    },
  ])
  await registerPassport(portal, number)
  const again = await staff(userEndpoints.one, { params: { id: patient.id } })
  expect(again.data).toMatchObject({ first_name: 'Lucía', known: null })
})

test('staff who disable an account that waits deny its application: the decision is recorded and the applicant gets the mail', async () => {
  const { call, known, before, rowOf, db } = await withStranger()
  await call(userEndpoints.disable, { params: { id: known.id } })
  expect(await db.ask('select 1 from registration_applications')).toEqual([])
  expect(await rowOf()).toEqual(before)
  expect(await db.ask('select person_id, approved, reason from validation_decisions')).toEqual([
    { person_id: known.id, approved: false, reason: '' },
  ])
  expect(await db.listMails('users.denied')).toMatchObject([{ person_id: known.id }])
})

test('the application of an account that is locked still waits, and its approval unlocks the account', async () => {
  const { portal, call, known, input, db, anonymous } = await withStranger()
  // The clinic knew an account with a mailbox, which its owner can lock.
  await db.ask('update people set without_account = false where id = $1', [known.id])
  await anonymous(accountSecurityEndpoints.requestLock, { body: document })
  const [mail] = await db.listMails('account.lockLink')
  const token = /\/proteger\/bloquear\/(\S+)/.exec(mail?.body_text ?? '')?.[1] ?? ''
  await anonymous(accountSecurityEndpoints.lockByLink, { body: { token } })
  const readAccount = () =>
    db.ask('select status, locked_at is not null as locked from people where id = $1', [known.id])
  expect(await readAccount()).toEqual([{ status: 3, locked: true }])
  expect(
    (await call(staffAccountEndpoints.state, { params: input.params })).security.locked_at,
  ).not.toBeNull()
  const waiting = await call(userEndpoints.list, { body: { status: 3, page: 1, limit: 10 } })
  expect(waiting.patients).toMatchObject([{ id: known.id, first_name: 'Juan' }])
  const second = await openSecondPerson(portal)
  for (const as of [call, second.call]) await openPhotos(portal, as, known.id)
  await call(userEndpoints.confirm, input)
  await second.confirm(known.id)
  expect(await readAccount()).toEqual([{ status: 1, locked: false }])
  const opened = await anonymous(sessionEndpoints.signIn, { body: { ...document, password } })
  expect(opened.patient?.id).toBe(known.id)
})
