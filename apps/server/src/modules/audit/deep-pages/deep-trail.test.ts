import { auditEndpoints } from '@mi-portal/contract/audit'
import { expect, test } from 'vitest'
import { ask } from '../../../../test/ask.ts'
import { startPortal } from '../../../../test/portal.ts'
import { closeBlocks, deepTrailJobs } from './deep-trail.jobs.ts'
import { deepTrailStore } from './deep-trail.store.ts'

const { list } = auditEndpoints

/** Rows with gaps in their numbers, some actions common and some rare. */
const rows = (count: number) => `
  insert into audit_events (at, actor_role, action, outcome)
  select timestamptz '2026-01-01' + g * interval '1 second', 'system',
    case when g % 3 = 0 then 'people.read' when g % 700 = 1 then 'family.end' else 'users.list' end,
    case when g % 11 = 0 then 'refused' else 'done' end
  from generate_series(1, ${count}) g`

async function withTrail() {
  const portal = await startPortal()
  const call = await portal.as(await portal.person({ rol: 'SUPER_ADMIN_ROLE' }))
  const { db } = portal

  async function expectSame(): Promise<void> {
    const filters = [
      {},
      { action: 'users.list' },
      { action: 'family.end' },
      { outcome: 'refused' },
      { outcome: 'done' },
      { action: 'people.read', outcome: 'done' },
    ] as const
    for (const filter of filters) {
      const { action = null, outcome = null } = { action: null, outcome: null, ...filter }
      for (const page of [20, 21, 33, 100, 201, 260, 330, 420, 470, 1000]) {
        // Looked up just before: looking leaves a row of its own.
        const expected = await ask<{ id: number }>(
          db,
          `select id from audit_events where ($1::text is null or action = $1) and ($2::text is null or outcome = $2)
           order by id desc limit 100 offset $3`,
          [action, outcome, (page - 1) * 100],
        )
        const { events } = await call(list, { body: { ...filter, page, limit: 100 } })
        expect(
          events.map(({ id }) => id),
          `${action} ${outcome}, page ${page}`,
        ).toEqual(expected.map(({ id }) => Number(id)))
      }
    }
  }
  const blocks = async () => {
    const whole = `select count(*)::int as n from audit_blocks where action = '' and outcome = ''`
    return (await ask<{ n: number }>(db, whole))[0]?.n
  }
  return { ...portal, call, expectSame, blocks, close: () => closeBlocks(deepTrailStore(db)) }
}

/** Days of the trail, by the clinic's calendar, and what of them. */
const stretches: readonly { from?: string; to?: string; action?: string; outcome?: 'refused' }[] = [
  { from: '2026-01-01', to: '2026-01-01' },
  { from: '2026-01-02', to: '2026-01-03', action: 'family.end' },
  { to: '2025-12-31' },
  { to: '2025-12-31', outcome: 'refused' },
  { from: '2026-01-03', action: 'family.end' },
  { from: '2025-06-01', to: '2025-06-30' },
  { from: '2027-06-01' },
]

test('days of the trail hold what a walk finds there, also where a clock was set back, before and after its blocks are dated', async () => {
  const { db, call, close } = await withTrail()
  const expectDays = async () => {
    for (const { action = null, outcome = null, from = null, to = null } of stretches)
      for (const page of [1, 3]) {
        const expected = await ask<{ id: number }>(
          db,
          `select id from audit_events where ($1::text is null or action = $1) and ($2::text is null or outcome = $2)
             and ($3::date is null or at >= $3::date::timestamp at time zone 'America/Santiago')
             and ($4::date is null or at < ($4::date + 1)::timestamp at time zone 'America/Santiago')
           order by id desc limit 100 offset $5`,
          [action, outcome, from, to, (page - 1) * 100],
        )
        const body = { action, outcome, from, to, page, limit: 100 }
        const { events } = await call(list, { body })
        expect(
          events.map(({ id }) => id),
          JSON.stringify(body),
        ).toEqual(expected.map(({ id }) => Number(id)))
      }
  }
  // A day and a half, then a clock that is half a year behind, and then right again.
  await db.orm.execute(rows(120_000))
  await db.orm.execute(rows(25_000).replace('2026-01-01', '2025-06-15'))
  await db.orm.execute(rows(60_000).replace('2026-01-01', '2025-12-31'))
  await db.orm.execute(rows(14_000).replace('2026-01-01', '2026-01-04'))
  await expectDays()
  await close()
  await expectDays()
  const undated = `select count(*)::int as n from audit_blocks where action = '' and outcome = '' and earliest is null`
  expect((await ask<{ n: number }>(db, undated))[0]?.n).toBe(0)
  // As a server closed them that knows of no dates yet.
  await db.orm.execute(`update audit_blocks set earliest = null, latest = null where last_id % 3 = 0`)
  await expectDays()
  await close()
  expect((await ask<{ n: number }>(db, undated))[0]?.n).toBe(0)
  await expectDays()
}, 180_000)

/** Numbers that nobody has: of transactions that were given up. */
const gap = (count: number) => `select nextval('audit_events_id_seq') from generate_series(1, ${count})`

test('pages far down the trail hold what a walk there finds, also past numbers that nobody has', async () => {
  const { db, expectSame, blocks } = await withTrail()
  const [job] = deepTrailJobs(deepTrailStore(db))
  await db.orm.execute(rows(9_000))
  expect(await job?.run()).toEqual({ blocks: 0 })
  await db.orm.execute(gap(25_000))
  await db.orm.execute(rows(38_000))
  await expectSame()
  expect(await job?.run()).toEqual({ blocks: 5 })
  expect(await blocks()).toBe(5)
  await expectSame()
  expect(await job?.run()).toEqual({ blocks: 0 })
  await db.orm.execute(rows(9_000))
  await expectSame()
  expect(await job?.run()).toEqual({ blocks: 1 })
  await expectSame()
  const [counted] = await ask<{ rows: number; there: number }>(
    db,
    `select (select max(rows_until)::int from audit_blocks where action = '' and outcome = '') as rows,
       (select count(*)::int from audit_events where id <= (select max(last_id) from audit_blocks)) as there`,
  )
  expect(counted?.rows).toBe(counted?.there)
}, 180_000)

test('no block is closed while a row with a number in it may still appear', async () => {
  const { db, expectSame, blocks, close } = await withTrail()
  await db.orm.execute(rows(15_000))
  let closing: Promise<number> | undefined
  await db.transaction(async (tx) => {
    await tx.orm.execute(rows(3))
    // The embedded database writes one thing at a time: nobody else has a number meanwhile.
    if (db.kind === 'postgres') await db.orm.execute(rows(15_000))
    closing = close()
    if (db.kind === 'postgres') expect(await closing).toBe(0)
  })
  await closing
  if (db.kind === 'embedded') await db.orm.execute(rows(15_000))
  expect(await close()).toBe(db.kind === 'postgres' ? 3 : 2)
  expect(await blocks()).toBe(3)
  await expectSame()
}, 180_000)
