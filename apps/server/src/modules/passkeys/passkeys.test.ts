import { createHash } from 'node:crypto'
import { type PasskeyAssertion, passkeyEndpoints, passkeyLimits } from '@mi-portal/contract/passkeys/passkeys'
import { peopleEndpoints } from '@mi-portal/contract/people'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { secondFactorEndpoints } from '@mi-portal/contract/session/second-factor'
import { sessionEndpoints } from '@mi-portal/contract/session/session'
import { userEndpoints } from '@mi-portal/contract/users'
import { expect, test } from 'vitest'
import { askSignIn, createPasskeyDevice, portalOrigin } from '../../../test/external/passkey-device.ts'
import { type PortalOptions, startPortal, startServer } from '../../../test/portal.ts'
import { expectRejected, getRejection } from '../../../test/rejection.ts'
import { password, passwordHash } from '../../../test/security/passwords.ts'

const { signIn, signInOptions, confirm, confirmOptions, list, register, registerOptions, rename, remove } =
  passkeyEndpoints

async function withPerson(
  rol: 'STANDART_ROLE' | 'ADMIN_ROLE' = 'STANDART_ROLE',
  { environment, ...options }: PortalOptions = {},
) {
  const portal = await startPortal({ ...options, environment: { PUBLIC_URL: portalOrigin, ...environment } })
  const person = await portal.person({ rol, password_hash: passwordHash })
  const area = rol === 'STANDART_ROLE' ? ('patient' as const) : ('staff' as const)
  const enter = (credential: PasskeyAssertion, as: 'patient' | 'staff' = area) =>
    portal.anonymous(signIn, { body: { area: as, credential } })
  return { ...portal, person, area, enter, build: portal.person, buildOther: () => portal.person() }
}

async function withPasskey(
  rol: 'STANDART_ROLE' | 'ADMIN_ROLE' = 'STANDART_ROLE',
  device = createPasskeyDevice(),
  options: PortalOptions = {},
) {
  const portal = await withPerson(rol, options)
  const call = await portal.as(portal.person)
  const passkey = await device.register(call)
  return { ...portal, call, device, passkey }
}

test('a passkey is discoverable, verifies the person and tells the authenticator no name; it is listed, audited and notified by mail', async () => {
  const { call, db, person, passkey } = await withPasskey()
  const { options } = await call(registerOptions)
  expect(options).toMatchObject({
    rp: { id: 'portal.ejemplo.cl' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestation: 'none',
  })
  expect(Buffer.from(options.user.id, 'base64url')).toHaveLength(32)
  expect(JSON.stringify(options)).not.toContain(person.document_number)
  const shown = { id: passkey.id, name: 'Mi teléfono', last_used_at: null }
  expect(await call(list)).toMatchObject({ passkeys: [shown], available: true, offered: false })
  const mail = { template: 'passkeys.added', recipient: person.email }
  expect(await db.ask('select template, recipient from outbox')).toEqual([mail])
  expect((await db.listAuditEvents('passkeys.add')).slice(-1)).toMatchObject([{ outcome: 'done' }])
})

test('an account has at most ten passkeys, also when two are added at once', async () => {
  const { as, person, db } = await withPerson()
  const call = await as(person)
  for (let i = 0; i < passkeyLimits.perAccount - 1; i++) await createPasskeyDevice().register(call)
  const prepared = await Promise.all(
    [1, 2].map(async () => createPasskeyDevice().create((await call(registerOptions)).options)),
  )
  const outcomes = await Promise.allSettled(
    prepared.map((credential) => call(register, { body: { name: 'x', credential } })),
  )
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expectRejected(call(registerOptions), 409)
  expect(await db.ask('select count(*)::int as count from passkeys')).toEqual([{ count: 10 }])
})

test('a passkey of another origin, without verification of the person, or for a challenge of another session is rejected', async () => {
  const { as, person, buildOther, db } = await withPerson()
  const call = await as(person)
  const options = async () => (await call(registerOptions)).options
  const device = createPasskeyDevice()
  const foreign = device.create({ ...(await options()), rp: { id: 'ejemplo.cl', name: 'x' } })
  const elsewhere = device.create(await options(), 'https://otra.portal.ejemplo.cl')
  const unverified = createPasskeyDevice({ verifiesUser: false }).create({
    ...(await options()),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'preferred' as 'required',
    },
  })
  const invented = device.create({ ...(await options()), challenge: 'A'.repeat(43) })
  const ofSession = device.create(await options())
  const other = await as(await buildOther())
  await expectRejected(other(register, { body: { name: 'x', credential: ofSession } }), 400)
  for (const credential of [foreign, elsewhere, unverified, invented])
    await expectRejected(call(register, { body: { name: 'x', credential } }), 400)
  expect(await db.ask('select * from passkeys')).toEqual([])
})

