import { peopleEndpoints } from '@mi-portal/contract/people'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { sessionEndpoints } from '@mi-portal/contract/session/session'
import { expect, test } from 'vitest'
import type { TestDatabase } from '../../../test/ask.ts'
import { solveRobotCheck } from '../../../test/external/robot-check.ts'
import { oldPassword, startProfile } from '../../../test/profile.ts'
import { expectRejected, getRejection } from '../../../test/rejection.ts'

/** Returns the temporary password of the newest mail, which has its own line. */
async function keyIn(db: TestDatabase): Promise<string> {
  const text = (await db.listMails()).at(-1)?.body_text ?? ''
  return text.split('\n').find((line) => /^[A-Za-z0-9-]{10,24}$/.test(line)) ?? ''
}

const newPassword = 'Araucaria-1810'
const change = (old: string, password = newPassword) => ({
  body: { oldPassword: old, password, temporaryKeyStatus: false },
})

test('a password change needs the current password, counts at once and is notified by mail', async () => {
  const { anonymous, caller, credentials, db, holder } = await startProfile()
  const { token } = await anonymous(sessionEndpoints.signIn, { body: credentials })
  const call = caller(token)
  const fieldErrors = [{ msg: 'La contraseña actual no es correcta', param: 'oldPassword' }]
  for (const temporaryKeyStatus of [true, false]) {
    const body = { ...change('Otra2026x').body, temporaryKeyStatus }
    await expectRejected(call(profileEndpoints.changePassword, { body }), 400, { fieldErrors })
  }
  await call(profileEndpoints.changePassword, change(oldPassword))
  expect((await call(peopleEndpoints.self)).data.id).toBe(holder.id)
  const old = await getRejection(anonymous(sessionEndpoints.signIn, { body: credentials }))
  expect(old.number).toBe(4)
  const body = { ...credentials, password: newPassword }
  expect((await anonymous(sessionEndpoints.signIn, { body })).token).toBeDefined()
  expect((await db.listMails())[0]).toMatchObject({
    template: 'profile.passwordChanged',
    recipient: 'rosa@ejemplo.cl',
  })
  expect(await db.listAuditEvents('profile.password')).toMatchObject([
    { outcome: 'refused', detail: null },
    { outcome: 'refused', detail: null },
    { outcome: 'done', detail: null },
  ])
})

test('a new password is rejected at its field if it is empty, weak, too long, the current one, common, or holds a name, the product or the document', async () => {
  const { as, holder } = await startProfile()
  const call = await as(holder)
  for (const password of [
    ...['', 'Abc123', 'araucaria1810', `Aa1${'x'.repeat(126)}`, oldPassword, 'Password1', 'MiTapia-2026'],
    ...['ElPortal-2026', `Aa${holder.document_number}`],
  ]) {
    const { fieldErrors } = await getRejection(
      call(profileEndpoints.changePassword, change(oldPassword, password)),
    )
    expect([password, fieldErrors[0]?.param]).toEqual([password, 'password'])
  }
})

test('a new password of any characters, and all of its 128, counts', async () => {
  const { as, holder, anonymous, credentials } = await startProfile()
  let current = oldPassword
  for (const password of ['Ñandú 山🙂 "1810" <b>\\;--', `Aa1${'x'.repeat(124)}y`]) {
    await (await as(holder))(profileEndpoints.changePassword, change(current, password))
    const shorter = { ...credentials, password: password.slice(0, -1) }
    expect((await getRejection(anonymous(sessionEndpoints.signIn, { body: shorter }))).number).toBe(4)
    const body = { ...credentials, password }
    expect((await anonymous(sessionEndpoints.signIn, { body })).token).toBeDefined()
    current = password
  }
})

test('guesses of the current password are rate limited', async () => {
  const { as, holder } = await startProfile()
  const call = await as(holder)
  for (let i = 0; i < 10; i++) {
    await getRejection(call(profileEndpoints.changePassword, change(`Mala${i}2026`)))
  }
  const failure = await getRejection(call(profileEndpoints.changePassword, change(oldPassword)))
  expect(failure.status).toBe(429)
  expect(failure.retryAfter).toBeGreaterThan(0)
})

