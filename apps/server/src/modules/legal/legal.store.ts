import type { LegalKind } from '@mi-portal/contract/legal'
import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

/** A text as it was written, with the wording that is read of it; null where none was kept yet. */
type LegalSource = {
  readonly id: number
  readonly source: string
  readonly written_version: string
  readonly written_from: string
  readonly number: number | null
  readonly text: string | null
  readonly version: string | null
  readonly valid_from: string | null
}

export type Wording = {
  readonly text: string
  readonly version: string
  readonly valid_from: string
}

type VersionRow = {
  readonly id: number
  readonly number: number
  readonly version: string
  readonly valid_from: string
  readonly published_at: Date | null
  readonly published_by: string | null
  readonly accepted: number
}

// What staff published is the clinic's own: a text that comes with a later version of the portal does not replace it.
const inOrder = 'order by t.published_at is not null desc, t.valid_from desc, t.id desc'
const newestMark = statement<{ id: number; number: number | null }>(
  'legal.newestMark',
  `select t.id, (select max(w.number) from legal_wordings w where w.text_id = t.id) as number
   from legal_texts t where t.kind = $1 ${inOrder} limit 1`,
)
const newest = statement<LegalSource>(
  'legal.newest',
  `select t.id, t.text as source, t.version as written_version, t.valid_from as written_from,
     w.number, w.text, w.version, w.valid_from
   from (select t.* from legal_texts t where t.kind = $1 ${inOrder} limit 1) t
     left join lateral (select * from legal_wordings w where w.text_id = t.id order by w.number desc limit 1) w on true`,
)
/** Texts of which no wording was kept. */
const unread = statement<{ id: number; text: string; version: string; valid_from: string }>(
  'legal.unread',
  `select t.id, t.text, t.version, t.valid_from from legal_texts t
   where t.kind = $1 and not exists (select from legal_wordings w where w.text_id = t.id) order by t.id`,
)
const versions = statement<VersionRow>(
  'legal.versions',
  `select t.id, w.number, w.version, w.valid_from, t.published_at,
     case when p.id is null then null else concat_ws(' ', p.first_name, nullif(p.last_name, '')) end as published_by,
     (select count(distinct c.person_id)::int from consents c
       where c.kind = w.kind and c.version = w.version and c.withdrawn_at is null) as accepted
   from legal_texts t join legal_wordings w on w.text_id = t.id left join people p on p.id = t.published_by
   where t.kind = $1 ${inOrder}, w.number desc`,
)
const wording = statement<Wording>(
  'legal.wording',
  'select text, version, valid_from from legal_wordings where kind = $1 and version = $2',
)
const byHash = statement<Wording>(
  'legal.byHash',
  `select text, version, valid_from from legal_wordings where text_hash = $1 and kind = $2
   order by version = $3 desc, id limit 1`,
)
// A text that came with the portal after staff published theirs.
const waiting = statement<{ version: string; valid_from: string; text: string }>(
  'legal.waiting',
  `select t.version, t.valid_from, t.text from legal_texts t
   where t.kind = $1 and t.published_at is null
     and coalesce(t.added_at, t.valid_from at time zone 'America/Santiago')
       > (select max(o.published_at) from legal_texts o where o.kind = $1)
   order by t.valid_from desc, t.id desc limit 1`,
)
// Two who publish at once take turns.
const lock = statement<{ id: number }>(
  'legal.lock',
  'select id from legal_texts where kind = $1 order by id limit 1 for update',
)
/** Named for its day; a second one of the same day carries a number. */
const publish = statement<{ id: number; version: string }>(
  'legal.publish',
  `insert into legal_texts (id, kind, version, valid_from, text, published_at, published_by)
   select nextval('legal_texts_published'), $1, case when n = 0 then $2 else $2 || '.' || (n + 1) end, $2::date, $3,
     $4::timestamptz, $5
   from (select count(*)::int as n from legal_texts where kind = $1 and (version = $2 or version like $2 || '.%')) before
   returning id, version`,
)
const keep = statement<never>(
  'legal.keep',
  `insert into legal_wordings (text_id, number, kind, version, valid_from, text, text_hash, since)
   values ($1, $2, $3, $4, $5::date, $6, $7, $8::timestamptz)`,
)
const askOf = statement<never>(
  'legal.ask',
  `insert into legal_asked (kind, version, since) values ($1, $2, $3::timestamptz)
   on conflict (kind) do update set version = excluded.version, since = excluded.since`,
)

type NewWording = Wording & {
  readonly textId: number
  readonly number: number
  readonly kind: LegalKind
  readonly textHash: Uint8Array
}

export function legalStore(db: Database) {
  return {
    /** Which text is in force, and the number of its newest wording. */
    newestMark: async (kind: LegalKind, queries: Queries = db) =>
      (await queries.run(newestMark, [kind]))[0] ?? null,
    newest: async (kind: LegalKind, queries: Queries = db) => (await queries.run(newest, [kind]))[0] ?? null,
    unread: (tx: Queries, kind: LegalKind) => tx.run(unread, [kind]),
    versions: (kind: LegalKind) => db.run(versions, [kind]),
    wording: async (kind: LegalKind, version: string) => (await db.run(wording, [kind, version]))[0] ?? null,
    /** What somebody read, by its digest; of two versions with the same words the named one. */
    byHash: async (kind: string, textHash: Uint8Array, version: string) =>
      (await db.run(byHash, [textHash, kind, version]))[0] ?? null,
    waiting: async (kind: LegalKind) => (await db.run(waiting, [kind]))[0] ?? null,
    lock: async (tx: Queries, kind: LegalKind) => {
      await tx.run(lock, [kind])
    },
    publish: async (tx: Queries, kind: LegalKind, day: string, text: string, by: number, now: Date) => {
      const [row] = await tx.run(publish, [kind, day, text, now, by])
      if (!row) throw new Error('legal: nothing was written')
      return row
    },
    keep: async (tx: Queries, row: NewWording, now: Date) => {
      const { textId, number, kind, version, valid_from, text, textHash } = row
      await tx.run(keep, [textId, number, kind, version, valid_from, text, textHash, now])
    },
    /** From now on everybody has to have accepted it. */
    ask: async (tx: Queries, kind: LegalKind, version: string, now: Date) => {
      await tx.run(askOf, [kind, version, now])
    },
  }
}

export type LegalStore = ReturnType<typeof legalStore>
