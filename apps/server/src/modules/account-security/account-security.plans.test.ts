import { expect, test } from 'vitest'
import { buildPerson } from '../../../test/build.ts'
import { openTestDatabase } from '../../../test/database.ts'
import { allAsked, asOwner, explained } from '../../../test/statements/plans.ts'
import { createAccountSecurityStore } from './account-security.store.ts'

test('a page of sign-ins reads the index of sign-ins no further than the page reaches', async () => {
  const db = await openTestDatabase()
  const person = await buildPerson(db)
  // The account signed in every day of two years, and other entries fill the rest of the audit log.
  await asOwner(
    db,
    `insert into audit_events (at, actor_id, actor_role, action, outcome)
     select timestamptz '2026-11-26 15:00Z' - make_interval(mins => n * 5), ${person.id}, 'STANDART_ROLE',
       case when n % 50 < 2 then 'session.open' else 'exams.list' end,
       case when n % 50 = 1 then 'refused' else 'done' end
     from generate_series(1, 200000) n`,
  )
  await asOwner(db, 'vacuum analyze audit_events')
  const statements = await allAsked(db, async (seen) => {
    const store = createAccountSecurityStore(seen)
    const since = new Date('2025-11-26T15:00:00Z')
    const { rows, total, more } = await store.listSignIns(person.id, since, { page: 1, limit: 10 })
    expect(rows).toHaveLength(10)
    expect([total, more]).toEqual([1000, true])
  })
  expect(statements).toHaveLength(2)
  for (const one of statements) {
    const { nodes, buffers } = await explained(db, one)
    expect(nodes).not.toContain('Seq Scan')
    expect(buffers).toBeLessThanOrEqual(500)
  }
  await db.close()
}, 60_000)