test('only one of two concurrent changes with the same current password is made', async () => {
  const { as, holder } = await startProfile()
  const call = await as(holder)
  const outcomes = await Promise.allSettled([
    call(profileEndpoints.changePassword, change(oldPassword, 'Araucaria-1810')),
    call(profileEndpoints.changePassword, change(oldPassword, 'Copihue-1820')),
  ])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a person with a forgotten password gets a mail with a temporary password, on its own line, for half an hour', async () => {
  const { anonymous, document, db, clock, holder } = await startProfile()
  const { patient } = await anonymous(profileEndpoints.recover, { body: document })
  expect(patient).toEqual({ document_number: holder.document_number, email: 'r•••••@•••••' })
  const [mail] = await db.listMails()
  expect(mail?.body_text).toContain('contraseña temporal')
  expect(mail?.subject).not.toMatch(/Rosa|Tapia/)
  expect(mail?.not_after).toEqual(new Date(clock.now().getTime() + 30 * 60_000))
  const key = await keyIn(db)
  expect(key).toMatch(/[a-z]/)
  expect(key).toMatch(/[A-Z]/)
  expect(key).toMatch(/\d/)
  expect(await db.ask('select hash from temporary_keys')).not.toContainEqual({ hash: key })
})

test('a temporary password opens a session that can only change it, and that then continues as any other', async () => {
  const { anonymous, caller, document, credentials, db } = await startProfile()
  await anonymous(profileEndpoints.recover, { body: document })
  const key = await keyIn(db)
  const { token, patient } = await anonymous(sessionEndpoints.signIn, {
    body: { ...document, password: key },
  })
  expect(patient?.temporary_key_status).toBe(true)
  const call = caller(token)
  await expectRejected(call(peopleEndpoints.self), 403, 'Debes cambiar tu contraseña temporal para continuar')
  for (const wrong of [oldPassword, 'Otra2026x', '']) {
    expect(
      (await getRejection(call(profileEndpoints.changePassword, change(wrong)))).fieldErrors[0]?.param,
    ).toBe('oldPassword')
  }
  expect((await getRejection(call(profileEndpoints.changePassword, change(key, key)))).message).toBe(
    'La nueva contraseña debe ser distinta de la actual',
  )
  await call(profileEndpoints.changePassword, change(key))
  expect((await call(peopleEndpoints.self)).data.temporary_key_status).toBe(false)
  const body = { ...credentials, password: newPassword }
  expect((await anonymous(sessionEndpoints.signIn, { body })).token).toBeDefined()
})

test('each of the last three temporary passwords works once, for half an hour, until the password changes, and the old password works meanwhile', async () => {
  const { as, anonymous, caller, document, credentials, db, clock, holder, person } = await startProfile()
  let network = 0
  const recover = async () => {
    network += 1
    clock.advance({ seconds: 1 })
    await caller(undefined, `10.0.${network}.1`)(profileEndpoints.recover, { body: document })
    return keyIn(db)
  }
  const signIn = (key: string) => anonymous(sessionEndpoints.signIn, { body: { ...document, password: key } })
  const [first, second, third] = [await recover(), await recover(), await recover()]
  expect((await anonymous(sessionEndpoints.signIn, { body: credentials })).token).toBeDefined()
  // Further requests get the same answer and no mail, so they void nothing that the owner has in the mailbox.
  expect(await recover()).toBe(third)
  expect(await db.listMails()).toHaveLength(3)
  const staff = await as(await person({ rol: 'ADMIN_ROLE' }))
  await staff(profileEndpoints.recover, { body: document })
  expect((await getRejection(signIn(first))).number).toBe(4)
  for (const used of [second, third]) {
    await signIn(used)
    expect((await getRejection(signIn(used))).number).toBe(4)
  }
  const late = await recover()
  clock.advance({ minutes: 30 })
  expect((await getRejection(signIn(late))).number).toBe(4)
  clock.advance({ hours: 1 })
  const voided = await recover()
  await (await as(holder))(profileEndpoints.changePassword, change(oldPassword))
  expect((await getRejection(signIn(voided))).number).toBe(4)
})

