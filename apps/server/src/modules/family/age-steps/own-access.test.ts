import { appointmentEndpoints } from '@mi-portal/contract/appointments/appointments'
import { peopleEndpoints } from '@mi-portal/contract/people'
import { ownMailboxNeeded, privateItemEndpoints } from '@mi-portal/contract/private-items'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { registrationEndpoints } from '@mi-portal/contract/registration'
import { sessionEndpoints } from '@mi-portal/contract/session/session'
import { userEndpoints } from '@mi-portal/contract/users'
import { expect, test } from 'vitest'
import { buildAppointment, buildExam, buildLink } from '../../../../test/build.ts'
import type { PortalOptions } from '../../../../test/portal.ts'
import { createProfileForm } from '../../../../test/profile.ts'
import {
  applyWithCard,
  buildRegistered,
  choices,
  openPhotos,
  passCheck,
  registrationFields,
  startRegistering,
  toForm,
} from '../../../../test/registration.ts'
import { expectRejected, getRejection } from '../../../../test/rejection.ts'
import { password, passwordHash } from '../../../../test/security/passwords.ts'
import { startAccountChanges } from '../../../../test/staff/account-changes.ts'
import { hashToken } from '../../../platform/security/tokens.ts'

const mailbox = 'Mama.Fuentes@gmail.com'
const guardianMailboxes = [
  'mama.fuentes@gmail.com',
  'MamaFuentes+hija@Gmail.com',
  'mamafuentes@googlemail.com',
]
const refused = [{ msg: expect.stringContaining('es de quien representa a la persona'), param: 'email' }]

/** A mother opened the account of her daughter, with her own mailbox. The clock stands at noon on 26 November 2026. */
async function withDaughter(date_birth: string, options: PortalOptions = {}) {
  const portal = await startRegistering(options)
  const { db } = portal
  const { run } = await buildRegistered(db, { names: 'Martina', date_birth })
  const mother = await portal.person({ first_name: 'Camila', email: mailbox })
  const daughter = await portal.person({
    ...{ document_number: run, first_name: 'Martina', date_birth, email: mailbox.toLowerCase() },
    ...{ opened_as_minor: true, opened_as_child: true, password_hash: passwordHash },
  })
  await buildLink(db, { leader_id: mother.id, member_id: daughter.id })
  const appointment = { patient_id: daughter.id, starts_at: new Date('2026-12-20T15:00:00Z') }
  await buildAppointment(db, appointment)
  await buildAppointment(db, {
    ...appointment,
    reserved_group: 'vih',
    starts_at: new Date('2026-12-21T15:00:00Z'),
  })
  const document = { document_type_id: 1 as const, document_number: run }
  const signIn = (typed = password) =>
    portal.anonymous(sessionEndpoints.signIn, { body: { ...document, password: typed } })
  const recover = () => portal.caller(undefined, '10.0.7.1')(profileEndpoints.recover, { body: document })
  const seenByMother = async () => {
    const call = await portal.as(mother)
    return (await call(appointmentEndpoints.upcomingOf, { params: { id: daughter.id } })).total
  }
  const register = async (solem: string, email: string) => {
    const fields = { document_number: run, solem, email, date_birth }
    const form = toForm(await registrationFields(db, { ...fields, password: 'Araucaria-1810' }))
    return portal.anonymous(registrationEndpoints.register, { form })
  }
  const prove = () => passCheck(portal, run)
  return { ...portal, prove, run, mother, daughter, signIn, recover, seenByMother, register }
}

test('at fourteen, what a mother opened for her daughter ends: sessions, password, recovery by the mother’s mailbox; she keeps a guardian’s view, and the daughter opens it with her own mailbox', async () => {
  const family = await withDaughter('2012-11-27')
  const { caller, clock, signIn, recover, seenByMother, prove, register, db, daughter } = family
  const { token = '' } = await signIn()
  const asDaughter = caller(token)
  expect((await asDaughter(peopleEndpoints.self)).data.id).toBe(daughter.id)
  expect(await seenByMother()).toBe(2)
  clock.advance({ days: 1 })
  await expectRejected(asDaughter(peopleEndpoints.self), 401)
  expect(await getRejection(signIn())).toMatchObject({
    number: 1,
    message: expect.stringContaining('es solo tuya'),
  })
  await recover()
  expect((await db.listMails()).at(-1)).toMatchObject({
    template: 'profile.recoveryClosed',
    body_text: expect.stringContaining('con un correo que nadie más use'),
  })
  expect(await db.ask('select person_id from temporary_keys')).toEqual([])
  expect(await seenByMother()).toBe(1)
  const solem = await prove()
  for (const email of guardianMailboxes)
    expect((await getRejection(register(solem, email))).fieldErrors).toEqual(refused)
  const { patient } = await register(solem, 'martina@ejemplo.cl')
  expect(patient).toMatchObject({ id: daughter.id, email: 'martina@ejemplo.cl', is_a_minor: true })
  expect((await getRejection(signIn())).number).toBe(4)
  const own = caller((await signIn('Araucaria-1810')).token ?? '')
  expect(await own(privateItemEndpoints.options)).toMatchObject({ may_mark: true, lacks: null })
  expect(await seenByMother()).toBe(1)
})