test('a portal whose address is an IP address has no passkeys', async () => {
  const { as, person, anonymous } = await withPerson('STANDART_ROLE', {
    environment: { PUBLIC_URL: 'http://127.0.0.1:3000' },
  })
  const call = await as(person)
  expect(await call(list)).toMatchObject({ available: false, offered: false })
  await expectRejected(call(registerOptions), 404)
  expect(await anonymous(signInOptions)).toMatchObject({ options: null })
})

test('a passkey opens the same session as a password, without a document', async () => {
  const { device, anonymous, enter, person, caller, db, call } = await withPasskey()
  const { token, patient } = await enter(await device.signIn(anonymous))
  const byPassword = await anonymous(sessionEndpoints.signIn, {
    body: { document_type_id: 1, document_number: person.document_number, password },
  })
  expect(patient).toEqual(byPassword.patient)
  expect((await getRejection(caller(token)(list))).number).toBe(3)
  expect((await getRejection(call(list))).number).toBe(3)
  expect((await caller(byPassword.token)(list)).passkeys[0]?.last_used_at).toBe('2026-11-26T15:00:00.000Z')
  expect(await db.listAuditEvents('session.open')).toMatchObject([
    { detail: { way: 'passkey' } },
    { detail: { way: 'password' } },
  ])
})

test('a device that does not count can be used again and again, each answer once', async () => {
  const { device, anonymous, enter } = await withPasskey('STANDART_ROLE', createPasskeyDevice({ counts: 0 }))
  for (let i = 0; i < 2; i++) {
    const credential = await device.signIn(anonymous)
    expect((await enter(credential)).token).toBeDefined()
    expect((await getRejection(enter(credential))).status).toBe(400)
  }
})

