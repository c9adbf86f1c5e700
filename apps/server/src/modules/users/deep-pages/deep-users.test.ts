import { userEndpoints } from '@mi-portal/contract/users'
import { expect, test } from 'vitest'
import { ask } from '../../../../test/ask.ts'
import { startPortal } from '../../../../test/portal.ts'
import { deepUsersJobs } from './deep-users.jobs.ts'
import { deepUsersStore } from './deep-users.store.ts'

const { list } = userEndpoints

/** As many as make pages deep, some of them of the same moment, in another order than that of their ids. */
async function withMany(count: number) {
  const portal = await startPortal()
  const staff = await portal.person({ rol: 'ADMIN_ROLE' })
  const call = await portal.as(staff)
  const { db } = portal
  await db.orm.execute(
    `insert into people (document_type_id, document_number, first_name, last_name, rol, status, date_creation)
     select 2, 'Z' || (100000 + g), 'Zoila', 'Zamora', 'STANDART_ROLE', case when g % 9 = 0 then 2 when g % 50 = 1 then 3 else 1 end,
       timestamptz '2025-01-01' + ((g * 7919) % ${count}) / 3 * interval '0.1 seconds'
     from generate_series(1, ${count}) g`,
  )
  const [job] = deepUsersJobs(deepUsersStore(db))

  async function expectSame(): Promise<void> {
    for (const status of [null, 1, 2] as const) {
      const rows = await ask<{ id: number }>(
        db,
        'select id from people where $1::smallint is null or status = $1 order by date_creation desc, id desc',
        [status],
      )
      const all = rows.map(({ id }) => id)
      const last = Math.ceil(all.length / 100)
      for (const page of [20, 21, 22, 31, 40, last - 1, last, last + 1]) {
        const found = await call(list, { body: { status, page, limit: 100 } })
        expect(
          found.patients.map(({ id }) => id),
          `status ${status}, page ${page}`,
        ).toEqual(all.slice((page - 1) * 100, page * 100))
        expect([found.total, found.total_more ?? false]).toEqual([
          Math.min(all.length, 1000),
          all.length > 1000,
        ])
      }
    }
  }
  return { ...portal, call, mark: () => job?.run(), expectSame }
}

const kept = (text: string) => text.replaceAll('of-sample', 'id in (select id from people where id % 90 = 7)')

test('pages far down hold whom a walk there finds, whoever comes, changes and goes before and after they were marked', async () => {
  const { db, mark, expectSame } = await withMany(6_000)
  await expectSame()
  // Each thousandth of all, and of those who are enabled; 666 are not.
  expect(await mark()).toEqual({ marks: 6 + 5 })
  expect(await ask(db, 'select count(*)::int as moves from people_moves')).toEqual([{ moves: 0 }])
  await expectSame()
  for (const change of [
    `insert into people (document_type_id, document_number, first_name, last_name, rol, status)
       select 2, 'Y' || g, 'Yasna', 'Yáñez', 'STANDART_ROLE', 1 from generate_series(1, 120) g`,
    `insert into people (document_type_id, document_number, first_name, last_name, rol, status, date_creation)
       select 2, 'X' || g, 'Ximena', 'Xifré', 'STANDART_ROLE', 1 + g % 3, timestamptz '2025-01-01 00:02' from generate_series(1, 120) g`,
    kept('update people set status = 3 - status where of-sample and status in (1, 2)'),
    kept('update people set status = 2 where of-sample'),
    `update people set date_creation = '2024-06-01' where id % 90 = 5`,
    `delete from people where last_name = 'Xifré' or id in (select id from people_marks)`,
    `update people set first_name = 'Zulema'`,
  ]) {
    await db.orm.execute(change)
    await expectSame()
  }
  expect(await mark()).toEqual({ marks: null })
  const [moves] = await ask<{ count: number }>(db, 'select count(*)::int as count from people_moves')
  expect(moves?.count).toBeGreaterThan(400)
  await db.orm.execute('update people set status = 2 where id % 5 = 2')
  await expectSame()
  expect(await mark()).toEqual({ marks: expect.any(Number) })
  expect(await ask(db, 'select count(*)::int as moves from people_moves')).toEqual([{ moves: 0 }])
  await expectSame()
}, 180_000)

test('who is being registered while marks are made is counted once, before and after', async () => {
  const { db, mark, expectSame } = await withMany(5_000)
  // The embedded database does one thing at a time: there the marks are made when the registration is over.
  const made: Promise<unknown>[] = []
  await db.transaction(async (tx) => {
    await tx.orm.execute(
      `insert into people (document_type_id, document_number, first_name, last_name, rol, status, date_creation)
       select 2, 'Y' || g, 'Yasna', 'Yáñez', 'STANDART_ROLE', 1, timestamptz '2025-01-01 00:01' from generate_series(1, 150) g`,
    )
    await tx.orm.execute('update people set status = 2 where id % 7 = 3 and status = 1')
    const making = Promise.resolve(mark())
    if (db.kind === 'postgres') expect(await making).toEqual({ marks: expect.any(Number) })
    made.push(making)
  })
  await Promise.all(made)
  await expectSame()
}, 120_000)
