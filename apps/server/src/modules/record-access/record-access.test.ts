import { applicationEndpoints } from '@mi-portal/contract/applications'
import { confirmationEndpoints } from '@mi-portal/contract/confirmations'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { mailedCodeEndpoints } from '@mi-portal/contract/session/mailed-code'
import { sessionEndpoints } from '@mi-portal/contract/session/session'
import { userEndpoints } from '@mi-portal/contract/users'
import { expect, test } from 'vitest'
import { buildAppointment, buildExam, buildRun } from '../../../test/build.ts'
import {
  createAppointmentResource,
  createPatientResource,
  staffOfArchive,
  startFhirServer,
} from '../../../test/external/fhir-server.ts'
import { openPhotos, registerPassport, startRegistering, toForm } from '../../../test/registration.ts'
import { expectRejected, getRejection } from '../../../test/rejection.ts'
import { password, passwordHash } from '../../../test/security/passwords.ts'
import { startAccountChanges } from '../../../test/staff/account-changes.ts'
import { openSecondPerson } from '../../../test/staff/second-person.ts'

const { confirm, confirmInPerson, createPatient, createRecord } = userEndpoints

/** The passport of a patient without an account, with whose data a clerk applies for an account with a mailbox of their own. */
async function withApplication() {
  const portal = await startRegistering()
  const passport = { document_type_id: 2, document_number: 'P7654321' } as const
  const known = await portal.person({
    ...{ ...passport, document_country: 'PE', status: 2, without_account: true, email: null },
  })
  const applied = await registerPassport(portal, 'P7654321', { email: 'mesonero@ejemplo.cl' })
  const clerk = await portal.as(await portal.person({ rol: 'ADMIN_ROLE', first_name: 'Primera' }))
  const second = await openSecondPerson(portal)
  const approve = () => clerk(confirm, { params: { id: known.id }, body: {} })
  const signIn = () => portal.anonymous(sessionEndpoints.signIn, { body: { ...passport, password } })
  const status = async () =>
    (await portal.db.ask<{ status: number }>('select status from people where id = $1', [known.id]))[0]
      ?.status
  return { ...portal, portal, known, applied, clerk, second, approve, signIn, status }
}

test('an application for a known patient opens no record until a second member of staff, who has seen the photos too, confirms it', async () => {
  const { portal, db, known, clerk, second, approve, signIn, status } = await withApplication()
  await buildExam(db, { patient_id: known.id })
  await openPhotos(portal, clerk, known.id)
  expect(await approve()).toMatchObject({ patient: { status: 3 }, waiting: ['application'] })
  await expectRejected(approve(), 409, 'Este cambio ya espera la confirmación de otra persona')
  expect((await getRejection(signIn())).message).toMatch(/^Estamos validando tu identidad/)
  const [change] = await second.waiting(known.id)
  expect(change?.changes.find(({ field }) => field === 'email')).toEqual({
    ...{ field: 'email', before: null, after: 'mesonero@ejemplo.cl' },
  })
  await expectRejected(clerk(confirmationEndpoints.confirm, { params: { id: change?.id ?? 0 } }), 403)
  await expectRejected(
    second.confirm(known.id),
    409,
    'Abre cada fotografía antes de confirmar, o confirma en persona',
  )
  expect(await status()).toBe(3)
  await openPhotos(portal, second.call, known.id)
  await second.confirm(known.id)
  expect((await signIn()).patient?.id).toBe(known.id)
  const detail = { requested_by_name: expect.stringMatching(/^Primera/) }
  expect(await db.listAuditEvents('users.confirm')).toMatchObject([{ actor_id: second.account.id, detail }])
})

test('a rejected approval leaves the application waiting, and one of an application that was denied in the meantime waits no more', async () => {
  const { portal, db, known, clerk, second, approve, signIn, status } = await withApplication()
  await buildAppointment(db, { patient_id: known.id, starts_at: new Date('2025-11-20T12:00:00Z') })
  for (const as of [clerk, second.call]) await openPhotos(portal, as, known.id)
  await approve()
  await second.reject(known.id)
  expect([await status(), (await getRejection(signIn())).status]).toEqual([3, 400])
  await approve()
  await clerk(userEndpoints.deny, { params: { id: known.id }, body: {} })
  expect(await second.waiting(known.id)).toEqual([])
  expect([await status(), (await getRejection(signIn())).number]).toEqual([2, 4])
})

