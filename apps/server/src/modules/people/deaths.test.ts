import { confirmationEndpoints } from '@mi-portal/contract/confirmations'
import { peopleEndpoints } from '@mi-portal/contract/people'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { registrationEndpoints } from '@mi-portal/contract/registration'
import { sessionEndpoints } from '@mi-portal/contract/session/session'
import { userEndpoints } from '@mi-portal/contract/users'
import { expect, test } from 'vitest'
import { buildProfessional, openCalendars } from '../../../test/booking/calendar.ts'
import { buildAppointment, buildDelegation, buildLink } from '../../../test/build.ts'
import { startPortal } from '../../../test/portal.ts'
import { expectRejected, getRejection } from '../../../test/rejection.ts'
import { password, passwordHash } from '../../../test/security/passwords.ts'
import { openSecondPerson } from '../../../test/staff/second-person.ts'

const { reportDeath, one } = userEndpoints

async function withPatient() {
  const portal = await startPortal()
  const patient = await portal.person({ password_hash: passwordHash })
  const staff = await portal.as(await portal.person({ rol: 'ADMIN_ROLE' }))
  const second = await openSecondPerson(portal)
  const params = { id: patient.id }
  const document = { document_type_id: 1 as const, document_number: patient.document_number }
  const signIn = () => portal.anonymous(sessionEndpoints.signIn, { body: { ...document, password } })
  return { ...portal, build: portal.person, patient, staff, second, params, document, signIn }
}

test('a death that two members of staff recorded ends sessions and shares, cancels appointments, empties waits and mails, and closes the sign-in', async () => {
  const portal = await withPatient()
  const { db, clock, patient, staff, second, params, document, signIn, build, anonymous } = portal
  const own = await portal.as(patient)
  const [son, child] = [await build(), await build({ date_birth: '2016-05-01' })]
  const now = clock.now()
  await buildDelegation(db, { grantor_id: patient.id, delegate_id: son.id, matters: ['exams'], now })
  await buildLink(db, { leader_id: patient.id, member_id: child.id })
  const professional = await buildProfessional(db)
  await openCalendars(portal)
  const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
  await buildAppointment(db, { patient_id: patient.id, starts_at: at(48) })
  await buildAppointment(db, { patient_id: patient.id, starts_at: at(-48) })
  await db.ask(
    `insert into waiting_list (person_id, patient_id, service_code, professional_id, state, created_at)
     select $1, $2, specialty_code, professional_id, 'waiting', $4 from schedules where professional_id = $3 limit 1`,
    [son.id, patient.id, professional.id, now],
  )
  await anonymous(profileEndpoints.recover, { body: document })

  const report = { deceased: true, deceased_on: '2026-11-25' }
  expect((await staff(reportDeath, { params, body: report })).waiting).toEqual(['death'])
  await own(peopleEndpoints.self)
  expect(await second.waiting(patient.id)).toMatchObject([
    { kind: 'death', changes: [{ field: 'death', before: null, after: '25/11/2026' }] },
  ])
  const { confirmations } = await second.call(confirmationEndpoints.list)
  const place = { params: { id: confirmations[0]?.id ?? 0 } }
  await expectRejected(staff(confirmationEndpoints.confirm, place), 403)
  await second.confirm(patient.id)

  await expectRejected(own(peopleEndpoints.self), 401)
  const closed = await getRejection(signIn())
  expect([closed.number, closed.message]).toEqual([16, expect.stringMatching(/fallecimiento/)])
  expect(await db.ask('select state from appointments order by starts_at')).toEqual([
    { state: 'booked' },
    { state: 'cancelled' },
  ])
  expect(await db.ask('select state from waiting_list')).toEqual([{ state: 'ended' }])
  expect(await db.ask('select state from delegations')).toEqual([{ state: 'ended' }])
  expect(await db.ask('select state from family_links')).toEqual([{ state: 'ended' }])
  await anonymous(profileEndpoints.recover, { body: document })
  await expectRejected(staff(profileEndpoints.recover, { body: document }), 400)
  expect(await db.ask('select person_id from temporary_keys')).toEqual([])
  const mails = await db.ask('select template, state from outbox where person_id = $1', [patient.id])
  expect(mails).toEqual([{ template: 'profile.temporaryPassword', state: 'withdrawn' }])
  expect((await second.call(one, { params })).data).toMatchObject({ deceased_on: '2026-11-25' })
  const entries = await db.ask(`select actor_id, detail from audit_events where action = 'people.death'`)
  expect(entries).toMatchObject([{ actor_id: second.account.id, detail: { source: 'staff' } }])
})

test('a death that was recorded by mistake is corrected by two members of staff, and the person signs in again', async () => {
  const { staff, second, patient, params, signIn } = await withPatient()
  await expectRejected(staff(reportDeath, { params, body: { deceased: false } }), 409)
  await staff(reportDeath, { params, body: { deceased: true } })
  await second.confirm(patient.id)
  expect((await second.call(one, { params })).data).toMatchObject({ deceased_on: null })
  await staff(reportDeath, { params, body: { deceased: false } })
  expect((await getRejection(signIn())).number).toBe(16)
  await second.confirm(patient.id)
  expect((await signIn()).token).toBeDefined()
})

test('no one registers under the document of a person who died', async () => {
  const { build, db, anonymous } = await withPatient()
  const { id, document_number } = await build({ status: 2, without_account: true })
  const params = { document_type_id: 1 as const, document_number }
  expect((await anonymous(registrationEndpoints.available, { params })).registered).toBe(false)
  await db.ask(`update people set deceased_at = now(), deceased_source = 'fhir' where id = $1`, [id])
  expect((await getRejection(anonymous(registrationEndpoints.available, { params }))).message).toBe(
    'El documento ya se encuentra registrado',
  )
})
