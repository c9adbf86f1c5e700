import { accountSecurityEndpoints } from '@mi-portal/contract/account-security'
import { passkeyEndpoints } from '@mi-portal/contract/passkeys/passkeys'
import { peopleEndpoints } from '@mi-portal/contract/people'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { contactEndpoints } from '@mi-portal/contract/service-requests/contact'
import { inboxEndpoints } from '@mi-portal/contract/service-requests/inbox'
import { secondFactorEndpoints } from '@mi-portal/contract/session/second-factor'
import { sessionEndpoints } from '@mi-portal/contract/session/session'
import { expect, test } from 'vitest'
import { buildPerson } from '../../../test/build.ts'
import { createPasskeyDevice, portalOrigin } from '../../../test/external/passkey-device.ts'
import { startPortal } from '../../../test/portal.ts'
import { expectRejected, getRejection } from '../../../test/rejection.ts'
import { password, passwordHash } from '../../../test/security/passwords.ts'

const home = '190.45.17.3'
const elsewhere = '201.8.3.4'

async function withPatient() {
  const portal = await startPortal({ environment: { PUBLIC_URL: portalOrigin } })
  const person = await portal.person({ password_hash: passwordHash })
  const document = { document_type_id: 1 as const, document_number: person.document_number }
  const signIn = async (ip: string) => {
    const { token } = await portal.caller(undefined, ip)(sessionEndpoints.signIn, {
      body: { ...document, password },
    })
    return portal.caller(token, ip)
  }
  const mails = () => portal.db.listMails(person.id)
  /** Signs in on two devices and returns the token of the link in the mail about the second one. */
  const reportToken = async () => {
    await signIn(home)
    portal.clock.advance({ hours: 1 })
    const thief = await signIn(elsewhere)
    const mail = (await mails()).find(({ template }) => template === 'session.newDevice')
    const token = /\/no-fui-yo\/(\S+)/.exec(mail?.body_text ?? '')?.[1] ?? ''
    return { token, thief }
  }
  return { ...portal, person, document, signIn, mails, reportToken }
}

test('a reported sign-in ends all sessions, stops recovery, opens a case and is mailed to the owner', async () => {
  const { signIn, document, as, mails, anonymous, db, clock } = await withPatient()
  const call = await signIn(elsewhere)
  const { sign_ins } = await call(accountSecurityEndpoints.signIns, {})
  await call(accountSecurityEndpoints.reportSignIn, { params: { id: sign_ins[0]?.id ?? 0 } })
  await expectRejected(call(peopleEndpoints.self), 401)

  await anonymous(profileEndpoints.recover, { body: document })
  expect(await db.ask('select * from temporary_keys')).toEqual([])
  const sent = await mails()
  expect(sent.map(({ template }) => template)).toEqual(['account.useReported', 'profile.recoveryClosed'])
  expect(sent[0]?.body_text).toContain('201.8.•.•')

  const staff = await as(await buildPerson(db, { rol: 'ADMIN_ROLE' }))
  const { requests } = await staff(inboxEndpoints.tray, { query: { matter: 'contact' } })
  expect(requests).toMatchObject([{ subject: 'Uso de mi cuenta que no reconozco', state: 'pendiente' }])
  const { request } = await staff(inboxEndpoints.open, {
    params: { matter: 'contact', id: requests[0]?.id ?? 0 },
  })
  expect(request.message).toContain('un inicio de sesión el 26/11/2026 a las 12:00')

  clock.advance({ minutes: 5 })
  const again = await signIn(home)
  const { contactUs } = await again(contactEndpoints.pages, { body: {} })
  expect(contactUs).toMatchObject([{ reason_contact: { name: 'Uso de mi cuenta que no reconozco' } }])
})

test('a rejected sign-in and a sign-in of another account cannot be reported', async () => {
  const { signIn, anonymous, document, as, db, clock } = await withPatient()
  await getRejection(
    anonymous(sessionEndpoints.signIn, { body: { ...document, password: 'Equivocada2026' } }),
  )
  clock.advance({ minutes: 1 })
  const call = await signIn(home)
  const { sign_ins } = await call(accountSecurityEndpoints.signIns, {})
  expect(sign_ins.map(({ accepted }) => accepted)).toEqual([true, false])
  const report = (id: number | undefined) =>
    getRejection(call(accountSecurityEndpoints.reportSignIn, { params: { id: id ?? 0 } }))
  expect((await report(sign_ins[1]?.id)).status).toBe(404)
  expect((await report(2_000_000_000)).status).toBe(404)
  const stranger = await as(await buildPerson(db))
  await expectRejected(
    stranger(accountSecurityEndpoints.reportSignIn, { params: { id: sign_ins[0]?.id ?? 0 } }),
    404,
  )
  await call(peopleEndpoints.self)
})