test('while the application of an adolescent waits for staff, her mother keeps a guardian’s view; staff cannot approve it with the mother’s mailbox', async () => {
  const family = await withDaughter('2011-05-10', { environment: { IDENTITY_CHECK: 'staff' } })
  const { run, daughter, seenByMother, as, person, signIn } = family
  await applyWithCard(family, run, { email: guardianMailboxes[1], date_birth: '2011-05-10' })
  expect(await seenByMother()).toBe(1)
  const staff = await as(await person({ rol: 'ADMIN_ROLE' }))
  await openPhotos(family, staff, daughter.id)
  const approve = () => staff(userEndpoints.confirm, { params: { id: daughter.id }, body: {} })
  const { data } = await staff(userEndpoints.one, { params: { id: daughter.id } })
  expect(data.guardian_mailbox).toBe(true)
  await expectRejected(approve(), 400)
  await staff(userEndpoints.deny, {
    params: { id: daughter.id },
    body: { reason: 'El correo es de su madre' },
  })
  expect(await seenByMother()).toBe(1)
  expect((await getRejection(signIn())).number).toBe(1)
})

test('at eighteen, an account opened for an adolescent ends, and it is not opened again with the mailbox of who was the guardian', async () => {
  const { prove, register, db, daughter, signIn } = await withDaughter('2008-11-26')
  await db.ask('update people set opened_as_child = false where id = $1', [daughter.id])
  expect((await getRejection(signIn())).message).toContain('Ya eres mayor de edad')
  const solem = await prove()
  expect((await getRejection(register(solem, mailbox))).fieldErrors).toEqual(refused)
  await register(solem, 'martina@ejemplo.cl')
  expect(
    await db.ask('select opened_as_minor, opened_as_child from people where id = $1', [daughter.id]),
  ).toEqual([{ opened_as_minor: false, opened_as_child: false }])
})

test('an adolescent whose mailbox is that of a guardian, even one who left, gets no key and no clinical mail there, and «Solo yo» names what is missing', async () => {
  const { db, daughter, recover, as, person, runJob, signIn } = await withDaughter('2011-05-10')
  await db.ask('update people set opened_as_child = false where id = $1', [daughter.id])
  await db.ask(`update family_links set state = 'ended', approved_at = created_at where member_id = $1`, [
    daughter.id,
  ])
  await recover()
  expect((await db.listMails()).at(-1)?.body_text).toContain(
    'es de quien representa a una persona adolescente',
  )
  const staff = await as(await person({ rol: 'ADMIN_ROLE' }))
  const document = { document_type_id: 1 as const, document_number: daughter.document_number }
  await expectRejected(staff(profileEndpoints.recover, { body: document }), 409)
  expect(await db.ask('select person_id from temporary_keys')).toEqual([])
  const exam = await buildExam(db, { patient_id: daughter.id, announced_at: null })
  await runJob('exams.announce')
  expect((await db.listMails()).filter(({ template }) => template === 'exams.newResult')).toEqual([])
  await signIn()
  const call = await as(daughter)
  expect(await call(privateItemEndpoints.options)).toMatchObject({ may_mark: false, lacks: 'own_mailbox' })
  const mark = { attention_id: exam.id, type: 'laboratory' as const, is_private: true }
  await expectRejected(call(privateItemEndpoints.markExam, { body: mark }), 409, ownMailboxNeeded)
  await db.ask(`update people set email = 'martina@ejemplo.cl' where id = $1`, [daughter.id])
  await call(privateItemEndpoints.markExam, { body: mark })
})

test('a guardian’s mailbox is no new address of an adolescent at any door, and one of a child below that age', async () => {
  const portal = await startAccountChanges()
  const { db, as, person, staff, superAdmin, editAs, fields, seen, anonymous, clock } = portal
  const mother = await person({ email: mailbox })
  const teenager = await person({ date_birth: '2011-05-10', email: 'martina@ejemplo.cl' })
  const child = await person({ date_birth: '2016-05-10', email: 'nieta@ejemplo.cl' })
  const unopened = await person({ date_birth: '2011-05-10', email: null, status: 2, without_account: true })
  for (const { id } of [teenager, child, unopened])
    await buildLink(db, { leader_id: mother.id, member_id: id, guardian_proof: null })
  const own = await as(teenager)
  const chosen = Object.entries(await choices(db)).map(([name, value]) => [name, String(value)])
  const edit = {
    form: createProfileForm({ ...Object.fromEntries(chosen), email: mailbox, date_birth: '2011-05-10' }),
  }
  const doors: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['the own profile', () => own(profileEndpoints.edit, edit)],
    ['an edit by staff', () => editAs(staff, teenager.id, { email: mailbox, date_birth: '2011-05-10' })],
    [
      'the opening of an account',
      async () => {
        const { document_number } = await seen(unopened.id)
        const form = toForm(fields({ document_number, email: mailbox, date_birth: '2011-05-10' }))
        return superAdmin(userEndpoints.createPatient, { form })
      },
    ],
  ]
  for (const [door, open] of doors) {
    const { fieldErrors } = await getRejection(open())
    expect([door, fieldErrors.filter(({ param }) => param === 'email')]).toEqual([door, refused])
  }
  // A link to the mailbox, from before its owner became a guardian.
  await db.ask(
    `insert into email_changes (person_id, email, token_hash, created_at, expires_at)
     values ($1, $2, $3, $4, $4::timestamptz + interval '1 day')`,
    [teenager.id, mailbox, hashToken('enlace'), clock.now()],
  )
  await expectRejected(anonymous(profileEndpoints.confirmEmail, { body: { token: 'enlace' } }), 400)
  await editAs(staff, child.id, { email: mailbox })
})