test('only one of many servers that get the same answer at once opens a session', async () => {
  const { device, anonymous, db, clock } = await withPasskey(
    'STANDART_ROLE',
    createPasskeyDevice({ counts: 0 }),
  )
  const second = await startServer(db, clock, { environment: { PUBLIC_URL: portalOrigin } })
  const credential = await device.signIn(anonymous)
  const outcomes = await Promise.allSettled(
    [anonymous, second.anonymous, anonymous, second.anonymous].map((call) =>
      call(signIn, { body: { area: 'patient', credential } }),
    ),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('an expired challenge, one that the portal did not give, and one for another purpose are rejected', async () => {
  const { device, anonymous, enter, call, clock, db, runJob } = await withPasskey()
  const options = await askSignIn(anonymous)
  const stored = await db.ask<{ hash: string }>(
    `select encode(challenge_hash, 'hex') as hash from passkey_challenges order by expires_at desc`,
  )
  const hash = createHash('sha256').update(options.challenge).digest('hex')
  expect(stored.map((row) => row.hash)).toContain(hash)
  const invented = device.sign({ ...options, challenge: 'A'.repeat(43) })
  const forConfirming = device.sign((await call(confirmOptions)).options)
  for (const credential of [invented, forConfirming]) await expectRejected(enter(credential), 400)
  const credential = await device.signIn(anonymous)
  clock.advance({ minutes: passkeyLimits.minutes })
  await expectRejected(enter(credential), 400)
  await runJob('passkeys.purge')
  expect(await db.ask('select * from passkey_challenges')).toEqual([])
})

test('a wrong origin, a wrong relying party and a use without verification of the person are rejected', async () => {
  const { device, anonymous, enter, call } = await withPasskey()
  const asked = () => askSignIn(anonymous)
  const elsewhere = device.sign(await asked(), 'https://otra.portal.ejemplo.cl')
  // A passkey for the domain above, whose hash of the relying party differs.
  const foreign = createPasskeyDevice()
  const { options } = await call(registerOptions)
  foreign.create({ ...options, rp: { id: 'ejemplo.cl', name: 'x' } })
  const signed = foreign.sign({ ...(await asked()), rpId: 'ejemplo.cl' })
  const [known] = (await call(confirmOptions)).options.allowCredentials
  device.stopVerifying()
  const unverified = device.sign({ ...(await asked()), userVerification: 'preferred' as 'required' })
  const renamed = { ...signed, id: known?.id ?? '', rawId: known?.id ?? '' }
  for (const credential of [elsewhere, signed, renamed, unverified])
    await expectRejected(enter(credential), 400)
})

test('an unknown passkey, a removed one and a changed signature are rejected', async () => {
  const { device, anonymous, enter, call, passkey, db } = await withPasskey()
  const stranger = createPasskeyDevice()
  stranger.create((await call(registerOptions)).options)
  await expectRejected(enter(await stranger.signIn(anonymous)), 400)
  const credential = await device.signIn(anonymous)
  const signature = Buffer.from(credential.response.signature, 'base64url')
  signature[signature.length - 1] = (signature[signature.length - 1] ?? 0) ^ 1
  const forged = { ...credential.response, signature: signature.toString('base64url') }
  await expectRejected(enter({ ...credential, response: forged }), 400)
  await call(remove, { params: { id: passkey.id } })
  await expectRejected(enter(await device.signIn(anonymous)), 400)
  expect((await db.listAuditEvents('session.open')).slice(-1)).toMatchObject([
    { outcome: 'refused', detail: { refusal: 'passkeyRejected', way: 'passkey' } },
  ])
})

test('the passkey of another account does not open the account that the answer names', async () => {
  const { device, anonymous, enter, as, buildOther } = await withPasskey()
  const other = createPasskeyDevice()
  await other.register(await as(await buildOther()))
  const credential = await device.signIn(anonymous)
  const foreign = await other.signIn(anonymous)
  const response = { ...credential.response, userHandle: foreign.response.userHandle }
  await expectRejected(enter({ ...credential, response }), 400)
  const unnamed = await device.signIn(anonymous)
  const { userHandle: _, ...without } = unnamed.response
  await expectRejected(enter({ ...unnamed, response: without }), 400)
})

test('a signature counter that does not go on is rejected and audited, because the passkey may have been copied', async () => {
  const { device, anonymous, enter, db } = await withPasskey()
  await enter(await device.signIn(anonymous))
  await db.ask('update passkeys set counter = 1000')
  await expectRejected(enter(await device.signIn(anonymous)), 400)
  expect((await db.listAuditEvents('session.open')).slice(-1)).toMatchObject([
    { outcome: 'refused', detail: { refusal: 'counterRegression', way: 'passkey' } },
  ])
  expect(await db.ask('select counter::int from passkeys')).toEqual([{ counter: 1000 }])
})

test('a disabled account cannot be entered with a passkey', async () => {
  const { device, anonymous, enter, db } = await withPasskey()
  await db.ask('update people set status = 2')
  expect((await getRejection(enter(await device.signIn(anonymous)))).number).toBe(6)
  expect((await db.listAuditEvents('session.open')).slice(-1)).toMatchObject([{ outcome: 'refused' }])
})

test('a passkey of staff does not sign in on the page of patients, nor the reverse', async () => {
  const staff = await withPasskey('ADMIN_ROLE')
  await expectRejected(staff.enter(await staff.device.signIn(staff.anonymous), 'patient'), 400)
  const { patient } = await staff.enter(await staff.device.signIn(staff.anonymous))
  expect(patient.rol).toBe('ADMIN_ROLE')
  const other = await withPasskey()
  await expectRejected(other.enter(await other.device.signIn(other.anonymous), 'staff'), 400)
})

const required = { environment: { STAFF_SECOND_FACTOR: 'required' } }

test('no code is asked after a passkey, also of an account with a second factor', async () => {
  const { device, anonymous, enter, call, clock, caller } = await withPasskey('ADMIN_ROLE')
  const { addSecondFactor } = await import('../../../test/external/authenticator.ts')
  await addSecondFactor(call, clock)
  const { token } = await enter(await device.signIn(anonymous))
  expect((await caller(token)(secondFactorEndpoints.state)).enabled).toBe(true)
})

test('staff who sign in with a passkey, or add one, have the second factor that the installation requires', async () => {
  const { as, person, anonymous, enter, caller } = await withPerson('ADMIN_ROLE', required)
  const call = await as(person)
  const search = { body: { limit: 10 } }
  expect((await getRejection(call(userEndpoints.list, search))).status).toBe(403)
  const device = createPasskeyDevice()
  await device.register(call)
  await call(userEndpoints.list, search)
  const { token } = await enter(await device.signIn(anonymous))
  await caller(token)(userEndpoints.list, search)
})

test('the password alone is not enough to replace a passkey of staff by another second factor', async () => {
  const { as, person, call } = await withPasskey('ADMIN_ROLE', createPasskeyDevice(), required)
  await call(userEndpoints.list, { body: { limit: 10 } })
  const byPassword = await as(person)
  const calls = [
    () => byPassword(secondFactorEndpoints.begin, { body: {} }),
    () => byPassword(secondFactorEndpoints.confirm, { body: { code: '123456' } }),
    () => byPassword(registerOptions),
    () => byPassword(userEndpoints.list, { body: { limit: 10 } }),
  ]
  for (const rejected of calls) await expectRejected(rejected(), 403)
})

test('a temporary password, which proves a mailbox, chooses a password only together with the passkey, and reads nothing', async () => {
  const { anonymous, person, db, caller, device } = await withPasskey()
  const document = { document_type_id: 1 as const, document_number: person.document_number }
  await anonymous(profileEndpoints.recover, { body: document })
  const [mail] = await db.listMails('profile.temporaryPassword')
  const key = /^[A-Za-z0-9-]{10,24}$/m.exec(mail?.body_text ?? '')?.[0] ?? ''
  const { token } = await anonymous(sessionEndpoints.signIn, { body: { ...document, password: key } })
  const own = caller(token)
  const choose = () =>
    own(profileEndpoints.changePassword, {
      body: { oldPassword: key, password: 'Araucaria2026', temporaryKeyStatus: true },
    })
  expect((await getRejection(choose())).number).toBe(15)
  await expectRejected(own(peopleEndpoints.self), 403)
  await own(confirm, { body: { credential: device.sign((await own(confirmOptions)).options) } })
  await choose()
  await own(peopleEndpoints.self)
})

async function withStaleSession(rol: 'STANDART_ROLE' | 'ADMIN_ROLE' = 'STANDART_ROLE') {
  const portal = await withPasskey(rol)
  portal.clock.advance({ minutes: 15 })
  return portal
}

test('a passkey of the account confirms the session for 15 minutes', async () => {
  const { call, device, db, clock } = await withStaleSession()
  await call(confirm, { body: { credential: device.sign((await call(confirmOptions)).options) } })
  await call(registerOptions)
  expect((await db.listAuditEvents('session.confirm')).slice(-1)).toMatchObject([
    { outcome: 'done', detail: { way: 'passkey' } },
  ])
  clock.advance({ minutes: 15 })
  expect((await getRejection(call(registerOptions))).number).toBe(13)
})

test('the passkey of another account, or one whose counter does not go on, confirms nothing, and is audited', async () => {
  const { call, device, db, as, buildOther } = await withStaleSession()
  const other = createPasskeyDevice()
  await other.register(await as(await buildOther()))
  const { options } = await call(confirmOptions)
  const credential = other.sign({ ...options, allowCredentials: [] })
  await expectRejected(call(confirm, { body: { credential } }), 400)
  expect((await getRejection(call(registerOptions))).number).toBe(13)
  expect((await db.listAuditEvents('session.confirm')).slice(-1)).toMatchObject([{ outcome: 'refused' }])
  await db.ask('update passkeys set counter = 1000')
  const copied = device.sign((await call(confirmOptions)).options)
  await expectRejected(call(confirm, { body: { credential: copied } }), 400)
  const detail = { refusal: 'counterRegression' }
  expect((await db.listAuditEvents('session.confirm')).slice(-1)).toMatchObject([
    { outcome: 'refused', detail },
  ])
})

test('an answer for another session, or one that was used, confirms nothing', async () => {
  const { call, device, anonymous, clock, caller, enter } = await withStaleSession()
  const credential = device.sign((await call(confirmOptions)).options)
  await call(confirm, { body: { credential } })
  const { token } = await enter(await device.signIn(anonymous))
  clock.advance({ minutes: 15 })
  const next = caller(token)
  const { options } = await next(confirmOptions)
  await expectRejected(next(confirm, { body: { credential } }), 400)
  const signInAnswer = await device.signIn(anonymous)
  await expectRejected(next(confirm, { body: { credential: signInAnswer } }), 400)
  await next(confirm, { body: { credential: device.sign(options) } })
})

test('the owner alone renames and removes passkeys, and is notified of the removal', async () => {
  const { call, passkey, db, person, as, buildOther } = await withPasskey()
  const params = { id: passkey.id }
  const other = await as(await buildOther())
  await expectRejected(other(rename, { params, body: { name: 'x' } }), 404)
  await expectRejected(other(remove, { params }), 404)
  expect((await other(list)).passkeys).toEqual([])
  await call(rename, { params, body: { name: 'Llave azul' } })
  expect((await call(list)).passkeys).toMatchObject([{ name: 'Llave azul' }])
  await call(remove, { params })
  expect((await call(list)).passkeys).toEqual([])
  const mail = { template: 'passkeys.removed', recipient: person.email }
  expect(await db.ask('select template, recipient from outbox order by id desc limit 1')).toEqual([mail])
  expect((await db.listAuditEvents('passkeys.remove')).slice(-1)).toMatchObject([{ outcome: 'done' }])
})