test('the link of the mail about a new device reports that sign-in once within seven days, also when used at once, and is stored as a hash', async () => {
  const { reportToken, anonymous, mails, db, clock } = await withPatient()
  const { token, thief } = await reportToken()
  const [row] = await db.ask<{ stored: string }>('select l::text as stored from account_links l')
  expect(row?.stored).not.toContain(token)
  const report = () => anonymous(accountSecurityEndpoints.reportByLink, { body: { token } })
  const now = clock.now().toISOString()
  clock.advance({ days: 7, seconds: 1 })
  await expectRejected(report(), 410)
  clock.set(now)
  const outcomes = await Promise.allSettled([report(), report(), report()])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await db.ask('select count(*)::int as count from contacts')).toEqual([{ count: 1 }])
  await expectRejected(thief(peopleEndpoints.self), 401)
  expect((await mails()).map(({ template }) => template)).toContain('account.useReported')
  await expectRejected(report(), 410)
})

async function withPasskeys() {
  const portal = await withPatient()
  const call = await portal.signIn(home)
  const [own, stranger] = [createPasskeyDevice(), createPasskeyDevice()]
  await own.register(call, 'La mía')
  portal.clock.advance({ days: 8 })
  const { token, thief } = await portal.reportToken()
  await stranger.register(thief, 'Otra')
  const enter = async (device: typeof own) =>
    portal.anonymous(passkeyEndpoints.signIn, {
      body: { area: 'patient', credential: await device.signIn(portal.anonymous) },
    })
  return { ...portal, own, stranger, thief, token, enter }
}

test('a passkey added after the reported sign-in is suspended, one of eight days before signs in', async () => {
  const { anonymous, token, enter, own, stranger, caller, mails, db } = await withPasskeys()
  await anonymous(accountSecurityEndpoints.reportByLink, { body: { token } })
  expect((await getRejection(enter(stranger))).message).toContain('huella o PIN')
  const call = caller((await enter(own)).token)
  const { passkeys } = await call(passkeyEndpoints.list)
  expect(passkeys).toMatchObject([
    { name: 'La mía', suspended: false },
    { name: 'Otra', suspended: true },
  ])
  const mail = (await mails()).find(({ template }) => template === 'account.useReported')
  expect(mail?.body_text).toContain('suspendimos la entrada con huella o PIN')
  expect(await db.listAuditEvents('account.report')).toMatchObject([{ detail: { suspended_passkeys: 1 } }])
  expect(await db.ask<{ message: string }>('select message from contacts')).toMatchObject([
    { message: expect.stringContaining('Dispositivos con huella o PIN suspendidos: 1.') },
  ])
  await call(passkeyEndpoints.remove, { params: { id: passkeys[1]?.id ?? 0 } })
  expect((await call(passkeyEndpoints.list)).passkeys).toHaveLength(1)
})

test('a suspended passkey confirms no session and cannot be registered again', async () => {
  const { anonymous, token, stranger, signIn, thief } = await withPasskeys()
  const before = (await thief(passkeyEndpoints.confirmOptions)).options
  await anonymous(accountSecurityEndpoints.reportByLink, { body: { token } })
  const call = await signIn(home)
  const { options } = await call(passkeyEndpoints.confirmOptions)
  expect(options.allowCredentials).toHaveLength(1)
  const credential = stranger.sign({ ...before, challenge: options.challenge })
  await expectRejected(call(passkeyEndpoints.confirm, { body: { credential } }), 400)
  const registering = (await call(passkeyEndpoints.registerOptions)).options
  expect(registering.excludeCredentials).toHaveLength(2)
})

test('the link of the mail about an added passkey suspends it', async () => {
  const { mails, anonymous, enter, stranger } = await withPasskeys()
  const mail = (await mails()).filter(({ template }) => template === 'passkeys.added').at(-1)
  const token = /\/no-fui-yo\/(\S+)/.exec(mail?.body_text ?? '')?.[1] ?? ''
  await anonymous(accountSecurityEndpoints.reportByLink, { body: { token } })
  await expectRejected(enter(stranger), 400)
})

test('a password alone is not enough to replace a passkey of staff by a report', async () => {
  const portal = await startPortal({
    environment: { PUBLIC_URL: portalOrigin, STAFF_SECOND_FACTOR: 'required' },
  })
  const person = await portal.person({ password_hash: passwordHash, rol: 'ADMIN_ROLE' })
  await createPasskeyDevice().register(await portal.as(person))
  const body = { document_type_id: 1 as const, document_number: person.document_number, password }
  const signIn = async () =>
    portal.caller((await portal.anonymous(sessionEndpoints.signInStaff, { body })).token)
  const thief = await signIn()
  const { sign_ins } = await thief(accountSecurityEndpoints.signIns, {})
  await thief(accountSecurityEndpoints.reportSignIn, { params: { id: sign_ins[0]?.id ?? 0 } })
  const again = await signIn()
  await expectRejected(again(secondFactorEndpoints.begin, { body: {} }), 403)
  await expectRejected(again(passkeyEndpoints.registerOptions), 403)
})
