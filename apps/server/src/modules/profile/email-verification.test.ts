import { emailVerificationEndpoints } from '@mi-portal/contract/email-verification'
import { peopleEndpoints } from '@mi-portal/contract/people'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { userEndpoints } from '@mi-portal/contract/users'
import { expect, test } from 'vitest'
import type { Portal } from '../../../test/portal.ts'
import { createProfileForm, startProfile } from '../../../test/profile.ts'
import {
  buildRegistered,
  openPhotos,
  registerPassport,
  registerRun,
  startRegistered,
  startRegistering,
} from '../../../test/registration.ts'
import { expectRejected } from '../../../test/rejection.ts'

const tokenIn = (mail: { body_text: string } | undefined) =>
  /\/correo\/(\S+)/.exec(mail?.body_text ?? '')?.[1] ?? ''

const confirm = (portal: Portal, token: string) =>
  portal.anonymous(profileEndpoints.confirmEmail, { body: { token } })

async function isVerified({ db }: Portal, personId: number): Promise<boolean> {
  const [row] = await db.ask<{ at: Date | null }>(
    'select email_verified_at as at from people where id = $1',
    [personId],
  )
  return row?.at !== null
}

const unverified = { email_verified_at: null }

test('a registration ends with a mail whose link verifies the address for seven days', async () => {
  const { portal, run } = await startRegistered()
  const { patient } = await registerRun(portal, run)
  expect(await isVerified(portal, patient.id)).toBe(false)
  const mail = (await portal.db.listMails()).at(-1)
  expect(mail).toMatchObject({ template: 'registration.confirmed', recipient: 'valentina@ejemplo.cl' })
  expect(mail?.body_text).not.toMatch(/Valentina|Muñoz/)
  await confirm(portal, tokenIn(mail))
  expect(await isVerified(portal, patient.id)).toBe(true)
  const late = await registerRun(portal, (await buildRegistered(portal.db)).run)
  portal.clock.advance({ days: 7 })
  await expectRejected(confirm(portal, tokenIn((await portal.db.listMails()).at(-1))), 410)
  expect(await isVerified(portal, late.patient.id)).toBe(false)
})

test('the address of an application is verified with the mail of its approval, and not while it waits', async () => {
  const portal = await startRegistering()
  const { patient } = await registerPassport(portal, 'P7654321')
  expect(tokenIn((await portal.db.listMails()).at(-1))).toBe('')
  const staff = await portal.as(await portal.person({ rol: 'ADMIN_ROLE' }))
  await openPhotos(portal, staff, patient.id)
  await staff(userEndpoints.confirm, { params: { id: patient.id }, body: {} })
  expect(await isVerified(portal, patient.id)).toBe(false)
  await confirm(portal, tokenIn((await portal.db.listMails()).at(-1)))
  expect(await isVerified(portal, patient.id)).toBe(true)
})

test('a link that was sent again verifies the address, and the link before is void', async () => {
  const portal = await startProfile(unverified)
  const call = await portal.as(portal.holder)
  expect(await call(emailVerificationEndpoints.resend)).toMatchObject({ email: 'ro•••••@ejemplo.cl' })
  await call(emailVerificationEndpoints.resend)
  const [first, second] = await portal.db.listMails()
  expect(first).toMatchObject({ template: 'profile.verifyEmail', recipient: 'rosa@ejemplo.cl' })
  await expectRejected(confirm(portal, tokenIn(first)), 410)
  expect(await confirm(portal, tokenIn(second))).toMatchObject({ email: 'ro•••••@ejemplo.cl' })
  await confirm(portal, tokenIn(second))
  const audited = await portal.db.listAuditEvents('profile.email%')
  expect(audited.map(({ action }) => action)).toEqual([
    'profile.emailLink',
    'profile.emailLink',
    'profile.email',
  ])
  expect((await portal.db.listMails()).map(({ template }) => template)).not.toContain('profile.emailChanged')
})

