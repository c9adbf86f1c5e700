import { createHash } from 'node:crypto'
import { staffAccountEndpoints } from '@mi-portal/contract/account-security'
import { confirmationEndpoints } from '@mi-portal/contract/confirmations'
import { type PasskeyAssertion, passkeyEndpoints, passkeyLimits } from '@mi-portal/contract/passkeys'
import { peopleEndpoints } from '@mi-portal/contract/people'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { secondFactorEndpoints } from '@mi-portal/contract/second-factor'
import { sessionEndpoints } from '@mi-portal/contract/session'
import { sessionConfirmationEndpoints } from '@mi-portal/contract/session-confirmation'
import { userEndpoints } from '@mi-portal/contract/users'
import { describe, expect, test } from 'vitest'
import { ask } from '../../../test/ask.ts'
import { createPasskeyDevice, portalOrigin } from '../../../test/external/passkey-device.ts'
import { openPortal, type PortalOptions, startPortal } from '../../../test/portal.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { createPasswords } from '../../platform/security/passwords.ts'

const { signIn, signInOptions, confirm, confirmOptions, list, register, registerOptions, rename, remove } =
  passkeyEndpoints
const password = 'Cordillera2026'
const passwordHash = await createPasswords().hash(password)

async function withPerson(
  rol: 'STANDART_ROLE' | 'ADMIN_ROLE' = 'STANDART_ROLE',
  { environment, ...options }: PortalOptions = {},
) {
  const portal = await startPortal({
    ...options,
    environment: { PUBLIC_URL: portalOrigin, ...environment },
  })
  const person = await portal.person({ rol, password_hash: passwordHash })
  const area = rol === 'STANDART_ROLE' ? ('patient' as const) : ('staff' as const)
  const enter = (credential: PasskeyAssertion, as: 'patient' | 'staff' = area) =>
    portal.anonymous(signIn, { body: { area: as, credential } })
  return { ...portal, person, area, enter, build: portal.person, buildOther: () => portal.person() }
}

/** An account with one passkey. */
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

const audited = (db: Parameters<typeof ask>[0], action: string) =>
  ask<{ outcome: string; detail: { refusal?: string; way?: string } | null }>(
    db,
    'select outcome, detail from audit_events where action = $1 order by id desc limit 1',
    [action],
  )

