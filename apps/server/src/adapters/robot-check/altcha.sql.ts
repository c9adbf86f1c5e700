import { defineSql } from '../../platform/database/statement.ts'
import type { AltchaSql } from './altcha.sql.generated.ts'

const sql = defineSql<AltchaSql>('robotCheck')

export const insertSolution = sql('spend')`
  insert into spent_challenges (hash, expires_at) values (:hash, :expires_at::timestamptz)
  on conflict do nothing returning hash`

export const deleteExpired = sql('purge')`
  delete from spent_challenges where expires_at <= :now::timestamptz returning hash`
