import type { Database } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

const hasDelegate = statement<{ found: boolean }, { person_id: number; now: Date }>(
  'privateItems.hasDelegate',
  `select exists (
     select from delegations where grantor_id = :person_id and state = 'accepted' and expires_at > :now::timestamptz
   ) as found`,
)

export function createPrivateItemsStore(db: Database) {
  return {
    /** Returns whether an adult has access to the person's record by the person's own decision now. */
    hasDelegate: async (personId: number, now: Date): Promise<boolean> =>
      (await db.run(hasDelegate, { person_id: personId, now }))[0]?.found === true,
  }
}

export type PrivateItemsStore = ReturnType<typeof createPrivateItemsStore>
