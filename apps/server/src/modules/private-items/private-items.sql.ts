import type { Queries } from '../../platform/database/database.ts'
import { defineSql } from '../../platform/database/statement.ts'
import type { PrivateItemsSql } from './private-items.sql.generated.ts'

const sql = defineSql<PrivateItemsSql>('privateItems')

const hasDelegateSql = sql(
  'hasDelegate',
  `select exists (
     select from delegations where grantor_id = :person_id and state = 'accepted' and expires_at > :now::timestamptz
   ) as found!`,
)

/** Returns whether an adult has access to the person's record by the person's own decision now. */
export const hasDelegate = async (db: Queries, personId: number, now: Date): Promise<boolean> =>
  (await db.run(hasDelegateSql, { person_id: personId, now }))[0]?.found === true
