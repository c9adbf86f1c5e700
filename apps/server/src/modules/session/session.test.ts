import { appointmentEndpoints } from '@mi-portal/contract/appointments'
import { peopleEndpoints } from '@mi-portal/contract/people'
import { sessionEndpoints } from '@mi-portal/contract/session'
import { describe, expect, test } from 'vitest'
import { openPortal, type PortalOptions, startPortal } from '../../../test/portal.ts'
import { refusal } from '../../../test/refusal.ts'
import { temporaryKeys } from '../../platform/database/schema.ts'
import { createPasswords, type Passwords } from '../../platform/security/passwords.ts'
import { createTries, limits } from '../../platform/security/tries.ts'
import { secondFactorStore } from './second-factor.store.ts'
import { sessionJobs } from './session.jobs.ts'
import { sessionStore } from './session.store.ts'

const passwords = createPasswords()
const password = 'Cordillera2026'
const passwordHash = await passwords.hash(password)

async function withPatient(options?: PortalOptions) {
  const portal = await startPortal(options)
  const person = await portal.person({ password_hash: passwordHash })
  const credentials = { document_type_id: 1 as const, document_number: person.document_number, password }
  return { ...portal, person, credentials }
}

describe('signing in', () => {
  test('a patient signs in with any spelling of their run and gets a token and their own data', async () => {
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

  test('a wrong password and an unknown document are refused with their own codes', async () => {
    const { anonymous, credentials } = await withPatient()
    const wrong = await refusal(
      anonymous(sessionEndpoints.signIn, { body: { ...credentials, password: 'Otra2026x' } }),
    )
    expect([wrong.status, wrong.number, wrong.message]).toEqual([400, 4, 'Usuario o contraseña inválida'])
    const unknown = await refusal(
      anonymous(sessionEndpoints.signIn, { body: { ...credentials, document_number: '12345678-5' } }),
    )
    expect([unknown.status, unknown.number]).toEqual([400, 2])
  })

  test('staff and patients each have a door of their own', async () => {
    const { anonymous, credentials, person } = await withPatient()
    const staff = await refusal(anonymous(sessionEndpoints.signInStaff, { body: credentials }))
    expect(staff.number).toBe(4)
    expect(person.rol).toBe('STANDART_ROLE')
  })

  test.each([
    ['disabled', { status: 2 }, 6],
    ['still being validated', { status: 3 }, 7],
    ['deleted', { deleted_at: new Date('2026-01-01') }, 5],
    ['of somebody who came of age', { opened_as_minor: true, date_birth: '2008-11-26' }, 1],
  ])('an account that is %s is told so only to whoever has the password', async (_, overrides, number) => {
    const { anonymous, person: build } = await startPortal()
    const person = await build({ password_hash: passwordHash, ...overrides })
    const body = { document_type_id: 1 as const, document_number: person.document_number, password }
    expect((await refusal(anonymous(sessionEndpoints.signIn, { body }))).number).toBe(number)
    expect(
      (await refusal(anonymous(sessionEndpoints.signIn, { body: { ...body, password: 'Otra2026x' } })))
        .number,
    ).toBe(4)
  })

  test('a minor signs in until the day of their eighteenth birthday', async () => {
    const { anonymous, clock, person: build } = await startPortal()
    const person = await build({
      password_hash: passwordHash,
      opened_as_minor: true,
      date_birth: '2008-11-27',
    })
    const body = { document_type_id: 1 as const, document_number: person.document_number, password }
    const { token, patient } = await anonymous(sessionEndpoints.signIn, { body })
    expect(patient?.is_a_minor).toBe(true)
    clock.set('2026-11-27T03:00:00Z')
    expect((await refusal(anonymous(sessionEndpoints.signIn, { body }))).number).toBe(1)
    expect(token).toBeDefined()
  })

  test('bad input names every field at fault with its message', async () => {
    const { anonymous } = await startPortal()
    const failure = await refusal(
      anonymous(sessionEndpoints.signIn, {
        body: { document_type_id: 1, document_number: '12345678-9', password: 'x' },
      }),
    )
    expect(failure.status).toBe(400)
    expect(failure.faults).toEqual([{ msg: 'Digita RUT válido', param: 'document_number' }])
    const both = await refusal(
      anonymous(sessionEndpoints.signIn, {
        body: { document_type_id: 1, document_number: '1', password: '' },
      }),
    )
    expect(both.faults).toEqual([
      { msg: 'Digita RUT válido', param: 'document_number' },
      { msg: 'Digita Contraseña', param: 'password' },
    ])
  })

  test('ten wrong passwords for one account from one address make it wait; elsewhere the right one works', async () => {
    const { anonymous, caller, credentials } = await withPatient()
    for (let i = 0; i < 10; i++) {
      expect(
        (
          await refusal(
            anonymous(sessionEndpoints.signIn, { body: { ...credentials, password: `Mala${i}2026` } }),
          )
        ).number,
      ).toBe(4)
    }
    const waiting = await refusal(anonymous(sessionEndpoints.signIn, { body: credentials }))
    expect([waiting.status, waiting.number]).toEqual([429, 9])
    expect(waiting.retryAfter).toBeGreaterThan(0)
    expect(
      (await caller(undefined, '10.1.2.3')(sessionEndpoints.signIn, { body: credentials })).token,
    ).toBeDefined()
  })
})

test('a right password is refused where its account was tried too often while it was looked at', async () => {
  let meanwhile = async () => {}
  const slow: Passwords = {
    ...passwords,
    verify: async (...asked) => {
      await meanwhile()
      return passwords.verify(...asked)
    },
  }
  const { anonymous, credentials, db, clock } = await withPatient({ passwords: slow })
  const tries = createTries(db, clock)
  meanwhile = async () => {
    await tries.take(limits.signIn, `1:${credentials.document_number} 127.0.0.1`, limits.signIn.max)
  }
  const refused = await refusal(anonymous(sessionEndpoints.signIn, { body: credentials }))
  expect([refused.status, refused.number]).toEqual([429, 9])
  expect(await db.plain('select id from sessions')).toEqual([])
})

test('of many who sign in at the same moment each gets a session of their own, also beside one who is refused', async () => {
  let meanwhile = async () => {}
  const portal = await startPortal({
    passwords: {
      ...passwords,
      verify: async (...asked) => {
        await meanwhile()
        return passwords.verify(...asked)
      },
    },
  })
  const people = await Promise.all(
    Array.from({ length: 6 }, () => portal.person({ password_hash: passwordHash })),
  )
  const numbers = people.map(({ document_number }) => document_number)
  const tries = createTries(portal.db, portal.clock)
  meanwhile = async () => {
    meanwhile = async () => {}
    await tries.take(limits.signIn, `1:${numbers[1]} 127.0.0.1`, limits.signIn.max)
  }
  const signIn = (number: string | undefined, given = password) =>
    portal.anonymous(sessionEndpoints.signIn, {
      body: { document_type_id: 1, document_number: number ?? '', password: given },
    })
  const outcomes = await Promise.allSettled([
    ...numbers.slice(0, 5).map((number) => signIn(number)),
    signIn(numbers[0]),
    signIn(numbers[5], 'Otra2026x'),
  ])
  const numberOf = (outcome: PromiseSettledResult<unknown>) =>
    outcome.status === 'rejected' ? outcome.reason.number : null
  expect(outcomes.map(numberOf)).toEqual([null, 9, null, null, null, null, 4])
  for (const place of [2, 3, 4]) {
    const outcome = outcomes[place]
    const token = outcome?.status === 'fulfilled' && 'token' in outcome.value ? outcome.value.token : ''
    expect((await portal.caller(token)(peopleEndpoints.self)).data.id).toBe(people[place]?.id)
  }
  // Of two sign-ins of one account at once one session lives.
  const living = await portal.db.plain('select person_id from sessions where ended_at is null')
  const whose = new Set([0, 2, 3, 4].map((place) => people[place]?.id))
  expect(living).toHaveLength(whose.size)
  expect(new Set(living.map((row) => 'person_id' in row && row.person_id))).toEqual(whose)
})

test('wrong passwords are counted together by all servers, and a right one forgets them', async () => {
  const { anonymous, credentials, db, clock } = await withPatient()
  const other = await openPortal(db, clock)
  const servers = [anonymous, other.anonymous]
  const inTurn = (i: number) => (i % 2 === 0 ? anonymous : other.anonymous)
  const wrong = { body: { ...credentials, password: 'Otra2026x' } }
  for (let i = 0; i < 9; i++)
    expect((await refusal(inTurn(i)(sessionEndpoints.signIn, wrong))).number).toBe(4)
  await other.anonymous(sessionEndpoints.signIn, { body: credentials })
  for (let i = 0; i < 10; i++)
    expect((await refusal(inTurn(i)(sessionEndpoints.signIn, wrong))).number).toBe(4)
  for (const server of servers)
    expect((await refusal(server(sessionEndpoints.signIn, { body: credentials }))).number).toBe(9)
  await other.app.close()
})

describe('a session', () => {
  test('ends when the account signs in elsewhere, and its next call says so', async () => {
    const { anonymous, caller, credentials } = await withPatient()
    const first = await anonymous(sessionEndpoints.signIn, { body: credentials })
    await anonymous(sessionEndpoints.signIn, { body: credentials })
    const failure = await refusal(caller(first.token)(peopleEndpoints.self))
    expect([failure.status, failure.number]).toEqual([401, 3])
  })

  test('ends after thirty idle minutes, and use pushes that limit', async () => {
    const { as, person, clock } = await withPatient()
    const call = await as(person)
    clock.advance({ minutes: 29 })
    await call(peopleEndpoints.self)
    clock.advance({ minutes: 29 })
    await call(peopleEndpoints.self)
    clock.advance({ minutes: 30 })
    const failure = await refusal(call(peopleEndpoints.self))
    expect([failure.status, failure.number]).toEqual([401, 10])
  })

  test('ends after twelve hours however much it is used', async () => {
    const { as, person, clock } = await withPatient()
    const call = await as(person)
    for (let i = 0; i < 28; i++) {
      clock.advance({ minutes: 25 })
      await call(peopleEndpoints.self)
    }
    clock.advance({ minutes: 21 })
    expect((await refusal(call(peopleEndpoints.self))).status).toBe(401)
  })

  test('is renewed and ended by its owner alone', async () => {
    const { as, person, person: _, sessionOf, caller } = await withPatient()
    const token = await sessionOf(person.id)
    const call = caller(token)
    expect((await call(sessionEndpoints.renew, { params: { id: person.id } })).token).toBe(token)
    expect((await refusal(call(sessionEndpoints.renew, { params: { id: person.id + 1 } }))).status).toBe(403)
    expect((await refusal(call(sessionEndpoints.signOut, { params: { id: person.id + 1 } }))).status).toBe(
      403,
    )
    await call(sessionEndpoints.signOut, { params: { id: person.id } })
    expect((await refusal(call(peopleEndpoints.self))).number).toBe(10)
    expect(as).toBeDefined()
  })

  test('an account that is disabled loses its session at once', async () => {
    const { as, person, db } = await withPatient()
    const call = await as(person)
    await db.orm.execute(`update people set status = 2 where id = ${person.id}`)
    expect((await refusal(call(peopleEndpoints.self))).status).toBe(401)
  })

  test('a temporary password works once and only to choose another', async () => {
    const { anonymous, caller, credentials, person, db, clock } = await withPatient()
    await db.orm.insert(temporaryKeys).values({
      person_id: person.id,
      hash: await passwords.hash('Clave-Temporal-9'),
      created_at: clock.now(),
      expires_at: new Date(clock.now().getTime() + 30 * 60_000),
    })
    const body = { ...credentials, password: 'Clave-Temporal-9' }
    const { token, patient } = await anonymous(sessionEndpoints.signIn, { body })
    expect(patient?.temporary_key_status).toBe(true)
    expect((await refusal(caller(token)(peopleEndpoints.self))).status).toBe(403)
    expect((await refusal(anonymous(sessionEndpoints.signIn, { body }))).number).toBe(4)
    expect((await anonymous(sessionEndpoints.signIn, { body: credentials })).token).toBeDefined()
  })

  test('an unknown token, none at all and a client’s own invention open nothing', async () => {
    const { anonymous, caller } = await startPortal()
    for (const call of [anonymous, caller('a'.repeat(43)), caller('x'.repeat(500))]) {
      const failure = await refusal(call(peopleEndpoints.self))
      expect([failure.status, failure.number]).toEqual([401, 10])
    }
  })

  test('reading one’s own data leaves a row in the audit trail that the portal cannot change', async () => {
    const { as, person, db } = await withPatient()
    await (await as(person))(peopleEndpoints.self)
    const rows = await db.orm.execute(
      `select action, actor_id, patient_id, actor_role from audit_events where action = 'people.read'`,
    )
    expect(rows).toEqual([
      { action: 'people.read', actor_id: person.id, patient_id: person.id, actor_role: 'STANDART_ROLE' },
    ])
    await expect(db.orm.execute('delete from audit_events')).rejects.toThrow()
    await expect(db.orm.execute(`update audit_events set action = 'x'`)).rejects.toThrow()
  })

  test('a session that was used and then ended reads nothing more, and no reading is recorded', async () => {
    const { person, db, sessionOf, caller } = await withPatient()
    const token = await sessionOf(person.id)
    const call = caller(token)
    await call(peopleEndpoints.self)
    await call(peopleEndpoints.self)
    await db.orm.execute(`update sessions set ended_at = now(), ended_by = 'signed-out'`)
    const failure = await refusal(call(peopleEndpoints.self))
    expect([failure.status, failure.number]).toEqual([401, 10])
    const [row] = await db.orm.execute(
      `select count(*)::int as count from audit_events where action = 'people.read'`,
    )
    expect(row).toEqual({ count: 2 })
  })

  test('an account that stopped being a patient’s is refused at its next call', async () => {
    const { person, db, as } = await withPatient()
    const call = await as(person)
    await call(peopleEndpoints.self)
    await db.orm.execute(`update people set rol = 'ADMIN_ROLE' where id = ${person.id}`)
    const failure = await refusal(call(appointmentEndpoints.upcoming))
    expect(failure.status).toBe(403)
  })
})

test('sessions, temporary passwords and tries that are long over are removed, and nothing else', async () => {
  const { anonymous, as, clock, credentials, db, person } = await withPatient()
  const [purge] = sessionJobs(
    sessionStore(db),
    { purge: () => secondFactorStore(db).purge(clock.now()), renew: async () => 0 },
    createTries(db, clock),
    clock,
    30,
  )
  await refusal(anonymous(sessionEndpoints.signIn, { body: { ...credentials, password: 'Mala2026x' } }))
  await anonymous(sessionEndpoints.signIn, { body: credentials })
  await refusal(anonymous(sessionEndpoints.signIn, { body: { ...credentials, password: 'Mala2026x' } }))
  await db.orm.insert(temporaryKeys).values({
    person_id: person.id,
    hash: passwordHash,
    created_at: clock.now(),
    expires_at: new Date(clock.now().getTime() + 30 * 60_000),
  })
  expect(await purge?.run()).toEqual({ sessions: 0, temporaryKeys: 0, challenges: 0, tries: 0 })
  clock.advance({ days: 31 })
  const call = await as(person)
  const done = await purge?.run()
  expect(done).toMatchObject({ sessions: 1, temporaryKeys: 1 })
  expect(await db.plain('select scope from tries')).toEqual([])
  await call(peopleEndpoints.self)
})
