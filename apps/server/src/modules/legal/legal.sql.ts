import type { LegalKind } from '@mi-portal/contract/legal'
import type { Queries } from '../../platform/database/database.ts'
import { defineSql, type Row } from '../../platform/database/statement.ts'
import type { LegalSql } from './legal.sql.generated.ts'

const sql = defineSql<LegalSql>('legal')

export type Wording = Row<typeof wording>

type ClinicText = {
  readonly kind: LegalKind
  readonly version: string
  readonly valid_from: string
  readonly html: string
}

// Texts that staff published come first, so that a later version of the clinic package does not replace them.
const inOrder = 'order by t.published_at is not null desc, t.valid_from desc, t.id desc'
const newestMarkSql = sql('newestMark')`
  select t.id, (select max(w.number) from legal_wordings w where w.text_id = t.id) as number
  from legal_texts t where t.kind = :kind ${inOrder} limit 1`
const newestSql = sql('newest')`
  select t.id, t.text as source!, t.version as written_version!, t.valid_from as written_from!,
    w.number, w.text, w.version, w.valid_from
  from (select t.* from legal_texts t where t.kind = :kind ${inOrder} limit 1) t
    left join lateral (select * from legal_wordings w where w.text_id = t.id order by w.number desc limit 1) w on true`
export const unread = sql('unread')`
  select t.id, t.text, t.version, t.valid_from from legal_texts t
  where t.kind = :kind and not exists (select from legal_wordings w where w.text_id = t.id) order by t.id`
export const versions = sql('versions')`
  select t.id, w.number, w.version, w.valid_from, t.published_at,
    case when p.id is null then null else concat_ws(' ', p.first_name, nullif(p.last_name, '')) end as published_by,
    (select count(distinct c.person_id)::int from consents c
      where c.kind = w.kind and c.version = w.version and c.withdrawn_at is null) as accepted!
  from legal_texts t join legal_wordings w on w.text_id = t.id left join people p on p.id = t.published_by
  where t.kind = :kind ${inOrder}, w.number desc`
export const wording = sql('wording')`
  select text, version, valid_from from legal_wordings where kind = :kind and version = :version`
export const byHash = sql('byHash')`
  select text, version, valid_from from legal_wordings where text_hash = :text_hash and kind = :kind
  order by version = :version desc, id limit 1`
// A text that came with the clinic package after staff published their own.
export const waiting = sql('waiting')`
  select t.version, t.valid_from, t.text from legal_texts t
  where t.kind = :kind and t.published_at is null
    and coalesce(t.added_at, t.valid_from at time zone 'America/Santiago')
      > (select max(o.published_at) from legal_texts o where o.kind = :kind)
  order by t.valid_from desc, t.id desc limit 1`
// Concurrent publications wait for each other.
export const lock = sql('lock')`select id from legal_texts where kind = :kind order by id limit 1 for update`
/** A version is named after its day; a second version of the same day gets a number. */
const publishSql = sql('publish')`
  insert into legal_texts (id, kind, version, valid_from, text, published_at, published_by)
  select nextval('legal_texts_published'), :kind, case when n = 0 then :day else :day || '.' || (n + 1) end,
    :day::date, :text, :now::timestamptz, :published_by
  from (select count(*)::int as n from legal_texts where kind = :kind
    and (version = :day or version like :day || '.%')) before
  returning id, version`
const sourceOfSql = sql('sourceOf')`select text from legal_texts where kind = :kind and version = :version`
// A text that comes after another one is in force from the day on which it came here.
const addSql = sql('add')`
  insert into legal_texts (id, kind, version, valid_from, text, added_at)
  values (nextval('legal_texts_published'), :kind, :version, case when exists (select from legal_texts where kind = :kind)
    then greatest(:valid_from::date, (:now::timestamptz at time zone 'America/Santiago')::date) else :valid_from::date end,
    :html, :now::timestamptz)`
const keepSql = sql('store')`
  insert into legal_wordings (text_id, number, kind, version, valid_from, text, text_hash, since)
  values (:text_id, :number, :kind, :version, :valid_from::date, :text, :text_hash, :now::timestamptz)`
export const ask = sql('ask')`
  insert into legal_asked (kind, version, since) values (:kind, :version, :now::timestamptz)
  on conflict (kind) do update set version = excluded.version, since = excluded.since`

type NewWording = Wording & {
  readonly textId: number
  readonly number: number
  readonly kind: LegalKind
  readonly textHash: Uint8Array
}

export const newestMark = async (db: Queries, kind: LegalKind) =>
  (await db.run(newestMarkSql, { kind }))[0] ?? null

export const newest = async (db: Queries, kind: LegalKind) => (await db.run(newestSql, { kind }))[0] ?? null

export const publish = async (
  tx: Queries,
  kind: LegalKind,
  day: string,
  text: string,
  by: number,
  now: Date,
) => {
  const [row] = await tx.run(publishSql, { kind, day, text, now, published_by: by })
  if (!row) throw new Error('legal: the insert returned no row')
  return row
}

export const findSource = async (tx: Queries, kind: LegalKind, version: string) =>
  (await tx.run(sourceOfSql, { kind, version }))[0]?.text ?? null

export const add = async (tx: Queries, { kind, version, valid_from, html }: ClinicText, now: Date) => {
  await tx.run(addSql, { kind, version, valid_from, html, now })
}

export const keep = async (tx: Queries, row: NewWording, now: Date) => {
  const { textId, number, kind, version, valid_from, text, textHash } = row
  await tx.run(keepSql, {
    text_id: textId,
    number,
    kind,
    version,
    valid_from,
    text,
    text_hash: textHash,
    now,
  })
}
