import { expect, test } from 'vitest'
import { ask, type TestDatabase } from '../../../../test/ask.ts'
import { startPortal } from '../../../../test/portal.ts'
import { createLogger } from '../../../platform/logger.ts'
import { sealEntries } from './seal-entries.ts'
import { verifySeals } from './verify-seals.ts'

const secret = 'y'.repeat(48)

/** Adds entries to the audit log as the server does. */
function addEntries(db: TestDatabase, count: number) {
  return db.ask(
    `insert into audit_events (at, actor_role, action, patient_id, object, ip, detail)
     select '2026-11-26T15:00:00Z'::timestamptz + make_interval(secs => g), 'system', 'people.read', g, 'n=' || g,
       '10.0.0.1', jsonb_build_object('b', g, 'a', 'ñ') from generate_series(1, $1::int) g`,
    [count],
  )
}

/** Runs SQL as the owner of the tables, who has rights that the server lacks. */
function asOwner(db: TestDatabase, sql: string) {
  return db.script(`set role none; ${sql}; set role portal_app`)
}

async function withSeals() {
  const portal = await startPortal()
  const service = (secrets: readonly [string, ...string[]] = [secret]) => {
    const sealing = {
      db: portal.db,
      clock: portal.clock,
      logger: createLogger('silent'),
      config: { secrets },
    }
    return {
      seal: () => sealEntries(sealing),
      verify: (expected?: Parameters<typeof verifySeals>[1]) => verifySeals(sealing, expected),
    }
  }
  const seals = service()
  return { ...portal, seals, service }
}

async function sealed() {
  const portal = await withSeals()
  for (const count of [3, 4, 2]) {
    await addEntries(portal.db, count)
    expect(await portal.seals.seal()).toBe(1)
  }
  const ids = (await portal.db.ask<{ id: number }>('select id from audit_events order by id')).map(
    ({ id }) => id,
  )
  return { ...portal, ids }
}

test('entries are sealed in consecutive blocks, and an unchanged audit log is verified', async () => {
  const { seals, db } = await sealed()
  expect(await seals.verify()).toMatchObject({ blocks: 3, entries: 9, finding: null })
  expect(await seals.seal()).toBe(0)
  await addEntries(db, 1)
  expect(await seals.verify()).toMatchObject({ blocks: 3, entries: 9, finding: null })
})