test('a signed-in person, also of the staff, learns whether their own address is verified', async () => {
  const portal = await startProfile(unverified)
  const call = await portal.as(portal.holder)
  const state = { email: 'ro•••••@ejemplo.cl', verified: false, pending: null, question: false }
  expect(await call(emailVerificationEndpoints.state)).toMatchObject(state)
  await call(profileEndpoints.edit, { form: createProfileForm({ email: 'nueva@ejemplo.cl' }) })
  expect(await call(emailVerificationEndpoints.state)).toMatchObject({
    ...state,
    pending: 'nu•••••@ejemplo.cl',
  })
  const staff = await portal.as(await portal.person({ rol: 'ADMIN_ROLE' }))
  expect(await staff(emailVerificationEndpoints.state)).toMatchObject({ verified: true })
})

test('a link is sent again at most five times a day, and not to a verified address', async () => {
  const portal = await startProfile(unverified)
  const call = await portal.as(portal.holder)
  for (let sent = 0; sent < 5; sent++) await call(emailVerificationEndpoints.resend)
  await expectRejected(call(emailVerificationEndpoints.resend), 429)
  const other = await portal.as(await portal.person())
  await expectRejected(other(emailVerificationEndpoints.resend), 409, 'Tu e-mail ya está verificado')
})

test('an address that the patient confirmed at a change is verified, and the link to the one before is void', async () => {
  const portal = await startProfile(unverified)
  const call = await portal.as(portal.holder)
  await call(emailVerificationEndpoints.resend)
  await call(profileEndpoints.edit, { form: createProfileForm({ email: 'nueva@ejemplo.cl' }) })
  const mails = await portal.db.listMails()
  const change = mails.find(({ template }) => template === 'profile.confirmEmail')
  await confirm(portal, tokenIn(change))
  expect(await isVerified(portal, portal.holder.id)).toBe(true)
  await expectRejected(confirm(portal, tokenIn(mails[0])), 410)
  expect((await call(peopleEndpoints.self)).data.email).toBe('nueva@ejemplo.cl')
})

test('an unverified address gets no temporary password: the answer is the same, and the mail has the link that verifies it', async () => {
  const portal = await startProfile(unverified)
  // Staff and patients look alike in the answer.
  const other = await portal.person({ rol: 'ADMIN_ROLE', email: 'raul@ejemplo.cl' })
  const answers = [portal.holder, other].map(async ({ document_number }) => {
    const body = { document_type_id: 1 as const, document_number }
    return portal.anonymous(profileEndpoints.recover, { body })
  })
  expect((await Promise.all(answers)).map(({ patient }) => patient.email)).toEqual([
    'r•••••@•••••',
    'r•••••@•••••',
  ])
  const keys = await portal.db.ask<{ person_id: number }>('select person_id from temporary_keys')
  expect(keys.map(({ person_id }) => person_id)).toEqual([other.id])
  const mail = (await portal.db.listMails()).find(({ recipient }) => recipient === 'rosa@ejemplo.cl')
  expect(mail?.template).toBe('profile.verifyToRecover')
  expect(mail?.body_text).not.toMatch(/Rosa|Tapia/)
  await confirm(portal, tokenIn(mail))
  await portal.anonymous(profileEndpoints.recover, { body: portal.document })
  expect((await portal.db.listMails()).at(-1)).toMatchObject({
    template: 'profile.temporaryPassword',
    recipient: 'rosa@ejemplo.cl',
  })
})

test('whether the address is still right is asked a year after it was verified, and again a year after each answer', async () => {
  const portal = await startProfile({ email_verified_at: new Date('2025-11-26T15:00:00Z') })
  const isAsked = async () =>
    (await (await portal.as(portal.holder))(emailVerificationEndpoints.state)).question
  expect(await isAsked()).toBe(true)
  for (const answer of ['yes', 'later'] as const) {
    await (await portal.as(portal.holder))(emailVerificationEndpoints.answerQuestion, { body: { answer } })
    expect(await isAsked()).toBe(false)
    portal.clock.advance({ days: 364 })
    expect(await isAsked()).toBe(false)
    portal.clock.advance({ days: 1 })
    expect(await isAsked()).toBe(true)
  }
  const wrong = (await portal.as(portal.holder))(emailVerificationEndpoints.answerQuestion, {
    body: { answer: 'no' as 'yes' },
  })
  await expectRejected(wrong, 400)
})
