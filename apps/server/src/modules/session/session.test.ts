import { appointmentEndpoints } from '@mi-portal/contract/appointments/appointments'
import { peopleEndpoints } from '@mi-portal/contract/people'
import { sessionEndpoints } from '@mi-portal/contract/session/session'
import { hash as hashWith } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { ask, type TestDatabase } from '../../../test/ask.ts'
import { buildPerson } from '../../../test/build.ts'
import { solveRobotCheck } from '../../../test/external/robot-check.ts'
import { type PortalOptions, startPortal, startServer } from '../../../test/portal.ts'
import { expectRejected, getRejection } from '../../../test/rejection.ts'
import { password, passwordHash, passwords } from '../../../test/security/passwords.ts'
import { createPasswords, type Passwords } from '../../platform/security/passwords.ts'
import { createReportLink } from './account-links/create-account-links.ts'

async function withPatient(options?: PortalOptions) {
  const portal = await startPortal(options)
  const person = await portal.person({ password_hash: passwordHash })
  const credentials = { document_type_id: 1 as const, document_number: person.document_number, password }
  return { ...portal, person, credentials, build: portal.person }
}

test('a patient signs in with any spelling of their RUN and gets a token and their own data', async () => {
  const { anonymous, person, caller } = await withPatient()
  const spelled = `${person.document_number.slice(0, -7)}.${person.document_number.slice(-7, -4)}.${person.document_number.slice(-4, -1)}-${person.document_number.slice(-1).toLowerCase()}`
  const { token, patient } = await anonymous(sessionEndpoints.signIn, {
    body: { document_type_id: 1, document_number: spelled, password },
  })
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(patient).toMatchObject({
    id: person.id,
    rol: 'STANDART_ROLE',
    is_a_minor: false,
    temporary_key_status: false,
  })
  expect(patient).not.toHaveProperty('password_hash')
  expect((await caller(token)(peopleEndpoints.self)).data.id).toBe(person.id)
})

test('a wrong password, an unknown document and the page of staff have their own codes, and the state of an account is shown only with the right password', async () => {
  const { anonymous, db, credentials: body } = await withPatient()
  const findNumber = async (change: object = {}) =>
    (await getRejection(anonymous(sessionEndpoints.signIn, { body: { ...body, ...change } }))).number
  expect(await findNumber({ document_number: '12345678-5' })).toBe(2)
  await expectRejected(anonymous(sessionEndpoints.signInStaff, { body }), 400, { number: 4 })
  for (const [state, back, number] of [
    ['status = 2', 'status = 1', 6],
    ['status = 3', 'status = 1', 7],
    [`deleted_at = '2026-01-01'`, 'deleted_at = null', 5],
    [`opened_as_minor = true, date_birth = '2008-11-26'`, 'opened_as_minor = false', 1],
  ] as const) {
    await db.ask(`update people set ${state}`)
    const found = [await findNumber(), await findNumber({ password: 'Otra2026x' })]
    expect([state, ...found]).toEqual([state, number, 4])
    await db.ask(`update people set ${back}`)
  }
})

test('a sign-in costs two verifications whether or not there is an account, a temporary password or the right password on the wrong page', async () => {
  let verified = 0
  const counting: Passwords = {
    ...passwords,
    verify: (...asked) => {
      verified += 1
      return passwords.verify(...asked)
    },
  }
  const { anonymous, credentials, db, person } = await withPatient({ passwords: counting })
  const costOf = async (change: object, page: 'signIn' | 'signInStaff' = 'signIn') => {
    verified = 0
    await getRejection(anonymous(sessionEndpoints[page], { body: { ...credentials, ...change } }))
    return verified
  }
  const wrong = { password: 'Otra2026x' }
  const costs = [await costOf({ ...wrong, document_number: '12345678-5' }), await costOf(wrong)]
  costs.push(await costOf({}, 'signInStaff'), await costOf(wrong, 'signInStaff'))
  await buildTemporaryKey(db, person.id)
  expect([...costs, await costOf(wrong)]).toEqual([2, 2, 2, 2, 2])
})

const old = await hashWith(password, { algorithm: 2, memoryCost: 8_192, timeCost: 1, parallelism: 1 })