test('a changed entry is found by its block and id, whichever column was changed', async () => {
  const { seals, db, ids } = await sealed()
  const columns = await db.ask<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = 'audit_events' and column_name <> 'id'`,
  )
  const other: Readonly<Record<string, string>> = {
    at: `at + interval '1 microsecond'`,
    actor_id: '7',
    patient_id: '7',
    outcome: `'refused'`,
    ip: `'10.0.0.2'`,
    detail: `detail || '{"a": "n"}'`,
  }
  for (const { name } of columns) {
    await asOwner(db, `create table before as select * from audit_events where id = ${ids[4]}`)
    await asOwner(db, `update audit_events set ${name} = ${other[name] ?? `'x'`} where id = ${ids[4]}`)
    expect((await seals.verify()).finding, name).toEqual({ block: 2, entry: ids[4], what: 'changed' })
    await asOwner(
      db,
      `update audit_events e set ${name} = b.${name} from before b where b.id = e.id; drop table before`,
    )
    expect((await seals.verify()).finding, name).toBeNull()
  }
})

test('a removed entry is found', async () => {
  const { seals, db, ids } = await sealed()
  await asOwner(db, `delete from audit_events where id = ${ids[6]}`)
  expect(await seals.verify()).toMatchObject({
    blocks: 1,
    finding: { block: 2, entry: ids[6], what: 'removed' },
  })
  await asOwner(db, `delete from audit_events where id = ${ids[0]}`)
  expect((await seals.verify()).finding).toEqual({ block: 1, entry: ids[0], what: 'removed' })
})

test('an entry inserted among sealed ones, or before all of them, is found', async () => {
  const { seals, db } = await withSeals()
  await addEntries(db, 2)
  // A call that is rolled back leaves an unused id.
  const [{ gap } = { gap: 0 }] = await db.ask<{ gap: number }>(
    `select nextval(pg_get_serial_sequence('audit_events', 'id'))::int as gap`,
  )
  await addEntries(db, 2)
  await seals.seal()
  expect((await seals.verify()).finding).toBeNull()
  const insert = (id: number) =>
    asOwner(
      db,
      `insert into audit_events (id, at, actor_role, action) overriding system value values (${id}, now(), 'system', 'x')`,
    )
  await insert(gap)
  expect((await seals.verify()).finding).toEqual({ block: 1, entry: gap, what: 'inserted' })
  await insert(0)
  expect((await seals.verify()).finding).toEqual({ block: 1, entry: 0, what: 'inserted' })
})

test('a block that was changed, removed or rebuilt without the key is found', async () => {
  const { seals, db, service } = await sealed()
  const saved = 'create table saved as select * from audit_seals'
  const back = 'delete from audit_seals; insert into audit_seals select * from saved'
  await asOwner(db, saved)
  for (const [change, finding] of [
    [
      'update audit_seals set last_id = last_id + 0, entries = 5 where number = 2',
      { block: 2, what: 'seal' },
    ],
    ['update audit_seals set hash = sha256(hash) where number = 2', { block: 2, what: 'seal' }],
    ['update audit_seals set signature = sha256(hash) where number = 3', { block: 3, what: 'signature' }],
    ['delete from audit_seals where number = 2', { block: 2, what: 'missing' }],
    ['delete from audit_seals where number = 1', { block: 1, what: 'missing' }],
  ] as const) {
    await asOwner(db, change)
    expect((await seals.verify()).finding, change).toEqual({ entry: null, ...finding })
    await asOwner(db, back)
  }
  // The owner of the database, without the key, seals everything again.
  await asOwner(
    db,
    'delete from audit_seals; delete from audit_events where id = (select min(id) from audit_events)',
  )
  await service(['z'.repeat(48)]).seal()
  expect((await seals.verify()).finding).toEqual({ block: 1, entry: null, what: 'signature' })
})

test('a chain that was cut off at the end is found if a block was recorded outside the database', async () => {
  const { seals, db, ids } = await sealed()
  const { head } = await seals.verify()
  if (head === null) throw new Error('nothing was sealed')
  expect((await seals.verify(head)).finding).toBeNull()
  await asOwner(
    db,
    `delete from audit_seals where number = 3; delete from audit_events where id >= ${ids[7]}`,
  )
  expect((await seals.verify()).finding).toBeNull()
  expect((await seals.verify(head)).finding).toEqual({ block: 3, entry: null, what: 'missing' })
  await addEntries(db, 5)
  await seals.seal()
  expect((await seals.verify(head)).finding).toEqual({ block: 3, entry: null, what: 'seal' })
})

test('blocks signed with an earlier secret are still verified', async () => {
  const { db, service } = await sealed()
  const renewed = service(['z'.repeat(48), secret])
  await addEntries(db, 1)
  await renewed.seal()
  expect(await renewed.verify()).toMatchObject({ blocks: 4, finding: null })
  expect((await service(['z'.repeat(48)]).verify()).finding).toMatchObject({ block: 1, what: 'signature' })
})

test('servers that seal concurrently make one chain', async () => {
  const { db, service, seals } = await withSeals()
  await addEntries(db, 12_000)
  const runs = await Promise.all(Array.from({ length: 4 }, () => service().seal()))
  await seals.seal()
  expect(runs.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(3)
  expect(await seals.verify()).toMatchObject({ blocks: 3, entries: 12_000, finding: null })
})

test('an entry that is committed after later ones is sealed with them and not missed', async () => {
  const { db, seals } = await withSeals()
  const opened = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const late = db.transaction(async (tx) => {
    await ask(tx, `insert into audit_events (at, actor_role, action) values (now(), 'system', 'late')`)
    opened.resolve()
    await end.promise
  })
  await opened.promise
  await addEntries(db, 3)
  // Nothing after the first entry is sealed while its transaction is open.
  expect(await seals.seal()).toBe(0)
  end.resolve()
  await late
  expect(await seals.seal()).toBe(1)
  expect(await seals.verify()).toMatchObject({ blocks: 1, entries: 4, finding: null })
})

test('the server’s role cannot change a block', async () => {
  const { db } = await sealed()
  for (const sql of ['update audit_seals set entries = 1', 'delete from audit_seals'])
    await expect(db.ask(sql)).rejects.toThrow('permission denied')
})
