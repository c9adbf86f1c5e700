import { accountSecurityEndpoints } from '@mi-portal/contract/account-security'
import type { CallError } from '@mi-portal/contract/calls/call-error'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { secondFactorEndpoints } from '@mi-portal/contract/session/second-factor'
import { sessionEndpoints } from '@mi-portal/contract/session/session'
import { expect, test } from 'vitest'
import { addSecondFactor, authenticator } from '../../../../test/external/authenticator.ts'
import { type Portal, type PortalOptions, startPortal } from '../../../../test/portal.ts'
import { expectRejected, getRejection } from '../../../../test/rejection.ts'
import { password, passwordHash, passwords } from '../../../../test/security/passwords.ts'

async function withStaff(options?: PortalOptions) {
  const portal = await startPortal(options)
  const person = await portal.person({ password_hash: passwordHash, rol: 'ADMIN_ROLE' })
  const credentials = { document_type_id: 1 as const, document_number: person.document_number, password }
  const signIn = (ip?: string) =>
    portal.caller(undefined, ip)(sessionEndpoints.signInStaff, { body: credentials })
  return { ...portal, person, credentials, signIn }
}

/** Sets up the second factor as its owner would. */
async function setUp(portal: Pick<Portal, 'as' | 'clock'>, person: { id: number }) {
  const call = await portal.as(person)
  return { call, ...(await addSecondFactor(call, portal.clock)) }
}

async function withFactor(options?: PortalOptions) {
  const portal = await withStaff(options)
  const factor = await setUp(portal, portal.person)
  portal.clock.advance({ minutes: 1 })
  /** Signs in with the right password and returns the challenge. */
  const challenge = async (ip?: string) => (await portal.signIn(ip)).challenge ?? ''
  const answer = (body: { challenge: string; code: string }, ip?: string) =>
    portal.caller(undefined, ip)(secondFactorEndpoints.answer, { body })
  return { ...portal, ...factor, challenge, answer }
}

