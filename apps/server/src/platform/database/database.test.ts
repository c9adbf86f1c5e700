import { expect, onTestFinished, test } from 'vitest'
import { ask, insertRow } from '../../../test/ask.ts'
import { buildPerson } from '../../../test/build.ts'
import { migrationsFolder, openEmptyTestDatabase } from '../../../test/database.ts'
import { brokenConstraint } from './constraint-errors.ts'
import { afterCommit, type Queries } from './database.ts'
import { isMigrated, migrate, readMigrations } from './migrate.ts'
import { frequentStatement, statement } from './statement.ts'

async function open() {
  const db = await openEmptyTestDatabase()
  onTestFinished(() => db.close())
  return db
}

const installed = (db: Queries) =>
  ask<{ key: string; value: unknown }>(db, 'select key, value from installation order by key')

function bytesOf(value: unknown): number[] {
  return value instanceof Uint8Array ? [...value] : []
}

test('every kind of value is read in the form that the portal uses', async () => {
  const db = await open()
  const row = `select 2147483648::int8 as long, count(*) as counted, 1.50::numeric as exact, date '2008-09-07' as day,
    timestamptz '2026-09-06 04:00:00+00' as moment, null::text as nothing, true as yes, 'ñandú' as words,
    '{"a":[1,null]}'::jsonb as json, array['x','y'] as list, '\\x00ff'::bytea as bytes, 1.5::float8 as loose, time '09:30' as hour`
  const wanted = {
    long: 2147483648,
    counted: 1,
    exact: 1.5,
    day: '2008-09-07',
    moment: new Date('2026-09-06T04:00:00Z'),
    nothing: null,
    yes: true,
    words: 'ñandú',
    json: { a: [1, null] },
    list: ['x', 'y'],
    loose: 1.5,
    hour: '09:30:00',
  }
  const [named] = await db.run(statement<Record<string, unknown>>('test.values', row), [])
  const [raw] = await db.plain(row)
  for (const found of [named, raw]) {
    expect(found).toMatchObject(wanted)
    expect(bytesOf(found && Reflect.get(found, 'bytes'))).toEqual([0, 255])
  }
})

test('a value that is passed as a parameter is read back unchanged', async () => {
  const db = await open()
  const echo = statement<Record<string, unknown>>(
    'test.echo',
    'select $1::date as day, $2::timestamptz as moment, $3::jsonb as json, $4::int[] as list, $5::bytea as bytes, $6::int as nothing',
  )
  const moment = new Date('2027-04-04T02:30:00.123Z')
  const [row] = await db.run(echo, [
    '2027-09-05',
    moment,
    JSON.stringify([1, { a: 2 }]),
    [1, 2],
    new Uint8Array([7, 0]),
    null,
  ])
  expect(row).toMatchObject({ day: '2027-09-05', moment, json: [1, { a: 2 }], list: [1, 2], nothing: null })
  expect(bytesOf(row?.bytes)).toEqual([7, 0])
})

test('a transaction that fails stores nothing, and a transaction that succeeds stores everything', async () => {
  const db = await open()
  const failing = db.transaction(async (tx) => {
    await ask(tx, `insert into installation (key, value) values ('half', '1')`)
    throw new Error('stop')
  })
  await expect(failing).rejects.toThrow('stop')
  expect(await installed(db)).toEqual([])
  const stored = await db.transaction(async (tx) => {
    await insertRow(tx, 'installation', { key: 'whole', value: { a: 1 } })
    return 'kept'
  })
  expect(stored).toBe('kept')
  expect(await installed(db)).toEqual([{ key: 'whole', value: { a: 1 } }])
})

test('work that waits for a commit runs once after it, and never after a rollback', async () => {
  const db = await open()
  const done: string[] = []
  const [first, second] = [() => void done.push('first'), () => void done.push('second')]
  await db.transaction(async (tx) => {
    afterCommit(tx, first)
    afterCommit(tx, first)
    await ask(tx, 'select 1')
    expect(done).toEqual([])
  })
  const failed = db.transaction(async (tx) => {
    afterCommit(tx, second)
    throw new Error('rolled back')
  })
  await expect(failed).rejects.toThrow('rolled back')
  expect(done).toEqual(['first'])
})

test('statements that a transaction sends together are committed together or not at all', async () => {
  const db = await open()
  const add = statement<never, { key: string; value: string }>(
    'test.add',
    'insert into installation (key, value) values (:key, :value::jsonb)',
  )
  const reject = statement<never, Record<string, never>>('test.reject', `select refuse('test_reason')`)
  const stored = async () => (await installed(db)).map(({ key }) => key)
  await db.transaction((tx) =>
    Promise.all([tx.run(add, { key: 'one', value: '1' }), tx.run(add, { key: 'two', value: '2' })]),
  )
  expect(await stored()).toEqual(['one', 'two'])
  const rejected = db.transaction((tx) =>
    Promise.all([
      tx.run(add, { key: 'three', value: '3' }),
      tx.run(reject, {}),
      tx.run(add, { key: 'four', value: '4' }),
    ]),
  )
  const error = await rejected.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(brokenConstraint(error)).toBe('test_reason')
  expect(await stored()).toEqual(['one', 'two'])
  // The connection can be used again.
  await db.transaction((tx) => tx.run(add, { key: 'seven', value: '7' }))
  expect(await stored()).toEqual(['one', 'seven', 'two'])
})

