import { defineSql } from '../../platform/database/statement.ts'
import type { PrivateItemsSql } from './private-items.sql.generated.ts'

const sql = defineSql<PrivateItemsSql>('privateItems')

export const findDelegation = sql('findDelegation')`
  select id from delegations where grantor_id = :person_id and state = 'accepted' and expires_at > :now::timestamptz limit 1`