test('the set-up gives a secret and ten recovery codes, which are stored sealed and hashed, and the owner is notified by mail', async () => {
  const portal = await withStaff()
  const { begun, recovery_codes, call } = await setUp(portal, portal.person)
  expect(begun.secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(begun.uri).toMatch(/^otpauth:\/\/totp\/.*secret=[A-Z2-7]{32}.*digits=6.*period=30$/)
  expect(begun.qr_svg).toMatch(/^<svg /)
  expect(new Set(recovery_codes).size).toBe(10)
  for (const code of recovery_codes) expect(code).toMatch(/^[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}$/)
  const state = { enabled: true, required: false, recovery_codes_left: 10 }
  expect(await call(secondFactorEndpoints.state)).toMatchObject(state)
  const codes = await portal.db.plain('select * from recovery_codes')
  const text = JSON.stringify([await portal.db.plain('select * from second_factors'), codes], (_, value) =>
    value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
  )
  for (const clear of [begun.secret, ...recovery_codes.map((code) => code.replace('-', ''))])
    expect(text).not.toContain(clear)
  for (const row of codes)
    expect(row).toMatchObject({ password_hash: expect.stringMatching(/^\$argon2id\$/) })
  expect(await portal.db.plain('select template, recipient from outbox')).toEqual([
    { template: 'session.secondFactorSet', recipient: portal.person.email },
  ])
})

test('a second factor is required only once a code has confirmed it', async () => {
  const portal = await withStaff()
  const call = await portal.as(portal.person)
  const confirm = (code: string) => call(secondFactorEndpoints.confirm, { body: { code } })
  await expectRejected(confirm('123456'), 409)
  const { secret } = await call(secondFactorEndpoints.begin, { body: {} })
  const late = authenticator(secret).codeAt(new Date(portal.clock.now().getTime() - 120_000))
  await expectRejected(confirm(late), 400, { number: 8 })
  expect((await call(secondFactorEndpoints.state)).enabled).toBe(false)
  expect((await portal.signIn()).token).toBeDefined()
})

async function withPatient(options?: PortalOptions) {
  const portal = await startPortal(options)
  const person = await portal.person({ password_hash: passwordHash })
  const document = { document_type_id: 1 as const, document_number: person.document_number }
  const signIn = () => portal.anonymous(sessionEndpoints.signIn, { body: { ...document, password } })
  return { ...portal, person, document, signIn }
}

test('a patient sets it up, signs in with password and code, and can remove it also where it is required of staff', async () => {
  const portal = await withPatient({ environment: { STAFF_SECOND_FACTOR: 'required' } })
  expect((await portal.signIn()).token).toBeDefined()
  const { app } = await setUp(portal, portal.person)
  portal.clock.advance({ minutes: 1 })
  const { challenge = '', token } = await portal.signIn()
  expect(token).toBeUndefined()
  const code = app.codeAt(portal.clock.now())
  const opened = await portal.anonymous(secondFactorEndpoints.answer, { body: { challenge, code } })
  const call = portal.caller(opened.token)
  const { sign_ins } = await call(accountSecurityEndpoints.signIns)
  expect(sign_ins[0]).toMatchObject({ way: 'password', second_factor: true })
  expect(await call(secondFactorEndpoints.state)).toMatchObject({ enabled: true, required: false })
  portal.clock.advance({ seconds: 30 })
  await call(secondFactorEndpoints.remove, { body: { code: app.codeAt(portal.clock.now()) } })
  expect((await portal.signIn()).token).toBeDefined()
})

test('new recovery codes need a code, void the former ones, and are notified by mail', async () => {
  const portal = await withFactor()
  const { call, app, clock, answer, challenge, recovery_codes, db } = portal
  expect(
    (await getRejection(call(secondFactorEndpoints.renewCodes, { body: { code: '000000' } }))).number,
  ).toBe(8)
  const renewed = await call(secondFactorEndpoints.renewCodes, { body: { code: app.codeAt(clock.now()) } })
  expect(new Set([...renewed.recovery_codes, ...recovery_codes]).size).toBe(20)
  expect((await db.listMails()).at(-1)?.template).toBe('session.recoveryCodesReplaced')
  const former = recovery_codes[0] ?? ''
  expect((await getRejection(answer({ challenge: await challenge(), code: former }))).number).toBe(8)
  const code = renewed.recovery_codes[0] ?? ''
  expect((await answer({ challenge: await challenge(), code })).token).toBeDefined()
})

test('a sign-in gives a challenge that opens one session, with a code of this or the previous time step, each of which is accepted once', async () => {
  const { signIn, answer, challenge, app, clock, caller } = await withFactor()
  const { challenge: first = '', ...begun } = await signIn()
  expect(begun).toMatchObject({ second_factor: true })
  expect(begun).not.toHaveProperty('token')
  expect(begun).not.toHaveProperty('patient')
  const at = (seconds: number) => app.codeAt(new Date(clock.now().getTime() + seconds * 1000))
  const expectWrong = (given: string, code: string) =>
    expectRejected(answer({ challenge: given, code }), 400, { number: 8 })
  for (const wrong of ['000000', at(30), at(-60)]) await expectWrong(first, wrong)
  const { token, patient } = await answer({ challenge: first, code: at(-30) })
  expect(patient.rol).toBe('ADMIN_ROLE')
  expect((await caller(token)(secondFactorEndpoints.state)).enabled).toBe(true)
  await expectWrong(first, at(0))
  expect((await answer({ challenge: await challenge(), code: at(0) })).token).toBeDefined()
  for (const used of [at(0), at(-30)]) await expectWrong(await challenge(), used)
  clock.advance({ seconds: 30 })
  expect((await answer({ challenge: await challenge(), code: at(0) })).token).toBeDefined()
})

test('a challenge allows five attempts within five minutes, and none for an account that was disabled meanwhile', async () => {
  const { challenge, answer, app, clock, db, person } = await withFactor()
  const tried = await challenge()
  for (let i = 0; i < 5; i++) await getRejection(answer({ challenge: tried, code: '000000' }))
  const right = () => app.codeAt(clock.now())
  await expectRejected(answer({ challenge: tried, code: right() }), 400, {
    number: 8,
    message: 'El código venció. Inicia sesión nuevamente',
  })
  const late = await challenge()
  clock.advance({ minutes: 5 })
  expect((await getRejection(answer({ challenge: late, code: right() }))).number).toBe(8)
  const disabled = await challenge()
  await db.ask('update people set status = 2 where id = $1', [person.id])
  expect((await getRejection(answer({ challenge: disabled, code: right() }))).number).toBe(6)
})

test('only one of several concurrent answers with the same code, or the same recovery code, opens a session', async () => {
  const { challenge, answer, app, clock, recovery_codes } = await withFactor()
  for (const code of [app.codeAt(clock.now()), recovery_codes[0] ?? '']) {
    const given = [await challenge(), await challenge(), await challenge()]
    const outcomes = await Promise.allSettled(given.map((one) => answer({ challenge: one, code })))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  }
})

test('a recovery code is accepted once, in any spelling, and the owner is notified', async () => {
  const { challenge, answer, recovery_codes, db, caller } = await withFactor()
  const [first = '', second = ''] = recovery_codes
  await answer({ challenge: await challenge(), code: first })
  expect((await getRejection(answer({ challenge: await challenge(), code: first }))).number).toBe(8)
  const { token } = await answer({
    challenge: await challenge(),
    code: second.toLowerCase().replace('-', ''),
  })
  expect((await caller(token)(secondFactorEndpoints.state)).recovery_codes_left).toBe(8)
  const mails = await db.listMails('session.recoveryCodeUsed')
  expect(JSON.stringify(mails)).toContain('Códigos que te quedan: 9')
})

test('a temporary password needs the code too, and is used up only after the right code', async () => {
  const { anonymous, credentials, answer, app, clock, db, person } = await withFactor()
  const key = 'Clave-Temporal-9'
  await db.ask(
    `insert into temporary_keys (person_id, hash, mailed_to, created_at, expires_at)
       values ($1, $2, 'rosa@ejemplo.cl', '2026-11-26T15:00:00Z', '2026-11-26T16:00:00Z')`,
    [person.id, await passwords.hash(key)],
  )
  const body = { ...credentials, password: key }
  const { challenge } = await anonymous(sessionEndpoints.signInStaff, { body })
  const { patient } = await answer({ challenge: challenge ?? '', code: app.codeAt(clock.now()) })
  expect(patient.temporary_key_status).toBe(true)
  expect((await getRejection(anonymous(sessionEndpoints.signInStaff, { body }))).number).toBe(4)
})

/** Guesses this many codes at sign-ins with the right password, each from a different network. */
async function guess(
  { challenge, answer }: Pick<Awaited<ReturnType<typeof withFactor>>, 'challenge' | 'answer'>,
  count: number,
  first = 0,
) {
  const rejections: CallError[] = []
  for (let turn = first; turn < first + count; turn++) {
    const ip = `2001:db8:${turn}::1`
    rejections.push(await getRejection(answer({ challenge: await challenge(ip), code: '000000' }, ip)))
  }
  return rejections
}
const mailsOfKey = (db: Portal['db']) => db.listMails('profile.staffTemporaryPassword')
const readMails = (db: Portal['db'], template: string) =>
  db.plain(`select recipient, body_text from outbox where template = 'session.${template}'`)

test('the owner is notified once of wrong codes from any networks, the tenth of which makes the password void, and the owner sets a new one by e-mail', async () => {
  const portal = await withFactor()
  const { anonymous, app, answer, clock, credentials, db, person, signIn } = portal
  const open = await portal.as(person)
  const rejections = await guess(portal, 10)
  expect(rejections.map(({ message }) => message).slice(8)).toEqual([
    'El código no es válido',
    'Por seguridad tu contraseña dejó de servir. Recupérala para volver a entrar',
  ])
  expect((await getRejection(signIn('190.45.17.3'))).number).toBe(4)
  expect(await readMails(db, 'codesGuessed')).toMatchObject([{ recipient: person.email }])
  expect(await readMails(db, 'passwordVoided')).toMatchObject([{ recipient: person.email }])
  expect((await open(secondFactorEndpoints.state)).enabled).toBe(true)

  clock.advance({ minutes: 15 })
  const { document_type_id, document_number } = credentials
  await anonymous(profileEndpoints.recover, { body: { document_type_id, document_number } })
  const [mail] = await mailsOfKey(db)
  const key = /[\w-]{19}/.exec(mail?.body_text ?? '')?.[0] ?? ''
  const body = { ...credentials, password: key }
  const { challenge } = await anonymous(sessionEndpoints.signInStaff, { body })
  const { patient } = await answer({ challenge: challenge ?? '', code: app.codeAt(clock.now()) })
  expect(patient.temporary_key_status).toBe(true)
})

test('no more than ten codes are checked in 15 minutes, however many arrive concurrently', async () => {
  const portal = await withFactor()
  const given: string[] = []
  for (let turn = 0; turn < 5; turn++) given.push(await portal.challenge(`2001:db8:${turn}::1`))
  const outcomes = await Promise.all(
    given.flatMap((challenge) =>
      Array.from({ length: 4 }, () => getRejection(portal.answer({ challenge, code: '000000' }))),
    ),
  )
  expect(outcomes.filter(({ message }) => message === 'El código no es válido').length).toBeLessThanOrEqual(9)
  const opened = await portal.db.listAuditEvents('session.open')
  expect(opened.filter(({ outcome }) => outcome === 'refused')).toHaveLength(10)
})

test('an account has to wait after thirty wrong codes in a day, also in an open session', async () => {
  const portal = await withFactor()
  const guessInSession = async () => {
    const call = await portal.as(portal.person)
    return getRejection(call(secondFactorEndpoints.remove, { body: { code: '000000' } }))
  }
  for (let round = 0; round < 3; round++) {
    for (let turn = 0; turn < 10; turn++) expect((await guessInSession()).number).toBe(8)
    expect((await guessInSession()).status).toBe(429)
    portal.clock.advance({ minutes: 15 })
  }
  const waiting = await guessInSession()
  expect([waiting.status, waiting.number]).toEqual([429, 9])
  expect(waiting.retryAfter).toBeGreaterThan(3600)
  expect(await readMails(portal.db, 'passwordVoided')).toEqual([])
  const [mail] = await readMails(portal.db, 'codesGuessed')
  expect(JSON.stringify(mail)).toContain('en una sesión abierta de tu cuenta')
  portal.clock.advance({ days: 1 })
  const code = portal.app.codeAt(portal.clock.now())
  expect((await portal.answer({ challenge: await portal.challenge(), code })).token).toBeDefined()
})

test('a change needs a code, the old factor counts until the new one is confirmed, and that ends sign-ins begun before', async () => {
  const { call, app, clock, challenge, answer } = await withFactor()
  const none = await getRejection(call(secondFactorEndpoints.begin, { body: {} }))
  expect(none.fieldErrors).toEqual([{ msg: 'Digita Código', param: 'code' }])
  expect((await getRejection(call(secondFactorEndpoints.begin, { body: { code: '000000' } }))).number).toBe(8)
  const begun = await challenge()
  const { secret } = await call(secondFactorEndpoints.begin, { body: { code: app.codeAt(clock.now()) } })
  clock.advance({ seconds: 30 })
  const fresh = authenticator(secret)
  await call(secondFactorEndpoints.confirm, { body: { code: fresh.codeAt(clock.now()) } })
  clock.advance({ minutes: 1 })
  const code = fresh.codeAt(clock.now())
  const over = await getRejection(answer({ challenge: begun, code }))
  expect(over.message).toBe('El código venció. Inicia sesión nuevamente')
  await expectRejected(answer({ challenge: await challenge(), code: app.codeAt(clock.now()) }), 400)
  expect((await answer({ challenge: await challenge(), code })).token).toBeDefined()
})

test('a removal needs a code, deletes the recovery codes, is notified by mail, and the sign-in needs no code any more', async () => {
  const { call, app, clock, signIn, recovery_codes, db } = await withFactor()
  expect((await getRejection(call(secondFactorEndpoints.remove, { body: { code: '000000' } }))).number).toBe(
    8,
  )
  await call(secondFactorEndpoints.remove, { body: { code: app.codeAt(clock.now()) } })
  expect((await db.listMails()).at(-1)?.template).toBe('session.secondFactorRemoved')
  expect(recovery_codes).toHaveLength(10)
  expect(await db.plain('select * from recovery_codes')).toEqual([])
  expect((await signIn()).token).toBeDefined()
})

const required = { environment: { STAFF_SECOND_FACTOR: 'required' } }

test('staff without a second factor can only set it up', async () => {
  const portal = await withStaff(required)
  const { token } = await portal.signIn()
  const call = portal.caller(token)
  await expectRejected(
    call(secondFactorEndpoints.remove, { body: { code: '000000' } }),
    403,
    'Debes configurar tu código extra para continuar',
  )
  expect((await call(secondFactorEndpoints.state)).required).toBe(true)
  await addSecondFactor(call, portal.clock)
  await expectRejected(
    call(secondFactorEndpoints.remove, { body: { code: '000000' } }),
    409,
    'El código extra es obligatorio y no se puede quitar',
  )
  expect((await call(sessionEndpoints.renew, { params: { id: portal.person.id } })).token).toBe(token)
})
