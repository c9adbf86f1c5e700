import type { LegalKind } from '@mi-portal/contract/legal'
import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

export type LegalText = {
  readonly id: number
  readonly text: string
  readonly version: string
  readonly valid_from: string
}

type VersionRow = {
  readonly id: number
  readonly version: string
  readonly valid_from: string
  readonly published_at: Date | null
  readonly published_by: string | null
  readonly accepted: number
}

// What staff published is the clinic's own: a text that comes with a later version of the portal does not replace it.
const inOrder = 'order by published_at is not null desc, valid_from desc, id desc limit 1'
const newestId = statement<{ id: number }>(
  'legal.newestId',
  `select id from legal_texts where kind = $1 ${inOrder}`,
)
const newest = statement<LegalText>(
  'legal.newest',
  `select id, text, version, valid_from from legal_texts where kind = $1 ${inOrder}`,
)
const versions = statement<VersionRow>(
  'legal.versions',
  `select t.id, t.version, t.valid_from, t.published_at,
     case when p.id is null then null else concat_ws(' ', p.first_name, nullif(p.last_name, '')) end as published_by,
     (select count(distinct c.person_id)::int from consents c
       where c.kind = t.kind and c.version = t.version and c.withdrawn_at is null) as accepted
   from legal_texts t left join people p on p.id = t.published_by
   where t.kind = $1 order by t.published_at is not null desc, t.valid_from desc, t.id desc`,
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
const askOf = statement<never>(
  'legal.ask',
  `insert into legal_asked (kind, version, since) values ($1, $2, $3::timestamptz)
   on conflict (kind) do update set version = excluded.version, since = excluded.since`,
)

export function legalStore(db: Database) {
  return {
    newestId: async (kind: LegalKind, queries: Queries = db) =>
      (await queries.run(newestId, [kind]))[0]?.id ?? null,
    newest: async (kind: LegalKind) => (await db.run(newest, [kind]))[0] ?? null,
    versions: (kind: LegalKind) => db.run(versions, [kind]),
    lock: async (tx: Queries, kind: LegalKind) => {
      await tx.run(lock, [kind])
    },
    publish: async (tx: Queries, kind: LegalKind, day: string, text: string, by: number, now: Date) => {
      const [row] = await tx.run(publish, [kind, day, text, now, by])
      if (!row) throw new Error('legal: nothing was written')
      return row
    },
    /** From now on everybody has to have accepted it. */
    ask: async (tx: Queries, kind: LegalKind, version: string, now: Date) => {
      await tx.run(askOf, [kind, version, now])
    },
  }
}

export type LegalStore = ReturnType<typeof legalStore>