test('the counter code of an application, which any holder of its mailbox obtains, takes the place of the photos and not of the second person', async () => {
  const { anonymous, db, known, applied, clerk, second, status } = await withApplication()
  await buildExam(db, { patient_id: known.id })
  const key = applied.application_key ?? ''
  const { code } = await anonymous(applicationEndpoints.createCode, { params: { key } })
  const reason = 'Vino con su cédula'
  const input = { params: { id: known.id }, body: { code, reason, document_checked: true as const } }
  expect((await clerk(confirmInPerson, input)).waiting).toEqual(['application'])
  expect(await status()).toBe(3)
  await second.confirm(known.id)
  expect(await status()).toBe(1)
  expect(await db.ask('select reason from validation_decisions')).toEqual([{ reason }])
})

test('another mailbox that staff enter recovers no account before a second member of staff confirms it, and nothing is mailed to it', async () => {
  const { person, staff, second, editAs, anonymous, mails } = await startAccountChanges()
  const { id, document_number } = await person({ email: 'camila@ejemplo.cl', phone: '912345678' })
  const enter = () => editAs(staff, id, { email: 'mesonero@ejemplo.cl', phone: '987654321' })
  const recover = () =>
    anonymous(profileEndpoints.recover, { body: { document_type_id: 1, document_number } })
  const entered = await enter()
  expect(entered).toMatchObject({
    ...{ waiting: ['email-change'], patient: { email: 'camila@ejemplo.cl', phone: '987654321' } },
  })
  await recover()
  const [change] = await second.waiting(id)
  expect(change?.changes).toEqual([
    { field: 'email', before: 'camila@ejemplo.cl', after: 'mesonero@ejemplo.cl' },
  ])
  await expectRejected(staff(confirmationEndpoints.confirm, { params: { id: change?.id ?? 0 } }), 403)
  await second.reject(id)
  expect((await mails()).map(({ recipient }) => recipient)).not.toContain('mesonero@ejemplo.cl')
  await enter()
  await second.confirm(id)
  expect((await mails()).slice(-2)).toMatchObject([
    { template: 'users.emailEntered', recipient: 'mesonero@ejemplo.cl' },
    { template: 'users.emailReplaced', recipient: 'camila@ejemplo.cl' },
  ])
})

test('an account of a known person is opened or opened again by two members of staff, and one of a person without a record by one', async () => {
  const { db, person, staff, second, fields, editAs, seen, mails, auditLog } = await startAccountChanges()
  const known = () => person({ status: 2, without_account: true, email: null })
  const [examined, booked, unknown] = [await known(), await known(), await known()]
  await buildExam(db, { patient_id: examined.id })
  await buildAppointment(db, {
    patient_id: booked.id,
    starts_at: new Date('2026-12-01T12:00:00Z'),
    state: 'cancelled',
  })
  const closed = await person({
    deleted_at: new Date('2026-10-01T12:00:00Z'),
    status: 2,
    email: null,
    password_hash: 'hash',
  })
  const create = (document_number: string) =>
    staff(createPatient, { form: toForm(fields({ document_number })) })
  expect((await create(examined.document_number)).waiting).toEqual(['account-opening'])
  for (const { id } of [booked, closed])
    expect((await editAs(staff, id, { status_data_id: 1 })).waiting).toEqual(['account-opening'])
  expect(await mails()).toEqual([])
  for (const [index, { id }] of [examined, booked, closed].entries()) {
    expect((await seen(id)).status_data_id).not.toBe(1)
    if (index === 0) await second.reject(id)
    else await second.confirm(id)
    expect([index, (await seen(id)).status_data_id]).toEqual([index, index === 0 ? 4 : 1])
  }
  const reopened = (await mails()).find(({ person_id }) => person_id === closed.id)
  expect(reopened).toMatchObject({
    recipient: 'nueva@ejemplo.cl',
    body_text: expect.stringContaining('/proteger/no-fui-yo/'),
  })
  expect((await auditLog('users.enable')).at(-1)?.patient_id).toBe(closed.id)
  // The password that the owner had before closing the account does not return with it.
  expect(await db.ask('select password_hash from people where id = $1', [closed.id])).toEqual([
    { password_hash: null },
  ])
  for (const number of [unknown.document_number, buildRun()])
    expect(await create(number)).toMatchObject({ waiting: [], patient: { status_data_id: 1 } })
  expect((await mails()).at(-1)?.template).toBe('users.welcome')
})

