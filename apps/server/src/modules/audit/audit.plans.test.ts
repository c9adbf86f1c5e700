import { expect, test } from 'vitest'
import { provideTestDatabase } from '../../../test/database.ts'
import { allAsked, asOwner, explained } from '../../../test/statements/plans.ts'
import { readPage } from '../../platform/database/database.ts'
import { countEntries, listEntries } from './audit.sql.ts'

const everything = {
  ...{ patient_ids: null, actor_ids: null, action: null, outcome: null },
  ...{ since: null, before: null },
}

test('a page of the audit log is read from an index in its order, also of a day long past and of one action', async () => {
  const db = await provideTestDatabase()
  await asOwner(
    db,
    `insert into audit_events (at, actor_role, action)
     select timestamptz '2026-11-26 15:00Z' - make_interval(mins => 200000 - n), 'STANDART_ROLE',
       case when n % 1000 = 0 then 'users.list' else 'exams.list' end
     from generate_series(1, 200000) n`,
  )
  await asOwner(db, 'vacuum analyze audit_events')
  const day = { since: new Date('2026-07-20T04:00:00Z'), before: new Date('2026-07-21T04:00:00Z') }
  for (const { search, order } of [
    everything,
    { ...everything, ...day },
    { ...everything, action: 'users.list' },
    { ...everything, action: 'users.list', before: new Date('2026-10-01T03:00:00Z') },
  ].flatMap((one) => [undefined, 'at', '-at'].map((order) => ({ search: one, order })))) {
    const statements = await allAsked(db, async (seen) => {
      const { rows } = await readPage(seen, listEntries, countEntries, search, { page: 2, limit: 20, order })
      expect(rows).toHaveLength(20)
    })
    expect(statements).toHaveLength(2)
    for (const one of statements) {
      const { sequentiallyScanned, buffers } = await explained(db, one, 'custom')
      // The people are few in this test.
      expect(sequentiallyScanned).not.toContain('audit_events')
      // Of each counted row the next one is looked up by its id.
      expect(buffers).toBeLessThanOrEqual(5_000)
    }
  }
}, 60_000)
