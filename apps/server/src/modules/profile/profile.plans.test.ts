import { expect, test } from 'vitest'
import { buildPerson } from '../../../test/build.ts'
import { openTestDatabase } from '../../../test/database.ts'
import { allAsked, asOwner, explained } from '../../../test/statements/plans.ts'
import { createProfileStore } from './profile.store.ts'

test('a page of accesses with sign-ins reads two indexes no further than the page reaches', async () => {
  const db = await openTestDatabase()
  const rows = 200_000
  const person = await buildPerson(db)
  // The patient has read their own record far more often than they signed in, and other people's entries fill the
  // rest of the audit log.
  await asOwner(
    db,
    `insert into people (document_type_id, document_number, first_name, last_name, rol, status)
     select 1, 'N' || n, 'Nombre', 'Apellido', 'STANDART_ROLE', 1 from generate_series(1, 200) n;
     insert into audit_events (at, actor_id, actor_role, action, patient_id, outcome)
     select timestamptz '2026-11-26 15:00Z' - make_interval(mins => n), id, 'STANDART_ROLE',
       case when n % 50 < 2 then 'session.open' else 'exams.list' end,
       case when n % 50 < 2 then null else id end, case when n % 50 = 1 then 'refused' else 'done' end
     from (select n, case when n % 3 = 0 then ${person.id} else 1 + (n * 7919) % 200 end as id
           from generate_series(1, ${rows}) n) made`,
  )
  await asOwner(db, 'vacuum analyze audit_events')
  const period = { from: null, before: null, others: false }
  const statements = await allAsked(db, async (seen) => {
    const { rows: listed } = await createProfileStore(seen).auditLog(person.id, period, {
      page: 1,
      limit: 20,
    })
    expect(listed).toHaveLength(20)
    expect(new Set(listed.map(({ action }) => action))).toEqual(new Set(['exams.list', 'session.open']))
  })
  expect(statements).toHaveLength(2)
  for (const one of statements) {
    const { nodes, buffers } = await explained(db, one)
    expect(nodes).not.toContain('Seq Scan')
    expect(buffers).toBeLessThanOrEqual(500)
  }
  await db.close()
}, 60_000)
