import { defineSql } from '../../../platform/database/statement.ts'
import type { NumbersSql } from './numbers.sql.generated.ts'

const sql = defineSql<NumbersSql>('archiveNumbers')

export const numbered = sql('numbered')`
  with given as (select unnest(:sources::text[]) as source), added as (
    insert into archive_numbers (archive, kind, source, patient_id) select :archive, :kind, source, :patient_id::int
      from given
    on conflict (archive, kind, source) do nothing returning id, source
  )
  select id as id!, source as source! from added
  union all select n.id, n.source from archive_numbers n join given using (source) where n.archive = :archive
    and n.kind = :kind`

export const moved = sql('moved')`
  update archive_numbers set patient_id = :patient_id
  where archive = :archive and kind = :kind and source = any(:sources::text[]) and patient_id <> :patient_id`

export const found = sql('found')`
  select id, source, patient_id from archive_numbers where archive = :archive and kind = :kind
  and id = any(:ids::int[])`

export const givenUp = sql('givenUp')`
  select source from archive_numbers
  where archive = :archive and kind = 'hour' and patient_id = :patient_id
    and cancelled_at > :now::timestamptz - interval '1 hour'`

export const ask = sql('ask')`
  update archive_numbers set asked_at = :now::timestamptz where id = :id and cancelled_at is null returning id`

export const unask = sql('unask')`
  update archive_numbers set asked_at = null where id = :id and cancelled_at is null`

export const cancel = sql('cancel')`
  update archive_numbers set cancelled_at = :now::timestamptz
  where id = :id and asked_at is not null and cancelled_at is null returning id`

// The mark is stored under the id of the archive, so it outlasts what the archive sends.
export const setPrivate = sql('setPrivate')`
  update archive_numbers
  set private_since = case when :is_private::boolean then coalesce(private_since, :now::timestamptz) end
  where archive = :archive and kind = :kind and id = :id and patient_id = :patient_id returning id`

export const privateSources = sql('privateSources')`
  select source from archive_numbers
  where archive = :archive and kind = :kind and patient_id = :patient_id and private_since is not null`