test('a recovery for a disabled, pending, grown-up or deleted account answers the same, and the mail explains the state instead', async () => {
  const { caller, document, db } = await startProfile()
  for (const [at, [state, back, words]] of (
    [
      ['status = 2', 'status = 1', 'Tu cuenta está deshabilitada'],
      ['status = 3', 'status = 1', 'Estamos validando tu identidad'],
      [
        `opened_as_minor = true, date_birth = '2008-11-26'`,
        'opened_as_minor = false',
        'Ya eres mayor de edad',
      ],
      [`deleted_at = '2026-01-01'`, 'deleted_at = null', 'El perfil ha sido eliminado'],
    ] as const
  ).entries()) {
    await db.ask(`update people set ${state}`)
    const { patient } = await caller(undefined, `10.0.${at}.1`)(profileEndpoints.recover, { body: document })
    expect(patient.email).toBe('r•••••@•••••')
    const mails = await db.listMails()
    expect(mails).toHaveLength(at + 1)
    expect(mails[at]).toMatchObject({ template: 'profile.recoveryClosed', recipient: 'rosa@ejemplo.cl' })
    expect(mails[at]?.body_text).toContain(words)
    await db.ask(`update people set ${back}`)
  }
  expect(await db.ask('select person_id from temporary_keys')).toEqual([])
})

test('above three recoveries an hour from one network, or ten from all, a robot check is needed, and above ten no mail is sent', async () => {
  const portal = await startProfile({ email_verified_at: null })
  const { caller, document, clock, db } = portal
  const recover = (i: number, altcha?: string) =>
    caller(undefined, `10.0.0.${i}`)(profileEndpoints.recover, { body: { ...document, altcha } })
  for (const network of [1, 1, 1]) await recover(network)
  await expectRejected(recover(1), 429, { number: 11 })
  await recover(1, await solveRobotCheck(portal, 'recover'))
  for (let i = 2; i <= 6; i++) await recover(i)
  const mails = (await db.listMails()).length
  await expectRejected(recover(9), 429, { number: 11 })
  await recover(9, await solveRobotCheck(portal, 'recover'))
  expect(await db.listMails()).toHaveLength(mails)
  clock.advance({ minutes: 60 })
  await recover(1)
  expect(await db.listMails()).toHaveLength(mails + 1)
})

test('an administrator sends no temporary password to staff, a super administrator does, and none before changing their own', async () => {
  const { as, person, document, db } = await startProfile({ rol: 'ADMIN_ROLE' })
  const sendAs = async (rol: 'ADMIN_ROLE' | 'SUPER_ADMIN_ROLE', session: { temporaryKey?: boolean } = {}) =>
    (await as(await person({ rol }), session))(profileEndpoints.recover, { body: document })
  await expectRejected(sendAs('ADMIN_ROLE'), 403)
  await expectRejected(sendAs('SUPER_ADMIN_ROLE', { temporaryKey: true }), 403)
  await db.ask(`update people set rol = 'SUPER_ADMIN_ROLE' where email = 'rosa@ejemplo.cl'`)
  await expectRejected(sendAs('ADMIN_ROLE'), 403)
  expect(await db.ask('select person_id from temporary_keys')).toEqual([])
  await db.ask(`update people set rol = 'ADMIN_ROLE' where email = 'rosa@ejemplo.cl'`)
  await sendAs('SUPER_ADMIN_ROLE')
  expect(await db.ask('select person_id from temporary_keys')).toHaveLength(1)
})

test('a password recovery with a patient’s token or an unknown token is not recorded as a recovery by staff', async () => {
  const { as, caller, person, document, db } = await startProfile()
  const other = await as(await person())
  await other(profileEndpoints.recover, { body: document })
  await caller('y'.repeat(43))(profileEndpoints.recover, { body: document })
  const roles = (await db.listAuditEvents('profile.recover')).map(({ actor_role }) => actor_role)
  expect(roles).toEqual(['anonymous', 'anonymous'])
})
