import { peopleEndpoints } from '@mi-portal/contract/people'
import { secondFactorEndpoints } from '@mi-portal/contract/second-factor'
import { sessionEndpoints } from '@mi-portal/contract/session'
import { describe, expect, test } from 'vitest'
import { authenticator } from '../../../test/outside/authenticator.ts'
import { type Portal, type PortalOptions, startPortal } from '../../../test/portal.ts'
import { refusal } from '../../../test/refusal.ts'
import { createPasswords } from '../../platform/security/passwords.ts'

const password = 'Cordillera2026'
const passwordHash = await (await createPasswords()).hash(password)

async function withStaff(options?: PortalOptions) {
  const portal = await startPortal(options)
  const person = await portal.person({ password_hash: passwordHash, rol: 'ADMIN_ROLE' })
  const credentials = { document_type_id: 1 as const, document_number: person.document_number, password }
  const signIn = (ip?: string) =>
    portal.caller(undefined, ip)(sessionEndpoints.signInStaff, { body: credentials })
  return { ...portal, person, credentials, signIn }
}

/** Sets the second factor up, as its owner would. */
async function setUp(portal: Pick<Portal, 'as' | 'clock'>, person: { id: number }) {
  const call = await portal.as(person)
  const begun = await call(secondFactorEndpoints.begin, { body: {} })
  const app = authenticator(begun.secret)
  const code = app.codeAt(portal.clock.now())
  const { recovery_codes } = await call(secondFactorEndpoints.confirm, { body: { code } })
  return { call, begun, app, recovery_codes }
}

async function withFactor(options?: PortalOptions) {
  const portal = await withStaff(options)
  const factor = await setUp(portal, portal.person)
  portal.clock.advance({ minutes: 1 })
  /** The challenge of a sign-in with the right password. */
  const challenge = async (ip?: string) => (await portal.signIn(ip)).challenge ?? ''
  const answer = (body: { challenge: string; code: string }, ip?: string) =>
    portal.caller(undefined, ip)(secondFactorEndpoints.answer, { body })
  return { ...portal, ...factor, challenge, answer }
}

