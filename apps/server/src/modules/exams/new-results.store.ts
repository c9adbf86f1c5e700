import type { Database } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

const owners = statement<{ leader_id: number }, { member_id: number }>(
  'arrivals.leaders',
  `select leader_id from family_links where member_id = :member_id and state = 'approved' and guardian_proof is not null`,
)

export function createNewResultsStore(db: Database) {
  return {
    /**
     * Returns the group owners with an approved link to this patient and a proof of guardianship. The caller has to
     * check whether they have access now.
     */
    owners: async (patientId: number) =>
      (await db.run(owners, { member_id: patientId })).map(({ leader_id }) => leader_id),
  }
}

export type NewResultsStore = ReturnType<typeof createNewResultsStore>
