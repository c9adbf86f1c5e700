import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

const owners = statement<{ leader_id: number }, { member_id: number }>(
  'arrivals.leaders',
  `select leader_id from family_links where member_id = :member_id and state = 'approved' and guardian_proof is not null`,
)

type LastMail = { readonly created_at: Date; readonly is_waiting: boolean }

// The newest mail about results to a person, whichever patient it is about.
const lastMail = statement<LastMail, { person_id: number; since: Date; now: Date }>(
  'arrivals.lastMail',
  `select created_at, state = 'queued' and next_attempt_at > :now::timestamptz as is_waiting from outbox
   where person_id = :person_id and created_at > :since::timestamptz and state <> 'withdrawn'
     and template in ('exams.newResult', 'exams.correctedResult') order by created_at desc limit 1`,
)

export function createNewResultsStore(db: Database) {
  return {
    /**
     * Returns the group owners with an approved link to this patient and a proof of guardianship. The caller has to
     * check whether they have access now.
     */
    owners: async (patientId: number) =>
      (await db.run(owners, { member_id: patientId })).map(({ leader_id }) => leader_id),
    /** Returns the newest mail about results to a person since an instant, or null. */
    lastMail: async (tx: Queries, personId: number, since: Date, now: Date): Promise<LastMail | null> =>
      (await tx.run(lastMail, { person_id: personId, since, now }))[0] ?? null,
  }
}

export type NewResultsStore = ReturnType<typeof createNewResultsStore>
