import { defineSql } from '../../../platform/database/statement.ts'
import type { VisitsSql } from './visits.sql.generated.ts'

const sql = defineSql<VisitsSql>('visits')

/** Stores that an assertion was used; returns no row when it was used before. Two servers cannot both get one. */
export const insertUse = sql('use')`
  insert into used_assertions (issuer, jti, expires_at) values (:issuer, :jti, :expires_at::timestamptz)
  on conflict (issuer, jti) do nothing returning jti`
export const findBookability = sql('bookability')`
  select rol = 'STANDART_ROLE' and deleted_at is null as is_patient!, has_open_record(p) as can_book!,
    deceased_at is not null as is_deceased!, status = 3 and locked_at is null as is_waiting!
  from people p where id = :id`
export const purgeUses = sql('purge')`
  delete from used_assertions where expires_at <= :now::timestamptz returning jti`
