import type { Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

type LastMail = { readonly created_at: Date; readonly is_waiting: boolean }

// The newest mail about results to a person, whichever patient it is about.
const lastMail = statement<LastMail, { person_id: number; since: Date; now: Date }>(
  'arrivals.lastMail',
  `select created_at, state = 'queued' and next_attempt_at > :now::timestamptz as is_waiting from outbox
   where person_id = :person_id and created_at > :since::timestamptz and state <> 'withdrawn'
     and template in ('exams.newResult', 'exams.correctedResult') order by created_at desc limit 1`,
)

export const newResultsStore = {
  /** Returns the newest mail about results to a person since an instant, or null. */
  lastMail: async (tx: Queries, personId: number, since: Date, now: Date): Promise<LastMail | null> =>
    (await tx.run(lastMail, { person_id: personId, since, now }))[0] ?? null,
}

export type NewResultsStore = typeof newResultsStore
