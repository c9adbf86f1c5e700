/** Counts text messages towards the cost limits. The database decides, so that two servers together do not exceed a limit. */
import { dayOf, firstOfMonth } from '@mi-portal/contract/values/dates'
import type { Database, Queries } from '../../../platform/database/database.ts'
import { statement } from '../../../platform/database/statement.ts'

/** The most messages of the installation in a day and in a month, and of one person in a day. */
type TextLimits = { readonly day: number; readonly month: number; readonly person: number }

type Periods = { readonly day: string; readonly month: string; readonly person_id: number | null }

const periods = `(values ('day', :day::date, null::int), ('month', :month::date, null::int),
     ('person_day', :day::date, :person_id::int)) as given (period, starts_on, person_id)`
const isUsed = `(given.period <> 'person_day' or given.person_id is not null)`

// The rows are created and locked in the order of their periods, so that two transactions never wait for each other.
const create = statement<never, Periods>(
  'textCounts.create',
  `insert into text_message_counts (period, starts_on, person_id, count)
   select given.period, given.starts_on, given.person_id, 0 from ${periods} where ${isUsed} order by given.period
   on conflict do nothing`,
)
const lock = statement<{ period: 'day' | 'month' | 'person_day'; count: number }, Periods>(
  'textCounts.lock',
  `select c.period, c.count from text_message_counts c join ${periods}
     on c.period = given.period and c.starts_on = given.starts_on and c.person_id is not distinct from given.person_id
   where ${isUsed} order by c.period for update of c`,
)
const add = statement<never, Periods>(
  'textCounts.add',
  `update text_message_counts c set count = c.count + 1 from ${periods}
   where c.period = given.period and c.starts_on = given.starts_on and c.person_id is not distinct from given.person_id
     and ${isUsed}`,
)
const purge = statement<{ count: number }, { day: string; month: string }>(
  'textCounts.purge',
  `delete from text_message_counts
   where starts_on < case when period = 'month' then :month::date else :day::date end returning count`,
)
const removeOfPerson = statement<never, { person_id: number }>(
  'textCounts.removeOfPerson',
  'delete from text_message_counts where person_id = :person_id',
)

export function createTextCountsStore(db: Database, limits: TextLimits) {
  const maximum = { day: limits.day, month: limits.month, person_day: limits.person }
  return {
    /**
     * Counts one message, or nothing if a limit is reached. Returns whether it was counted. Other messages wait for the end of the
     * transaction.
     *
     * @param personId null for a code, which counts only towards the limits of the installation
     */
    count: async (tx: Queries, personId: number | null, now: Date): Promise<boolean> => {
      const day = dayOf(now)
      const given = { day, month: firstOfMonth(day), person_id: personId }
      await tx.run(create, given)
      const counts = await tx.run(lock, given)
      if (counts.some(({ period, count }) => count >= maximum[period])) return false
      await tx.run(add, given)
      return true
    },
    /** Removes the counts of past days and months, and returns how many. */
    purge: async (now: Date): Promise<number> => {
      const day = dayOf(now)
      return (await db.run(purge, { day, month: firstOfMonth(day) })).length
    },
    removeOfPerson: async (tx: Queries, personId: number) => {
      await tx.run(removeOfPerson, { person_id: personId })
    },
  }
}

export type TextCountsStore = ReturnType<typeof createTextCountsStore>
