import type { ExamType } from '@mi-portal/contract/exams/exams'
import { statement } from '../../../platform/database/statement.ts'

export const begin = statement<{ seen_until: Date; begun_at: Date | null }, { archive: string; now: Date }>(
  'archiveNews.begin',
  `insert into archive_marks (archive, seen_until, begun_at) values (:archive, :now::timestamptz, :now::timestamptz)
   on conflict (archive) do update set archive = excluded.archive returning seen_until, begun_at`,
)

export const move = statement<never, { archive: string; seen_until: Date }>(
  'archiveNews.move',
  `update archive_marks set seen_until = :seen_until::timestamptz where archive = :archive
   and seen_until < :seen_until::timestamptz`,
)

export const known = statement<
  { source: string; version: string },
  { archive: string; sources: readonly string[] }
>(
  'archiveNews.known',
  'select source, version from archive_arrivals where archive = :archive and source = any(:sources::text[])',
)

export const people = statement<
  { position: number; id: number },
  { kinds: readonly number[]; numbers: readonly string[]; issuers: readonly string[] }
>(
  'archiveNews.people',
  `select asked.position::int as position, p.id
   from unnest(:kinds::int[], :numbers::text[], :issuers::text[]) with ordinality as asked (kind, number, issuer, position)
     join people p on p.document_type_id = asked.kind and p.document_number = asked.number
       and (asked.issuer = '' or p.document_country is null or p.document_country = country_code(asked.issuer))
   order by asked.position, p.document_country is null`,
)

export const add = statement<
  { source: string },
  {
    archive: string
    sources: readonly string[]
    patient_ids: readonly number[]
    types: readonly ExamType[]
    reserved_groups: readonly string[]
    versions: readonly string[]
  }
>(
  'archiveNews.add',
  `insert into archive_arrivals (archive, source, patient_id, type, reserved_group, version, is_correction)
   select :archive, source, patient_id, type, nullif(reserved_group, ''), version, version <> ''
   from unnest(:sources::text[], :patient_ids::int[], :types::text[], :reserved_groups::text[], :versions::text[])
     as found (source, patient_id, type, reserved_group, version)
   on conflict (archive, source, version) do nothing returning source`,
)
