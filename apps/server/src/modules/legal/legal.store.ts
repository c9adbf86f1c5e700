import type { LegalKind } from '@mi-portal/contract/legal'
import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

/** A text as it was written, with its wording; the wording is null if none is stored yet. */
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

/** A text of the clinic package. */
type ClinicText = {
  readonly kind: LegalKind
  readonly version: string
  readonly valid_from: string
  readonly html: string
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

// Texts that staff published come first, so that a later version of the clinic package does not replace them.
const inOrder = 'order by t.published_at is not null desc, t.valid_from desc, t.id desc'
const newestMark = statement<{ id: number; number: number | null }, { kind: LegalKind }>(
  'legal.newestMark',
  `select t.id, (select max(w.number) from legal_wordings w where w.text_id = t.id) as number
   from legal_texts t where t.kind = :kind ${inOrder} limit 1`,
)
const newest = statement<LegalSource, { kind: LegalKind }>(
  'legal.newest',
  `select t.id, t.text as source, t.version as written_version, t.valid_from as written_from,
     w.number, w.text, w.version, w.valid_from
   from (select t.* from legal_texts t where t.kind = :kind ${inOrder} limit 1) t
     left join lateral (select * from legal_wordings w where w.text_id = t.id order by w.number desc limit 1) w on true`,
)
/** Texts without a stored wording. */
const unread = statement<
  { id: number; text: string; version: string; valid_from: string },
  { kind: LegalKind }
>(
  'legal.unread',
  `select t.id, t.text, t.version, t.valid_from from legal_texts t
   where t.kind = :kind and not exists (select from legal_wordings w where w.text_id = t.id) order by t.id`,
)
const versions = statement<VersionRow, { kind: LegalKind }>(
  'legal.versions',
  `select t.id, w.number, w.version, w.valid_from, t.published_at,
     case when p.id is null then null else concat_ws(' ', p.first_name, nullif(p.last_name, '')) end as published_by,
     (select count(distinct c.person_id)::int from consents c
       where c.kind = w.kind and c.version = w.version and c.withdrawn_at is null) as accepted
   from legal_texts t join legal_wordings w on w.text_id = t.id left join people p on p.id = t.published_by
   where t.kind = :kind ${inOrder}, w.number desc`,
)
const wording = statement<Wording, { kind: LegalKind; version: string }>(
  'legal.wording',
  'select text, version, valid_from from legal_wordings where kind = :kind and version = :version',
)
const byHash = statement<Wording, { text_hash: Uint8Array; kind: string; version: string }>(
  'legal.byHash',
  `select text, version, valid_from from legal_wordings where text_hash = :text_hash and kind = :kind
   order by version = :version desc, id limit 1`,
)
// A text that came with the clinic package after staff published their own.
const waiting = statement<{ version: string; valid_from: string; text: string }, { kind: LegalKind }>(
  'legal.waiting',
  `select t.version, t.valid_from, t.text from legal_texts t
   where t.kind = :kind and t.published_at is null
     and coalesce(t.added_at, t.valid_from at time zone 'America/Santiago')
       > (select max(o.published_at) from legal_texts o where o.kind = :kind)
   order by t.valid_from desc, t.id desc limit 1`,
)
// Concurrent publications wait for each other.
const lock = statement<{ id: number }, { kind: LegalKind }>(
  'legal.lock',
  'select id from legal_texts where kind = :kind order by id limit 1 for update',
)
/** A version is named after its day; a second version of the same day gets a number. */
const publish = statement<
  { id: number; version: string },
  { kind: LegalKind; day: string; text: string; now: Date; published_by: number }
>(
  'legal.publish',
  `insert into legal_texts (id, kind, version, valid_from, text, published_at, published_by)
   select nextval('legal_texts_published'), :kind, case when n = 0 then :day else :day || '.' || (n + 1) end,
     :day::date, :text, :now::timestamptz, :published_by
   from (select count(*)::int as n from legal_texts where kind = :kind
     and (version = :day or version like :day || '.%')) before
   returning id, version`,
)
const sourceOf = statement<{ text: string }, { kind: LegalKind; version: string }>(
  'legal.sourceOf',
  'select text from legal_texts where kind = :kind and version = :version',
)
// A text that comes after another one is in force from the day on which it came here.
const add = statement<never, ClinicText & { now: Date }>(
  'legal.add',
  `insert into legal_texts (id, kind, version, valid_from, text, added_at)
   values (nextval('legal_texts_published'), :kind, :version, case when exists (select from legal_texts where kind = :kind)
     then greatest(:valid_from::date, (:now::timestamptz at time zone 'America/Santiago')::date) else :valid_from::date end,
     :html, :now::timestamptz)`,
)
const keep = statement<
  never,
  {
    text_id: number
    number: number
    kind: LegalKind
    version: string
    valid_from: string
    text: string
    text_hash: Uint8Array
    now: Date
  }
>(
  'legal.store',
  `insert into legal_wordings (text_id, number, kind, version, valid_from, text, text_hash, since)
   values (:text_id, :number, :kind, :version, :valid_from::date, :text, :text_hash, :now::timestamptz)`,
)
const askOf = statement<never, { kind: LegalKind; version: string; now: Date }>(
  'legal.ask',
  `insert into legal_asked (kind, version, since) values (:kind, :version, :now::timestamptz)
   on conflict (kind) do update set version = excluded.version, since = excluded.since`,
)

type NewWording = Wording & {
  readonly textId: number
  readonly number: number
  readonly kind: LegalKind
  readonly textHash: Uint8Array
}

export function createLegalStore(db: Database) {
  return {
    /** Returns the text in force and the number of its newest wording. */
    newestMark: async (kind: LegalKind, queries: Queries = db) =>
      (await queries.run(newestMark, { kind }))[0] ?? null,
    newest: async (kind: LegalKind, queries: Queries = db) =>
      (await queries.run(newest, { kind }))[0] ?? null,
    unread: (tx: Queries, kind: LegalKind) => tx.run(unread, { kind }),
    versions: (kind: LegalKind) => db.run(versions, { kind }),
    wording: async (kind: LegalKind, version: string) =>
      (await db.run(wording, { kind, version }))[0] ?? null,
    /** Returns the text with this hash. If two versions have the same text, the named one is returned. */
    byHash: async (kind: string, textHash: Uint8Array, version: string) =>
      (await db.run(byHash, { text_hash: textHash, kind, version }))[0] ?? null,
    waiting: async (kind: LegalKind) => (await db.run(waiting, { kind }))[0] ?? null,
    lock: async (tx: Queries, kind: LegalKind) => {
      await tx.run(lock, { kind })
    },
    publish: async (tx: Queries, kind: LegalKind, day: string, text: string, by: number, now: Date) => {
      const [row] = await tx.run(publish, { kind, day, text, now, published_by: by })
      if (!row) throw new Error('legal: the insert returned no row')
      return row
    },
    /** Returns a version as it was written; null if there is no such version. */
    sourceOf: async (tx: Queries, kind: LegalKind, version: string) =>
      (await tx.run(sourceOf, { kind, version }))[0]?.text ?? null,
    add: async (tx: Queries, { kind, version, valid_from, html }: ClinicText, now: Date) => {
      await tx.run(add, { kind, version, valid_from, html, now })
    },
    keep: async (tx: Queries, row: NewWording, now: Date) => {
      const { textId, number, kind, version, valid_from, text, textHash } = row
      await tx.run(keep, {
        text_id: textId,
        number,
        kind,
        version,
        valid_from,
        text,
        text_hash: textHash,
        now,
      })
    },
    /** Requires everyone to accept this version from now on. */
    ask: async (tx: Queries, kind: LegalKind, version: string, now: Date) => {
      await tx.run(askOf, { kind, version, now })
    },
  }
}

export type LegalStore = ReturnType<typeof createLegalStore>