test('a record of the clinic’s other system counts, also while the system does not answer', async () => {
  const [rosa, unknown, other] = [buildRun(), buildRun(), buildRun()]
  const fhir = await startFhirServer([
    ...[
      createPatientResource('rosa', rosa),
      ...staffOfArchive,
      createAppointmentResource('hora', 'rosa', '2025-03-02T12:00:00Z'),
    ],
  ])
  const { staff, fields } = await startAccountChanges('ADMIN_ROLE', {
    environment: { CLINICAL_ARCHIVE_URL: fhir.url },
    archiveTimeouts: { attempt: 10_000, pause: 5, rest: 15_000 },
  })
  const open = async (document_number: string) =>
    (await staff(createPatient, { form: toForm(fields({ document_number })) })).waiting
  expect(await open(rosa)).toEqual(['account-opening'])
  expect(await open(unknown)).toEqual([])
  fhir.line.state = 'down'
  expect(await open(other)).toEqual(['account-opening'])
})

test('a password typed by staff leaves the own one valid until the typed one is used with the code from the proven mailbox', async () => {
  const { db, person, staff, editAs, anonymous, mails } = await startAccountChanges()
  const { id, document_number } = await person({ email: 'camila@ejemplo.cl', password_hash: passwordHash })
  const typed = 'Quebrada-Honda-27'
  const signIn = (password: string) =>
    anonymous(sessionEndpoints.signIn, { body: { document_type_id: 1, document_number, password } })
  await editAs(staff, id, { password: typed })
  expect((await signIn(password)).token).toBeDefined()
  const { token, challenge = '' } = await signIn(typed)
  expect(token).toBeUndefined()
  const mail = (await mails()).findLast(({ template }) => template === 'session.signInCode')
  const code = mail?.body_text.split('\n').find((line) => /^\d{6}$/.test(line)) ?? ''
  await anonymous(mailedCodeEndpoints.answer, { body: { challenge, code } })
  expect(await db.ask('select password_hash from people where id = $1', [id])).toEqual([
    { password_hash: null },
  ])
  expect((await getRejection(signIn(password))).number).toBe(4)
})

test('one member of staff writes down a record at once, which has no access, and its document cannot be written down twice', async () => {
  const { staff, anonymous, db, fields, auditLog, admin } = await startAccountChanges()
  const body = {
    ...{ document_type_id: 1 as const, document_number: buildRun(), first_name: 'Rosa', last_name: 'Mena' },
    ...{ date_birth: '1951-05-05', phone: '912345678' },
  }
  const { patient } = await staff(createRecord, { body })
  expect(patient).toMatchObject({ status_data: { name: 'Sin cuenta' }, email: null, phone: '912345678' })
  expect(await auditLog('users.createRecord')).toMatchObject([{ actor_id: admin.id, patient_id: patient.id }])
  const { patients } = await staff(userEndpoints.list, { body: { filter: 'rosa mena', status: 4 } })
  expect(patients.map(({ id }) => id)).toEqual([patient.id])
  const credentials = { document_type_id: 1, document_number: body.document_number } as const
  await expectRejected(anonymous(sessionEndpoints.signIn, { body: { ...credentials, password } }), 400)
  await anonymous(profileEndpoints.recover, { body: credentials })
  expect(await db.ask('select 1 from temporary_keys union all select 1 from outbox')).toEqual([])
  await expectRejected(
    staff(createRecord, { body }),
    400,
    'Esta persona ya tiene ficha. Búscala en «Usuarios» con el estado «Sin cuenta»',
  )
  const email = 'rosa@ejemplo.cl'
  const opened = await staff(createPatient, { form: toForm(fields({ ...body, email })) })
  expect(opened).toMatchObject({ waiting: [], patient: { id: patient.id, status_data_id: 1, email } })
  await expectRejected(staff(createRecord, { body }), 400, 'El documento ya se encuentra registrado')
  const { fieldErrors } = await getRejection(
    staff(createRecord, { body: { ...body, document_number: '1-1', phone: '' } }),
  )
  expect(fieldErrors.map(({ param }) => param)).toEqual(['document_number', 'phone'])
})
