/** One member of staff alone, with a mailbox and an account of their own, tries every door to the records of patients. */
import { staffAccountEndpoints } from '@mi-portal/contract/account-security'
import { applicationEndpoints } from '@mi-portal/contract/applications'
import { confirmationEndpoints } from '@mi-portal/contract/confirmations'
import { examEndpoints } from '@mi-portal/contract/exams/exams'
import { familyRequestEndpoints } from '@mi-portal/contract/family/requests'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { sessionEndpoints } from '@mi-portal/contract/session/session'
import { userEndpoints } from '@mi-portal/contract/users'
import { expect, test } from 'vitest'
import { buildExam, buildRun, type PersonOverrides } from '../../../test/build.ts'
import { asA, legalTextId, staffAcceptance } from '../../../test/family.ts'
import { applyWithCard, openPhotos, toForm } from '../../../test/registration.ts'
import { expectRejected } from '../../../test/rejection.ts'
import { passwordHash } from '../../../test/security/passwords.ts'
import { startAccountChanges } from '../../../test/staff/account-changes.ts'

const password = 'Quebrada-Honda-27'
const mailbox = 'mesonera@ejemplo.cl'
const own = { email: mailbox, password }
const document_checked = true as const

/** A clerk with colleagues who confirm nothing, the patients, and what the clerk tries. */
async function withClerk() {
  const clinic = await startAccountChanges('ADMIN_ROLE', { environment: { IDENTITY_CHECK: 'staff' } })
  const { db, person, staff, fields, editAs, anonymous, as } = clinic
  const people: { id: number; document_number: string }[] = []
  const patient = async (overrides: PersonOverrides) => {
    const one = await person(overrides)
    await buildExam(db, { patient_id: one.id })
    people.push(one)
    return { ...one, params: { id: one.id } }
  }
  const known = () => patient({ status: 2, without_account: true, email: null })
  const holder = () => patient({ email: `paciente.${people.length}@ejemplo.cl`, password_hash: passwordHash })
  const [applied, created, opened] = [await known(), await known(), await known()]
  const [moved, renamed, typed, locked] = [await holder(), await holder(), await holder(), await holder()]
  await db.ask(
    `insert into second_factors (person_id, secret, created_at, confirmed_at) values ($1, 'x', now(), now())`,
    [renamed.id],
  )
  const child = await patient({ date_birth: '2018-03-02', opened_as_minor: true })
  const self = await person({ email: mailbox })
  const apply = () => applyWithCard(clinic, applied.document_number, own)
  const doors: Readonly<Record<string, () => Promise<unknown>>> = {
    'an application with photos': async () => {
      await apply()
      await openPhotos(clinic, staff, applied.id)
      await staff(userEndpoints.confirm, { params: applied.params, body: {} })
    },
    'an application with the code of the counter': async () => {
      await staff(userEndpoints.deny, { params: applied.params, body: {} })
      const key = (await apply()).application_key ?? ''
      const { code } = await anonymous(applicationEndpoints.createCode, { params: { key } })
      const body = { code, document_checked, reason: 'Vino con su cédula' }
      await staff(userEndpoints.confirmInPerson, { params: applied.params, body })
    },
    'a new account for a known document': () => {
      const form = toForm(fields({ document_number: created.document_number, ...own, password: undefined }))
      return staff(userEndpoints.createPatient, { form })
    },
    'an account for a record': () => editAs(staff, opened.id, { status_data_id: 1, email: mailbox }),
    'another mailbox': () => editAs(staff, moved.id, { email: mailbox }),
    'another document': () => editAs(staff, renamed.id, { document_number: buildRun() }),
    'another birth date': () => editAs(staff, typed.id, { date_birth: '2018-03-02' }),
    'a typed password': () => editAs(staff, typed.id, { password }),
    'a temporary password': () =>
      staff(profileEndpoints.recover, {
        body: { document_type_id: 1, document_number: typed.document_number },
      }),
    'a removed second factor': async () => {
      await staff(staffAccountEndpoints.resetSecondFactor, { params: renamed.params })
      await staff(staffAccountEndpoints.giveResetCode, { params: renamed.params, body: { document_checked } })
    },
    'a lock that the clerk ends': async () => {
      const { params } = locked
      await staff(staffAccountEndpoints.lock, { params, body: { reason: 'asked-by-owner' } })
      await staff(staffAccountEndpoints.unlock, { params, body: { document_checked } })
    },
    'a disabled account that is enabled again': async () => {
      await editAs(staff, locked.id, { status_data_id: 2 })
      await editAs(staff, locked.id, { status_data_id: 1, email: mailbox })
    },
    'the guardianship of a child': async () => {
      const { request_id } = await (await as(self))(familyRequestEndpoints.add, {
        body: {
          ...{ family_document_type: 1, family_document_number: child.document_number },
          ...{ type_relationship_id: asA.child, legal_text_id: legalTextId },
        },
      })
      const [link] = await db.ask<{ family_id: number; applicant_id: number }>(
        'select family_id, applicant_id from family_requests where id = $1',
        [request_id],
      )
      const { family_id, applicant_id } = link ?? { family_id: 0, applicant_id: 0 }
      await staff(familyRequestEndpoints.staffAccept, {
        params: { request_id, family_id, applicant_id },
        query: staffAcceptance,
      })
    },
  }
  return { ...clinic, self, people, doors }
}

test('one member of staff alone opens no record in eight days, whichever door they try', async () => {
  const { db, clock, staff, self, people, doors, as, anonymous, mails, runJob } = await withClerk()

  /** Returns how the clerk enters a record, or what a mail to the clerk opens. */
  async function enter(): Promise<string[]> {
    const asSelf = await as(self)
    const signIns = people.map(async ({ id, document_number }) => {
      const credentials = { document_type_id: 1, document_number, password } as const
      const opened = await anonymous(sessionEndpoints.signIn, { body: credentials }).catch(() => null)
      const seen = await asSelf(examEndpoints.listOf, { params: { patientId: id } }).catch(() => null)
      return [opened?.token && `session of ${id}`, seen && `exams of ${id}`]
    })
    const received = (await mails()).filter(({ recipient }) => recipient === mailbox)
    const opening = received.map(({ template }) => template).filter((name) => !opensNothing.has(name))
    return [...(await Promise.all(signIns)).flat(), ...opening].filter((way) => typeof way === 'string')
  }

  for (const [name, open] of Object.entries(doors)) {
    clock.advance({ minutes: 1 })
    await open().catch((error: Error) => expect([name, error.message]).toEqual([name, 'taken']))
  }
  expect(await enter()).toEqual([])
  const { confirmations } = await staff(confirmationEndpoints.list, { query: { limit: '50' } })
  expect(confirmations.length).toBeGreaterThan(7)
  for (const { id } of confirmations)
    await expectRejected(staff(confirmationEndpoints.confirm, { params: { id } }), 403)
  for (const hours of [25, 48, 120]) {
    clock.advance({ hours })
    await runJob('confirmations.makeDue')
    for (const { document_number } of people)
      await anonymous(profileEndpoints.recover, { body: { document_type_id: 1, document_number } })
    expect([hours, await enter()]).toEqual([hours, []])
  }
  const read = `select id from audit_events where action like 'exams.%' and outcome = 'done' and patient_id = any($1)`
  expect(await db.ask(read, [people.map(({ id }) => id)])).toEqual([])
})

/** The mails to the clerk's mailbox that open nothing. */
const opensNothing = new Set(['registration.received', 'users.denied'])
