import { defineSql } from '../../../platform/database/statement.ts'
import type { NewResultsSql } from './new-results.sql.generated.ts'

const sql = defineSql<NewResultsSql>('archiveNews')

export const begin = sql('begin')`
  insert into archive_marks (archive, seen_until, begun_at) values (:archive, :now::timestamptz, :now::timestamptz)
  on conflict (archive) do update set archive = excluded.archive returning seen_until, begun_at`

export const move = sql('move')`
  update archive_marks set seen_until = :seen_until::timestamptz where archive = :archive
    and seen_until < :seen_until::timestamptz`

export const known = sql('known')`
  select source, version from archive_arrivals where archive = :archive and source = any(:sources::text[])`

export const people = sql('people')`
  select asked.position::int as position!, p.id
  from unnest(:kinds::int[], :numbers::text[], :issuers::text[]) with ordinality as asked (kind, number, issuer, position)
    join people p on p.document_type_id = asked.kind and p.document_number = asked.number
      and (asked.issuer = '' or p.document_country is null or p.document_country = country_code(asked.issuer))
  order by asked.position, p.document_country is null`

export const add = sql('add')`
  insert into archive_arrivals (archive, source, patient_id, type, reserved_group, version, is_correction)
  select :archive, source, patient_id, type, nullif(reserved_group, ''), version, version <> ''
  from unnest(:sources::text[], :patient_ids::int[], :types::text[], :reserved_groups::text[], :versions::text[])
    as found (source, patient_id, type, reserved_group, version)
  on conflict (archive, source, version) do nothing returning source`