test('a statement that cannot be prepared leaves the prepared statements after it usable', async () => {
  const db = await open()
  const broken = statement<never, { id: string }>('test.broken', 'select from nowhere where :id = 1')
  const behind = statement<never, { key: string }>(
    'test.behind',
    `insert into installation (key, value) values (:key, '1')`,
  )
  for (const _ of [1, 2])
    await expect(
      db.transaction((tx) => Promise.all([tx.run(broken, { id: '1' }), tx.run(behind, { key: 'one' })])),
    ).rejects.toThrow('nowhere')
  await db.transaction((tx) =>
    Promise.all([tx.run(behind, { key: 'two' }), tx.run(behind, { key: 'three' })]),
  )
  const stored = await installed(db)
  expect(stored.map(({ key }) => key)).toEqual(['three', 'two'])
})

test('a named parameter is found outside literals, comments and casts, and needs a value', async () => {
  const db = await open()
  const echo = statement<Record<string, unknown>, { word: string; day: string }>(
    'test.named',
    `select :word as word, ':word' as literal, :day::date as day, (array[1,2,3])[1:2] as slice, :word || '!' as again -- :none`,
  )
  expect(await db.run(echo, { word: 'ñandú', day: '2027-09-05' })).toEqual([
    { word: 'ñandú', literal: ':word', day: '2027-09-05', slice: [1, 2], again: 'ñandú!' },
  ])
  const missing = db.run(echo as ReturnType<typeof statement<never, object>>, { word: 'x' })
  await expect(missing).rejects.toThrow('test.named: the parameter day has no value')
})

test('the database role of the portal can add to the audit log but not change it, and cannot create tables', async () => {
  const db = await open()
  const [role] = await db.ask('select current_user as name')
  expect(role).toEqual({ name: 'portal_app' })
  await buildPerson(db)
  await db.ask(`insert into audit_events (at, actor_role, action) values (now(), 'system', 'test')`)
  for (const forbidden of [
    `update audit_events set action = 'other'`,
    'delete from audit_events',
    'truncate audit_events',
    'drop table audit_events',
    'alter table audit_events add column x int',
    'create table mine (id int)',
    `update migrations set hash = ''`,
  ]) {
    await expect(db.ask(forbidden), forbidden).rejects.toThrow()
  }
  expect(await db.ask('select action from audit_events')).toEqual([{ action: 'test' }])
})

test('applied migrations are recognized, and a migration that was changed afterwards is rejected', async () => {
  const migrations = readMigrations(migrationsFolder)
  const db = await open()
  expect(await isMigrated(db, migrations)).toBe(true)
  expect(await isMigrated(db, [...migrations, { name: '9999_next.sql', sql: '', hash: 'x' }])).toBe(false)
  const changed = migrations.map((migration) => ({ ...migration, hash: 'other' }))
  await expect(migrate(db, changed)).rejects.toThrow()
})

test('concurrent frequent statements share two connections, and each gets its own answer', async () => {
  const db = await open()
  const echo = frequentStatement<{ process: number; number: number }, { number: number }>(
    'test.shared',
    'select pg_backend_pid() as process, :number::int as number',
  )
  const rows = await Promise.all(Array.from({ length: 40 }, (_, number) => db.run(echo, { number })))
  expect(rows.map(([row]) => row?.number)).toEqual(Array.from({ length: 40 }, (_, number) => number))
  expect(new Set(rows.map(([row]) => row?.process)).size).toBe(2)
})

test('a frequent statement that fails does not affect the statements after it on its connection', async () => {
  const db = await open()
  const divide = frequentStatement<{ result: number }, { by: number }>(
    'test.divide',
    'select 12 / :by::int as result',
  )
  const results = await Promise.allSettled([1, 0, 2, 0, 3, 4].map((by) => db.run(divide, { by })))
  expect(results.map((result) => (result.status === 'fulfilled' ? result.value[0]?.result : null))).toEqual([
    12,
    null,
    6,
    null,
    4,
    3,
  ])
})

test('a frequent statement works again after its connection was lost', async () => {
  const db = await open()
  const endWhenIdle = frequentStatement<{ process: number }>(
    'test.endWhenIdle',
    `select pg_backend_pid() as process, set_config('idle_session_timeout', '1', false) as timeout`,
  )
  const processOf = frequentStatement<{ process: number }>(
    'test.process',
    'select pg_backend_pid() as process',
  )
  const [lost] = await db.run(endWhenIdle, [])
  // A statement that is sent at the very moment of the loss fails, as on any connection.
  const isReplaced = () =>
    db.run(processOf, []).then(
      ([row]) => row?.process !== lost?.process,
      () => false,
    )
  await expect.poll(isReplaced).toBe(true)
})