const production = createPasswords()
const hashOf = async ({ db, person }: { db: TestDatabase; person: { id: number } }) =>
  (await db.ask<{ hash: string }>('select password_hash as hash from people where id = $1', [person.id]))[0]
    ?.hash

test('an outdated password hash is replaced when its owner signs in, and still opens the account', async () => {
  const portal = await withPatient({ passwords: production })
  await portal.db.ask('update people set password_hash = $2 where id = $1', [portal.person.id, old])
  const signIn = (given = password) =>
    portal.anonymous(sessionEndpoints.signIn, { body: { ...portal.credentials, password: given } })
  await getRejection(signIn('Otra2026x'))
  expect(await hashOf(portal)).toBe(old)
  await signIn()
  const renewed = await hashOf(portal)
  expect(renewed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  await signIn()
  expect(await hashOf(portal)).toBe(renewed)
  await getRejection(signIn('Otra2026x'))
})

test('a new hash does not overwrite a password that was changed during the sign-in', async () => {
  const changed = await production.hash('Araucaria-1810')
  const change = { now: async () => {} }
  const portal = await withPatient({
    passwords: {
      ...production,
      hash: async (text) => {
        await change.now()
        return production.hash(text)
      },
    },
  })
  const set = (hash: string) =>
    portal.db.ask('update people set password_hash = $2 where id = $1', [portal.person.id, hash])
  await set(old)
  change.now = async () => {
    await set(changed)
  }
  await portal.anonymous(sessionEndpoints.signIn, { body: portal.credentials })
  expect(await hashOf(portal)).toBe(changed)
})

const wrong = 'Mala2026x'
const listNotices = (db: TestDatabase) => db.listMails('session.passwordsGuessed')

test('the owner is notified of five wrong passwords within an hour, from any networks and also at once, once a day', async () => {
  const { db, credentials, caller, clock, person } = await withPatient()
  const fail = async (times: number) => {
    for (let attempt = 0; attempt < times; attempt += 1)
      await getRejection(
        caller(undefined, `203.0.113.${attempt}`)(sessionEndpoints.signIn, {
          body: { ...credentials, password: wrong },
        }),
      )
  }
  await fail(4)
  expect(await listNotices(db)).toEqual([])
  await Promise.all([fail(1), fail(1), fail(1)])
  const [notice, ...more] = await listNotices(db)
  expect(more).toEqual([])
  expect(notice?.recipient).toBe(person.email)
  expect(notice?.body_text).toContain('varias contraseñas equivocadas')
  expect(notice?.body_text).toContain('«Quién vio mis datos»')
  await fail(8)
  clock.advance({ hours: 23 })
  await fail(8)
  expect(await listNotices(db)).toHaveLength(1)
  clock.advance({ hours: 2 })
  await fail(5)
  expect(await listNotices(db)).toHaveLength(2)
})

async function tried() {
  const portal = await withPatient({ environment: { LIMITS: 'sign-in-account=5' } })
  const { credentials, caller } = portal
  const signIn = (ip: string, body: object = {}) =>
    caller(undefined, ip, { 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140.0' })(
      sessionEndpoints.signIn,
      { body: { ...credentials, ...body } },
    )
  await signIn('190.45.17.3')
  for (let i = 0; i < 5; i++)
    expect((await getRejection(signIn(`203.0.113.${i}`, { password: 'Mala2026x' }))).number).toBe(4)
  return { ...portal, signIn }
}

test('a sign-in to a flooded account or document needs a robot check, even with the right password, from an unknown device, for an hour', async () => {
  const portal = await tried()
  await expectRejected(portal.signIn('198.51.100.7'), 429, { number: 11 })
  const altcha = await solveRobotCheck(portal, 'sign-in')
  expect((await portal.signIn('198.51.100.7', { altcha })).token).toBeDefined()
  expect((await portal.signIn('190.45.200.1')).token, 'a known device').toBeDefined()
  const other = await buildPerson(portal.db, { password_hash: passwordHash })
  const { document_number } = other
  expect((await portal.signIn('198.51.100.7', { document_number })).token, 'another account').toBeDefined()
  portal.clock.advance({ hours: 1 })
  expect((await portal.signIn('198.51.100.8')).token, 'after an hour').toBeDefined()
  const unknown = { document_number: '12345678-5' }
  for (let i = 0; i < 5; i++)
    expect((await getRejection(portal.signIn(`203.0.113.${i}`, unknown))).number).toBe(2)
  await expectRejected(portal.signIn('198.51.100.9', unknown), 429, { number: 11 })
})

const temporaryPassword = 'Clave-Temporal-9'

/** Stores a temporary password that is valid for half an hour. */
async function buildTemporaryKey(
  db: TestDatabase,
  personId: number,
  created = new Date('2026-11-26T15:00:00Z'),
) {
  await db.ask(
    `insert into temporary_keys (person_id, hash, mailed_to, created_at, expires_at)
     values ($1, $2, 'rosa@ejemplo.cl', $3::timestamptz, $3::timestamptz + interval '30 minutes')`,
    [personId, await passwords.hash(temporaryPassword), created],
  )
}

test('one session stays open after several concurrent sign-ins of an account, and a rejected sign-in of another account ends none', async () => {
  const { anonymous, credentials, person, build, db } = await withPatient()
  const other = await build({ password_hash: passwordHash })
  const signIn = (body: object = {}) =>
    anonymous(sessionEndpoints.signIn, { body: { ...credentials, ...body } })
  await Promise.allSettled([
    ...[signIn(), signIn(), signIn()],
    signIn({ document_number: other.document_number, password: 'Otra2026x' }),
  ])
  expect(await db.plain('select person_id from sessions where ended_at is null')).toEqual([
    { person_id: person.id },
  ])
})

test('ten wrong passwords from one network lead to a robot check for each further one, on all servers; a right one resets the count, and other networks sign in', async () => {
  const portal = await withPatient()
  const { anonymous, caller, credentials, db, clock } = portal
  const other = await startServer(db, clock)
  const servers = [anonymous, other.anonymous]
  const inTurn = (i: number) => (i % 2 === 0 ? anonymous : other.anonymous)
  const wrong = { body: { ...credentials, password: 'Otra2026x' } }
  for (let i = 0; i < 9; i++)
    expect((await getRejection(inTurn(i)(sessionEndpoints.signIn, wrong))).number).toBe(4)
  await other.anonymous(sessionEndpoints.signIn, { body: credentials })
  for (let i = 0; i < 10; i++)
    expect((await getRejection(inTurn(i)(sessionEndpoints.signIn, wrong))).number).toBe(4)
  for (const server of servers)
    await expectRejected(server(sessionEndpoints.signIn, { body: credentials }), 429, { number: 11 })
  const checked = { ...wrong.body, altcha: await solveRobotCheck(portal, 'sign-in') }
  for (const number of [4, 11])
    await expectRejected(
      other.anonymous(sessionEndpoints.signIn, { body: checked }),
      number === 4 ? 400 : 429,
      {
        number,
      },
    )
  const elsewhere = caller(undefined, '10.1.2.3')
  expect((await elsewhere(sessionEndpoints.signIn, { body: credentials })).token).toBeDefined()
})

test('a session ends with the next sign-in, after thirty idle minutes, and after twelve hours of use', async () => {
  const { anonymous, caller, credentials, as, person, clock } = await withPatient()
  const first = await anonymous(sessionEndpoints.signIn, { body: credentials })
  const call = caller((await anonymous(sessionEndpoints.signIn, { body: credentials })).token)
  await expectRejected(caller(first.token)(peopleEndpoints.self), 401, { number: 3 })
  for (const minutes of [29, 29]) {
    clock.advance({ minutes })
    await call(peopleEndpoints.self)
  }
  clock.advance({ minutes: 30 })
  await expectRejected(call(peopleEndpoints.self), 401, { number: 10 })
  const long = await as(person)
  for (let i = 0; i < 28; i++) {
    clock.advance({ minutes: 25 })
    await long(peopleEndpoints.self)
  }
  clock.advance({ minutes: 21 })
  await expectRejected(long(peopleEndpoints.self), 401)
})

test('a call does not wait while another transaction holds the lock of its session', async () => {
  const { as, person, clock, db } = await withPatient()
  const call = await as(person)
  clock.advance({ minutes: 2 })
  await db.transaction(async (tx) => {
    await ask(tx, 'select id from sessions where person_id = $1 for update', [person.id])
    expect((await call(peopleEndpoints.self)).data.id).toBe(person.id)
  })
  clock.advance({ minutes: 27 })
  await call(peopleEndpoints.self)
  clock.advance({ minutes: 29 })
  expect((await call(peopleEndpoints.self)).data.id).toBe(person.id)
})

test('only its owner can renew and end a session', async () => {
  const { person, sessionOf, caller } = await withPatient()
  const token = await sessionOf(person.id)
  const call = caller(token)
  expect((await call(sessionEndpoints.renew, { params: { id: person.id } })).token).toBe(token)
  await expectRejected(call(sessionEndpoints.renew, { params: { id: person.id + 1 } }), 403)
  await expectRejected(call(sessionEndpoints.signOut, { params: { id: person.id + 1 } }), 403)
  await call(sessionEndpoints.signOut, { params: { id: person.id } })
  expect((await getRejection(call(peopleEndpoints.self))).number).toBe(10)
})

test('one of two sign-ins with one temporary password at the same time succeeds', async () => {
  const both = Promise.withResolvers<void>()
  let right = 0
  const { anonymous, credentials, person, db, clock } = await withPatient({
    passwords: {
      ...passwords,
      verify: async (...asked) => {
        const isRight = await passwords.verify(...asked)
        if (!isRight) return false
        right += 1
        if (right === 2) both.resolve()
        await both.promise
        return true
      },
    },
  })
  await buildTemporaryKey(db, person.id, clock.now())
  const body = { ...credentials, password: temporaryPassword }
  const signIn = () => anonymous(sessionEndpoints.signIn, { body })
  const outcomes = await Promise.allSettled([signIn(), signIn()])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a reading of the own data is audited, a session that ended reads nothing, and an account that is disabled or no longer a patient is rejected at its next call', async () => {
  const { person, db, as } = await withPatient()
  const call = await as(person)
  await call(peopleEndpoints.self)
  await db.ask(`update people set rol = 'ADMIN_ROLE' where id = $1`, [person.id])
  await expectRejected(call(appointmentEndpoints.upcoming), 403)
  await db.ask(`update people set rol = 'STANDART_ROLE', status = 2 where id = $1`, [person.id])
  await expectRejected(call(peopleEndpoints.self), 401)
  await db.ask('update people set status = 1 where id = $1', [person.id])
  await db.ask(`update sessions set ended_at = now(), ended_by = 'signed-out'`)
  await expectRejected(call(peopleEndpoints.self), 401, { number: 10 })
  const sql = `select actor_id, patient_id, actor_role from audit_events where action = 'people.read'`
  expect(await db.ask(sql), 'no rejected reading is audited').toEqual([
    { actor_id: person.id, patient_id: person.id, actor_role: 'STANDART_ROLE' },
  ])
})

test('only sessions, temporary passwords, links and rate-limit counts that expired long ago are removed', async () => {
  const { anonymous, as, clock, credentials, db, person, runJob } = await withPatient()
  await db.transaction((tx) => createReportLink({ db, clock }, tx, person.id, 'un inicio de sesión'))
  await getRejection(anonymous(sessionEndpoints.signIn, { body: { ...credentials, password: 'Mala2026x' } }))
  await anonymous(sessionEndpoints.signIn, { body: credentials })
  await getRejection(anonymous(sessionEndpoints.signIn, { body: { ...credentials, password: 'Mala2026x' } }))
  await buildTemporaryKey(db, person.id, clock.now())
  const nothing = { sessions: 0, temporaryKeys: 0, challenges: 0, accountLinks: 0, rateLimiter: 0 }
  expect(await runJob('session.purge')).toEqual(nothing)
  clock.advance({ days: 31 })
  const call = await as(person)
  const done = await runJob('session.purge')
  expect(done).toMatchObject({ sessions: 1, temporaryKeys: 1, accountLinks: 1 })
  expect(await db.plain('select scope from tries')).toEqual([])
  await call(peopleEndpoints.self)
})