describe('adding a passkey', () => {
  test('a passkey is discoverable, verifies the person and tells the authenticator no name', async () => {
    const { as, person } = await withPerson()
    const { options } = await (await as(person))(registerOptions)
    expect(options).toMatchObject({
      rp: { id: 'portal.ejemplo.cl' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
      excludeCredentials: [],
    })
    expect(Buffer.from(options.user.id, 'base64url')).toHaveLength(32)
    expect(JSON.stringify(options)).not.toContain(person.document_number)
  })

  test('an added passkey is listed with its name, audited and notified by mail', async () => {
    const { call, db, person, passkey } = await withPasskey()
    expect(await call(list)).toMatchObject({
      passkeys: [{ id: passkey.id, name: 'Mi teléfono', last_used_at: null }],
      available: true,
      offered: false,
    })
    expect(await ask(db, 'select template, recipient from outbox')).toEqual([
      { template: 'passkeys.added', recipient: person.email },
    ])
    expect(await audited(db, 'passkeys.add')).toMatchObject([{ outcome: 'done' }])
  })

  test('the options name the passkeys that the authenticator already has', async () => {
    const { call, device } = await withPasskey()
    const { options } = await call(registerOptions)
    expect(options.excludeCredentials).toHaveLength(1)
    expect(() => device.create(options)).toThrow()
  })

  test('a passkey needs a name', async () => {
    const { as, person } = await withPerson()
    const call = await as(person)
    const { options } = await call(registerOptions)
    const body = { name: ' ', credential: createPasskeyDevice().create(options) }
    expect((await rejectionOf(call(register, { body }))).fieldErrorOf('name')).toBe('Digita un nombre')
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
    expect((await rejectionOf(call(registerOptions))).status).toBe(409)
    expect(await ask(db, 'select count(*)::int as count from passkeys')).toEqual([{ count: 10 }])
  })

  test('a passkey of another origin, without verification of the person, or for another challenge is rejected', async () => {
    const { as, person, db } = await withPerson()
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
    for (const credential of [foreign, elsewhere, unverified, invented])
      expect((await rejectionOf(call(register, { body: { name: 'x', credential } }))).message).toBe(
        'No pudimos reconocer tu passkey. Ingresa con tu documento y contraseña',
      )
    expect(await ask(db, 'select * from passkeys')).toEqual([])
  })

  test('a challenge belongs to the session that asked for it', async () => {
    const { as, person, buildOther } = await withPerson()
    const { options } = await (await as(person))(registerOptions)
    const credential = createPasskeyDevice().create(options)
    const other = await as(await buildOther())
    expect((await rejectionOf(other(register, { body: { name: 'x', credential } }))).status).toBe(400)
  })

  test('adding and removing a passkey need a confirmed session', async () => {
    const { call, clock, passkey } = await withPasskey()
    clock.advance({ minutes: 15 })
    expect((await rejectionOf(call(registerOptions))).number).toBe(13)
    expect((await rejectionOf(call(remove, { params: { id: passkey.id } }))).number).toBe(13)
  })

  test('a portal whose address is an IP address has no passkeys', async () => {
    const { as, person, anonymous } = await withPerson('STANDART_ROLE', {
      environment: { PUBLIC_URL: 'http://127.0.0.1:3000' },
    })
    const call = await as(person)
    expect(await call(list)).toMatchObject({ available: false, offered: false })
    expect((await rejectionOf(call(registerOptions))).status).toBe(404)
    expect((await rejectionOf(anonymous(signInOptions))).status).toBe(404)
  })
})

describe('signing in with a passkey', () => {
  test('a passkey opens the same session as a password, without a document', async () => {
    const { device, anonymous, enter, person, caller, db, call } = await withPasskey()
    const { token, patient } = await enter(await device.signIn(anonymous))
    const byPassword = await anonymous(sessionEndpoints.signIn, {
      body: { document_type_id: 1, document_number: person.document_number, password },
    })
    expect(patient).toEqual(byPassword.patient)
    expect((await rejectionOf(caller(token)(list))).number).toBe(3)
    expect((await rejectionOf(call(list))).number).toBe(3)
    expect((await caller(byPassword.token)(list)).passkeys[0]?.last_used_at).toBe('2026-11-26T15:00:00.000Z')
    expect(
      await ask(
        db,
        `select detail->>'way' as way from audit_events where action = 'session.open' and detail->>'way' is not null order by id`,
      ),
    ).toEqual([{ way: 'passkey' }, { way: 'password' }])
  })

  test('a sign-in with a passkey confirms the session', async () => {
    const { device, anonymous, enter, caller } = await withPasskey()
    const { token } = await enter(await device.signIn(anonymous))
    await caller(token)(registerOptions)
  })

  test('a device that does not count can be used again and again', async () => {
    const { device, anonymous, enter } = await withPasskey(
      'STANDART_ROLE',
      createPasskeyDevice({ counts: 0 }),
    )
    for (let i = 0; i < 3; i++) expect((await enter(await device.signIn(anonymous))).token).toBeDefined()
  })

  test('an answer works once', async () => {
    const { device, anonymous, enter } = await withPasskey(
      'STANDART_ROLE',
      createPasskeyDevice({ counts: 0 }),
    )
    const credential = await device.signIn(anonymous)
    await enter(credential)
    expect((await rejectionOf(enter(credential))).code).toBe('invalid')
  })

  test('only one of many servers that get the same answer at once opens a session', async () => {
    const { device, anonymous, db, clock } = await withPasskey(
      'STANDART_ROLE',
      createPasskeyDevice({ counts: 0 }),
    )
    const second = await openPortal(db, clock, { environment: { PUBLIC_URL: portalOrigin } })
    const credential = await device.signIn(anonymous)
    const outcomes = await Promise.allSettled(
      [anonymous, second.anonymous, anonymous, second.anonymous].map((call) =>
        call(signIn, { body: { area: 'patient', credential } }),
      ),
    )
    await second.app.close()
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('an expired challenge is rejected, and the job removes it', async () => {
    const { device, anonymous, enter, clock, runJob } = await withPasskey()
    const credential = await device.signIn(anonymous)
    await device.signIn(anonymous)
    clock.advance({ minutes: passkeyLimits.minutes })
    expect((await rejectionOf(enter(credential))).status).toBe(400)
    expect(await runJob('passkeys.purge')).toEqual({ challenges: 1 })
  })

  test('a challenge that the portal did not give, or gave for another purpose, is rejected', async () => {
    const { device, anonymous, enter, call } = await withPasskey()
    const { options } = await anonymous(signInOptions)
    const invented = device.sign({ ...options, challenge: 'A'.repeat(43) })
    const forConfirming = device.sign((await call(confirmOptions)).options)
    for (const credential of [invented, forConfirming])
      expect((await rejectionOf(enter(credential))).status).toBe(400)
  })

  test('a wrong origin and a wrong relying party are rejected', async () => {
    const { device, anonymous, enter, call } = await withPasskey()
    const elsewhere = device.sign((await anonymous(signInOptions)).options, 'https://otra.portal.ejemplo.cl')
    expect((await rejectionOf(enter(elsewhere))).status).toBe(400)
    // A passkey for the domain above, whose hash of the relying party differs.
    const foreign = createPasskeyDevice()
    const { options } = await call(registerOptions)
    foreign.create({ ...options, rp: { id: 'ejemplo.cl', name: 'x' } })
    const signed = foreign.sign({ ...(await anonymous(signInOptions)).options, rpId: 'ejemplo.cl' })
    const [known] = (await call(confirmOptions)).options.allowCredentials
    for (const credential of [signed, { ...signed, id: known?.id ?? '', rawId: known?.id ?? '' }])
      expect((await rejectionOf(enter(credential))).status).toBe(400)
  })

  test('a use without verification of the person is rejected', async () => {
    const { device, anonymous, enter } = await withPasskey()
    const { options } = await anonymous(signInOptions)
    const credential = device.sign(options)
    // The flag UV is bit 2 of byte 32. Without it the signature is wrong too, so a device that never verifies signs as well.
    const data = Buffer.from(credential.response.authenticatorData, 'base64url')
    data[32] = (data[32] ?? 0) & ~0x04
    const changed = { ...credential.response, authenticatorData: data.toString('base64url') }
    expect((await rejectionOf(enter({ ...credential, response: changed }))).status).toBe(400)
    device.stopVerifying()
    const unverified = device.sign({
      ...(await anonymous(signInOptions)).options,
      userVerification: 'preferred' as 'required',
    })
    expect((await rejectionOf(enter(unverified))).status).toBe(400)
  })

  test('an unknown passkey, a removed one and a changed signature are rejected', async () => {
    const { device, anonymous, enter, call, passkey, db } = await withPasskey()
    const stranger = createPasskeyDevice()
    stranger.create((await call(registerOptions)).options)
    expect((await rejectionOf(enter(await stranger.signIn(anonymous)))).status).toBe(400)
    const credential = await device.signIn(anonymous)
    const signature = Buffer.from(credential.response.signature, 'base64url')
    signature[signature.length - 1] = (signature[signature.length - 1] ?? 0) ^ 1
    const forged = { ...credential.response, signature: signature.toString('base64url') }
    expect((await rejectionOf(enter({ ...credential, response: forged }))).status).toBe(400)
    await call(remove, { params: { id: passkey.id } })
    expect((await rejectionOf(enter(await device.signIn(anonymous)))).status).toBe(400)
    expect(await audited(db, 'session.open')).toMatchObject([
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
    expect((await rejectionOf(enter({ ...credential, response }))).status).toBe(400)
    const unnamed = await device.signIn(anonymous)
    const { userHandle: _, ...without } = unnamed.response
    expect((await rejectionOf(enter({ ...unnamed, response: without }))).status).toBe(400)
  })

  test('a signature counter that does not go on is rejected and audited, because the passkey may have been copied', async () => {
    const { device, anonymous, enter, db } = await withPasskey()
    await enter(await device.signIn(anonymous))
    await ask(db, 'update passkeys set counter = 1000')
    expect((await rejectionOf(enter(await device.signIn(anonymous)))).status).toBe(400)
    expect(await audited(db, 'session.open')).toMatchObject([
      { outcome: 'refused', detail: { refusal: 'counterRegression', way: 'passkey' } },
    ])
    expect(await ask(db, 'select counter::int from passkeys')).toEqual([{ counter: 1000 }])
  })

  test.each([
    ['disabled', { status: 2 }, 6],
    ['awaiting validation', { status: 3 }, 7],
    ['closed', { deleted_at: new Date('2026-11-01T12:00:00Z') }, 5],
    ['of a minor who came of age', { opened_as_minor: true, date_birth: '2000-01-01' }, 1],
  ] as const)('an account that is %s cannot be entered', async (_, state, number) => {
    const { device, anonymous, enter, db, person } = await withPasskey()
    for (const [column, value] of Object.entries(state))
      await ask(db, `update people set ${column} = $1 where id = $2`, [value, person.id])
    const rejected = await rejectionOf(enter(await device.signIn(anonymous)))
    expect(rejected.number).toBe(number)
    expect(await ask(db, `select outcome from audit_events where action = 'session.open'`)).toEqual([
      { outcome: 'refused' },
    ])
  })

  test('a passkey of staff does not sign in on the page of patients, nor the reverse', async () => {
    const staff = await withPasskey('ADMIN_ROLE')
    expect(
      (await rejectionOf(staff.enter(await staff.device.signIn(staff.anonymous), 'patient'))).status,
    ).toBe(400)
    const { patient } = await staff.enter(await staff.device.signIn(staff.anonymous))
    expect(patient.rol).toBe('ADMIN_ROLE')
    const other = await withPasskey()
    expect((await rejectionOf(other.enter(await other.device.signIn(other.anonymous), 'staff'))).status).toBe(
      400,
    )
  })

  test('after 100 rejected passkeys in an hour a network has to wait', async () => {
    const { device, anonymous, enter, clock } = await withPasskey('STANDART_ROLE', createPasskeyDevice(), {
      environment: { LIMITS: 'passkey-sign-in=3' },
    })
    const old = await device.signIn(anonymous)
    await enter(old)
    for (let i = 0; i < 3; i++) expect((await rejectionOf(enter(old))).status).toBe(400)
    expect((await rejectionOf(enter(await device.signIn(anonymous)))).status).toBe(429)
    clock.advance({ minutes: 60 })
    expect((await enter(await device.signIn(anonymous))).token).toBeDefined()
  })

  test('a challenge is stored as a hash', async () => {
    const { anonymous, db } = await withPerson()
    const { options } = await anonymous(signInOptions)
    const [stored] = await ask<{ challenge_hash: Buffer }>(
      db,
      'select challenge_hash from passkey_challenges',
    )
    const hash = createHash('sha256').update(options.challenge).digest('hex')
    expect(Buffer.from(stored?.challenge_hash ?? []).toString('hex')).toBe(hash)
  })
})

describe('a passkey as second factor', () => {
  const required = { environment: { STAFF_SECOND_FACTOR: 'required' } }

  test('no code is asked after a passkey, also of an account with a second factor', async () => {
    const { device, anonymous, enter, call, clock, caller } = await withPasskey('ADMIN_ROLE')
    const { authenticator } = await import('../../../test/external/authenticator.ts')
    const { secret } = await call(secondFactorEndpoints.begin, { body: {} })
    await call(secondFactorEndpoints.confirm, { body: { code: authenticator(secret).codeAt(clock.now()) } })
    const { token } = await enter(await device.signIn(anonymous))
    expect((await caller(token)(secondFactorEndpoints.state)).enabled).toBe(true)
  })

  test('staff who sign in with a passkey, or add one, have the second factor that the installation requires', async () => {
    const { as, person, anonymous, enter, caller } = await withPerson('ADMIN_ROLE', required)
    const call = await as(person)
    const search = { body: { limit: 10 } }
    expect((await rejectionOf(call(userEndpoints.list, search))).code).toBe('invalid')
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
    for (const rejected of calls) expect((await rejectionOf(rejected())).status).toBe(403)
  })
})

describe('a temporary password in an account with a passkey', () => {
  async function signInWithTemporaryPassword() {
    const portal = await withPasskey()
    const { anonymous, person, db, caller } = portal
    const document = { document_type_id: 1 as const, document_number: person.document_number }
    await anonymous(profileEndpoints.recover, { body: document })
    const [mail] = await ask<{ body_text: string }>(
      db,
      `select body_text from outbox where template = 'profile.temporaryPassword'`,
    )
    const key = /^[A-Za-z0-9-]{10,24}$/m.exec(mail?.body_text ?? '')?.[0] ?? ''
    const { token } = await anonymous(sessionEndpoints.signIn, { body: { ...document, password: key } })
    const own = caller(token)
    const choose = () =>
      own(profileEndpoints.changePassword, {
        body: { oldPassword: key, password: 'Araucaria2026', temporaryKeyStatus: true },
      })
    return { ...portal, own, choose }
  }

  test('the temporary password alone, which proves a mailbox, chooses no password and reads nothing', async () => {
    const { own, choose } = await signInWithTemporaryPassword()
    expect((await rejectionOf(choose())).number).toBe(15)
    expect((await rejectionOf(own(peopleEndpoints.self))).status).toBe(403)
  })

  test('a lost passkey is removed by two members of staff, and the temporary password chooses a password', async () => {
    const { choose, db, person, as, build, anonymous } = await signInWithTemporaryPassword()
    const [one, other] = [
      await as(await build({ rol: 'SUPER_ADMIN_ROLE' })),
      await as(await build({ rol: 'SUPER_ADMIN_ROLE' })),
    ]
    await one(staffAccountEndpoints.resetSecondFactor, { params: { id: person.id } })
    expect((await rejectionOf(choose())).number).toBe(15)
    const { confirmations } = await other(confirmationEndpoints.list)
    await other(confirmationEndpoints.confirm, { params: { id: confirmations[0]?.id ?? 0 } })
    expect(await ask(db, 'select id from passkeys')).toEqual([])
    expect((await rejectionOf(choose())).status).toBe(401)
    await anonymous(sessionEndpoints.signIn, {
      body: { document_type_id: 1, document_number: person.document_number, password },
    })
  })

  test('a temporary password together with the passkey chooses a password', async () => {
    const { own, choose, device } = await signInWithTemporaryPassword()
    await own(confirm, { body: { credential: device.sign((await own(confirmOptions)).options) } })
    await choose()
    await own(peopleEndpoints.self)
  })
})

describe('confirming a session with a passkey', () => {
  async function withStaleSession(rol: 'STANDART_ROLE' | 'ADMIN_ROLE' = 'STANDART_ROLE') {
    const portal = await withPasskey(rol)
    portal.clock.advance({ minutes: 15 })
    return portal
  }

  test('a passkey of the account confirms the session for 15 minutes', async () => {
    const { call, device, db, clock } = await withStaleSession()
    await call(confirm, { body: { credential: device.sign((await call(confirmOptions)).options) } })
    await call(registerOptions)
    expect(await audited(db, 'session.confirm')).toMatchObject([
      { outcome: 'done', detail: { way: 'passkey' } },
    ])
    clock.advance({ minutes: 15 })
    expect((await rejectionOf(call(registerOptions))).number).toBe(13)
  })

  test('the passkey of another account confirms nothing, and is audited', async () => {
    const { call, db, as, buildOther } = await withStaleSession()
    const other = createPasskeyDevice()
    await other.register(await as(await buildOther()))
    const { options } = await call(confirmOptions)
    const credential = other.sign({ ...options, allowCredentials: [] })
    expect((await rejectionOf(call(confirm, { body: { credential } }))).status).toBe(400)
    expect((await rejectionOf(call(registerOptions))).number).toBe(13)
    expect(await audited(db, 'session.confirm')).toMatchObject([{ outcome: 'refused' }])
  })

  test('an answer for another session, or one that was used, confirms nothing', async () => {
    const { call, device, anonymous, clock, caller, enter } = await withStaleSession()
    const credential = device.sign((await call(confirmOptions)).options)
    await call(confirm, { body: { credential } })
    const { token } = await enter(await device.signIn(anonymous))
    clock.advance({ minutes: 15 })
    const next = caller(token)
    const { options } = await next(confirmOptions)
    expect((await rejectionOf(next(confirm, { body: { credential } }))).status).toBe(400)
    const signInAnswer = await device.signIn(anonymous)
    expect((await rejectionOf(next(confirm, { body: { credential: signInAnswer } }))).status).toBe(400)
    await next(confirm, { body: { credential: device.sign(options) } })
  })

  test('a signature counter that does not go on confirms nothing', async () => {
    const { call, device, db } = await withStaleSession()
    await ask(db, 'update passkeys set counter = 1000')
    const credential = device.sign((await call(confirmOptions)).options)
    expect((await rejectionOf(call(confirm, { body: { credential } }))).status).toBe(400)
    expect((await rejectionOf(call(registerOptions))).number).toBe(13)
    expect(await audited(db, 'session.confirm')).toMatchObject([
      { outcome: 'refused', detail: { refusal: 'counterRegression' } },
    ])
  })

  test('an account without passkeys gets no challenge', async () => {
    const { as, person } = await withPerson()
    expect((await rejectionOf((await as(person))(confirmOptions))).status).toBe(404)
  })

  test('a session can also be confirmed with the password, as before', async () => {
    const { call } = await withStaleSession()
    await call(sessionConfirmationEndpoints.confirm, { body: { password } })
    await call(registerOptions)
  })
})

describe('the passkeys of an account', () => {
  test('the owner renames and removes passkeys, and is notified of the removal', async () => {
    const { call, passkey, db, person } = await withPasskey()
    await call(rename, { params: { id: passkey.id }, body: { name: 'Llave azul' } })
    expect((await call(list)).passkeys[0]?.name).toBe('Llave azul')
    await call(remove, { params: { id: passkey.id } })
    expect((await call(list)).passkeys).toEqual([])
    expect(await ask(db, 'select template, recipient from outbox order by id desc limit 1')).toEqual([
      { template: 'passkeys.removed', recipient: person.email },
    ])
    expect(await audited(db, 'passkeys.remove')).toMatchObject([{ outcome: 'done' }])
  })

  test('a user can neither rename nor remove passkeys of other users', async () => {
    const { passkey, as, call, buildOther } = await withPasskey()
    const other = await as(await buildOther())
    const params = { id: passkey.id }
    expect((await rejectionOf(other(rename, { params, body: { name: 'x' } }))).status).toBe(404)
    expect((await rejectionOf(other(remove, { params }))).status).toBe(404)
    expect((await call(list)).passkeys).toMatchObject([{ name: 'Mi teléfono' }])
    expect((await other(list)).passkeys).toEqual([])
  })

  test('a passkey is offered until the account has one or its owner declines', async () => {
    const { as, person } = await withPerson()
    const call = await as(person)
    expect(await call(list)).toMatchObject({ offered: true })
    await call(passkeyEndpoints.declineOffer)
    expect(await call(list)).toMatchObject({ offered: false })
    expect(await (await as(person))(list)).toMatchObject({ offered: false })
    await createPasskeyDevice().register(await as(person))
  })

  test('closing the account removes its passkeys', async () => {
    const { call, db } = await withPasskey()
    await call(profileEndpoints.close)
    expect(await ask(db, 'select id from passkeys')).toEqual([])
    expect(await ask(db, 'select person_id from passkey_owners')).toEqual([])
  })

  test('a caller without a session sees and changes nothing', async () => {
    const { anonymous, passkey } = await withPasskey()
    expect((await rejectionOf(anonymous(list))).status).toBe(401)
    expect((await rejectionOf(anonymous(remove, { params: { id: passkey.id } }))).status).toBe(401)
    expect((await rejectionOf(anonymous(peopleEndpoints.self))).status).toBe(401)
  })
})