describe('setting up a second factor', () => {
  test('gives a secret as text, address and drawing, and once confirmed ten recovery codes', async () => {
    const portal = await withStaff()
    const { begun, recovery_codes, call } = await setUp(portal, portal.person)
    expect(begun.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(begun.uri).toMatch(/^otpauth:\/\/totp\/.*secret=[A-Z2-7]{32}.*digits=6.*period=30$/)
    expect(begun.qr_svg).toMatch(/^<svg /)
    expect(new Set(recovery_codes).size).toBe(10)
    for (const code of recovery_codes) expect(code).toMatch(/^[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}$/)
    expect(await call(secondFactorEndpoints.state)).toMatchObject({
      enabled: true,
      required: false,
      recovery_codes_left: 10,
    })
  })

  test('counts only once a code has confirmed it', async () => {
    const portal = await withStaff()
    const call = await portal.as(portal.person)
    const { secret } = await call(secondFactorEndpoints.begin, { body: {} })
    const late = authenticator(secret).codeAt(new Date(portal.clock.now().getTime() - 120_000))
    const wrong = await refusal(call(secondFactorEndpoints.confirm, { body: { code: late } }))
    expect([wrong.status, wrong.number, wrong.faults]).toEqual([
      400,
      8,
      [{ msg: 'El código no es válido', param: 'code' }],
    ])
    expect((await call(secondFactorEndpoints.state)).enabled).toBe(false)
    expect((await portal.signIn()).token).toBeDefined()
  })

  test('cannot be confirmed before it was begun', async () => {
    const portal = await withStaff()
    const call = await portal.as(portal.person)
    expect((await refusal(call(secondFactorEndpoints.confirm, { body: { code: '123456' } }))).status).toBe(
      409,
    )
  })

  test('keeps the secret sealed and the recovery codes hashed, and tells its owner by mail', async () => {
    const portal = await withStaff()
    const { begun, recovery_codes } = await setUp(portal, portal.person)
    const [kept] = await portal.db.plain('select * from second_factors')
    const codes = await portal.db.plain('select * from recovery_codes')
    const text = JSON.stringify([kept, codes], (_, value) =>
      value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
    )
    expect(text).not.toContain(begun.secret)
    for (const code of recovery_codes) expect(text).not.toContain(code.replace('-', ''))
    expect(await portal.db.plain('select template, recipient from outbox')).toEqual([
      { template: 'session.secondFactorSet', recipient: portal.person.email },
    ])
  })

  test('is not for patients', async () => {
    const { as, person } = await startPortal()
    const call = await as(await person())
    expect((await refusal(call(secondFactorEndpoints.state))).status).toBe(403)
    expect((await refusal(call(secondFactorEndpoints.begin, { body: {} }))).status).toBe(403)
  })
})

describe('a sign-in with a second factor', () => {
  test('gives a challenge instead of a session, and the session for the right code', async () => {
    const { signIn, answer, app, clock, caller } = await withFactor()
    const first = await signIn()
    expect(first).toMatchObject({ second_factor: true })
    expect(first).not.toHaveProperty('token')
    expect(first).not.toHaveProperty('patient')
    const { token, patient } = await answer({
      challenge: first.challenge ?? '',
      code: app.codeAt(clock.now()),
    })
    expect(patient.rol).toBe('ADMIN_ROLE')
    expect((await caller(token)(secondFactorEndpoints.state)).enabled).toBe(true)
  })

  test('refuses a wrong code with number 8, and lets try again', async () => {
    const { challenge, answer, app, clock } = await withFactor()
    const given = await challenge()
    const wrong = await refusal(answer({ challenge: given, code: '000000' }))
    expect([wrong.status, wrong.number, wrong.message]).toEqual([400, 8, 'El código no es válido'])
    expect((await answer({ challenge: given, code: app.codeAt(clock.now()) })).token).toBeDefined()
  })

  test('takes five tries and five minutes, and no more', async () => {
    const { challenge, answer, app, clock } = await withFactor()
    const tried = await challenge()
    for (let i = 0; i < 5; i++) await refusal(answer({ challenge: tried, code: '000000' }))
    const right = () => app.codeAt(clock.now())
    const over = await refusal(answer({ challenge: tried, code: right() }))
    expect([over.status, over.number, over.message]).toEqual([
      400,
      8,
      'El código venció. Inicia sesión nuevamente',
    ])
    const late = await challenge()
    clock.advance({ minutes: 5 })
    expect((await refusal(answer({ challenge: late, code: right() }))).number).toBe(8)
  })

  test('opens one session for a challenge, and accepts a code once', async () => {
    const { challenge, answer, app, clock } = await withFactor()
    const first = await challenge()
    const code = app.codeAt(clock.now())
    await answer({ challenge: first, code })
    expect((await refusal(answer({ challenge: first, code }))).number).toBe(8)
    expect((await refusal(answer({ challenge: await challenge(), code }))).number).toBe(8)
    const before = app.codeAt(new Date(clock.now().getTime() - 30_000))
    expect((await refusal(answer({ challenge: await challenge(), code: before }))).number).toBe(8)
    clock.advance({ seconds: 30 })
    expect(
      (await answer({ challenge: await challenge(), code: app.codeAt(clock.now()) })).token,
    ).toBeDefined()
  })

  test('of two answers with the same code one alone opens a session', async () => {
    const { challenge, answer, app, clock } = await withFactor()
    const given = [await challenge(), await challenge()]
    const code = app.codeAt(clock.now())
    const outcomes = await Promise.allSettled(given.map((one) => answer({ challenge: one, code })))
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('takes a recovery code in its place, each once, in any spelling, and tells its owner', async () => {
    const { challenge, answer, recovery_codes, db, caller } = await withFactor()
    const [first = '', second = ''] = recovery_codes
    await answer({ challenge: await challenge(), code: first })
    expect((await refusal(answer({ challenge: await challenge(), code: first }))).number).toBe(8)
    const { token } = await answer({
      challenge: await challenge(),
      code: second.toLowerCase().replace('-', ''),
    })
    expect((await caller(token)(secondFactorEndpoints.state)).recovery_codes_left).toBe(8)
    const mails = await db.plain(
      `select body_text from outbox where template = 'session.recoveryCodeUsed' order by id`,
    )
    expect(JSON.stringify(mails)).toContain('Códigos que te quedan: 9')
  })

  test('asks for it after a temporary password too, which is used up only then', async () => {
    const { anonymous, credentials, answer, app, clock, db, person } = await withFactor()
    const key = 'Clave-Temporal-9'
    await db.orm.execute(
      `insert into temporary_keys (person_id, hash, created_at, expires_at) values (${person.id},
        '${await (await createPasswords()).hash(key)}', '2026-11-26T15:00:00Z', '2026-11-26T16:00:00Z')`,
    )
    const body = { ...credentials, password: key }
    const { challenge } = await anonymous(sessionEndpoints.signInStaff, { body })
    const { patient } = await answer({ challenge: challenge ?? '', code: app.codeAt(clock.now()) })
    expect(patient.temporary_key_status).toBe(true)
    expect((await refusal(anonymous(sessionEndpoints.signInStaff, { body }))).number).toBe(4)
  })

  test('is refused to an account that was disabled meanwhile', async () => {
    const { challenge, answer, app, clock, db, person } = await withFactor()
    const given = await challenge()
    await db.orm.execute(`update people set status = 2 where id = ${person.id}`)
    expect((await refusal(answer({ challenge: given, code: app.codeAt(clock.now()) }))).number).toBe(6)
  })

  test('makes whoever tries codes wait, and nobody else', async () => {
    const { challenge, answer, app, clock } = await withFactor()
    const guesser = '10.9.9.9'
    for (let round = 0; round < 2; round++) {
      const given = await challenge(guesser)
      for (let i = 0; i < 5; i++) await refusal(answer({ challenge: given, code: '000000' }, guesser))
    }
    const waiting = await refusal(answer({ challenge: await challenge(guesser), code: '000000' }, guesser))
    expect([waiting.status, waiting.number]).toEqual([429, 9])
    expect(
      (await answer({ challenge: await challenge(), code: app.codeAt(clock.now()) })).token,
    ).toBeDefined()
  })

  test('names the field that is malformed', async () => {
    const { challenge, answer } = await withFactor()
    const failure = await refusal(answer({ challenge: await challenge(), code: '12' }))
    expect(failure.faults).toEqual([{ msg: 'Digita Código válido', param: 'code' }])
  })
})

describe('changing and removing it', () => {
  test('asks for a code, and the old one counts until the new one is confirmed', async () => {
    const { call, app, clock, challenge, answer } = await withFactor()
    const none = await refusal(call(secondFactorEndpoints.begin, { body: {} }))
    expect(none.faults).toEqual([{ msg: 'Digita Código', param: 'code' }])
    expect((await refusal(call(secondFactorEndpoints.begin, { body: { code: '000000' } }))).number).toBe(8)
    const { secret } = await call(secondFactorEndpoints.begin, { body: { code: app.codeAt(clock.now()) } })
    clock.advance({ seconds: 30 })
    const fresh = authenticator(secret)
    await call(secondFactorEndpoints.confirm, { body: { code: fresh.codeAt(clock.now()) } })
    clock.advance({ minutes: 1 })
    expect(
      (await refusal(answer({ challenge: await challenge(), code: app.codeAt(clock.now()) }))).number,
    ).toBe(8)
    expect(
      (await answer({ challenge: await challenge(), code: fresh.codeAt(clock.now()) })).token,
    ).toBeDefined()
  })

  test('needs a code, ends what it asked for and is told by mail', async () => {
    const { call, app, clock, signIn, recovery_codes, db } = await withFactor()
    expect((await refusal(call(secondFactorEndpoints.remove, { body: { code: '000000' } }))).number).toBe(8)
    await call(secondFactorEndpoints.remove, { body: { code: app.codeAt(clock.now()) } })
    expect(await db.plain(`select template from outbox order by id desc limit 1`)).toEqual([
      { template: 'session.secondFactorRemoved' },
    ])
    expect(recovery_codes).toHaveLength(10)
    expect(await db.plain('select * from recovery_codes')).toEqual([])
    expect((await signIn()).token).toBeDefined()
  })
})

describe('an installation that requires a second factor', () => {
  const required = { environment: { STAFF_SECOND_FACTOR: 'required' } }

  test('lets staff without one do nothing but set it up', async () => {
    const portal = await withStaff(required)
    const { token } = await portal.signIn()
    const call = portal.caller(token)
    const kept = await refusal(call(secondFactorEndpoints.remove, { body: { code: '000000' } }))
    expect([kept.status, kept.message]).toEqual([403, 'Debes configurar tu segundo factor para continuar'])
    expect((await call(secondFactorEndpoints.state)).required).toBe(true)
    const { secret } = await call(secondFactorEndpoints.begin, { body: {} })
    const code = authenticator(secret).codeAt(portal.clock.now())
    await call(secondFactorEndpoints.confirm, { body: { code } })
    const after = await refusal(call(secondFactorEndpoints.remove, { body: { code: '000000' } }))
    expect([after.status, after.message]).toEqual([
      409,
      'El segundo factor es obligatorio y no se puede quitar',
    ])
    expect((await call(sessionEndpoints.renew, { params: { id: portal.person.id } })).token).toBe(token)
  })

  test('asks nothing of patients', async () => {
    const { as, person } = await startPortal(required)
    expect((await (await as(await person()))(peopleEndpoints.self)).data.rol).toBe('STANDART_ROLE')
  })
})
