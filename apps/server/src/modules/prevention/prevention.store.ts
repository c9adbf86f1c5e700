import type { ArticleDraft } from '@mi-portal/contract/prevention'
import type { Day } from '@mi-portal/contract/values/dates'
import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

export type ArticleRow = {
  readonly id: number
  readonly title: string
  readonly from_age: number
  readonly to_age: number
  readonly gender_id: number
  readonly description: string
  readonly order_control: number
  readonly status: boolean
  readonly html: string
  readonly updated_at: Date
}

const columns = 'id, title, from_age, to_age, gender_id, description, order_control, status, html, updated_at'
const words = `lower(unaccent(title || ' ' || description))`

// $1 patterns, $2 status or null
const found = `from prevention_articles
  where ${words} like all($1::text[]) and ($2::boolean is null or status = $2::boolean)`

const all = statement<ArticleRow>('prevention.all', `select ${columns} ${found} order by order_control, id`)
const page = statement<ArticleRow>(
  'prevention.page',
  `select ${columns} ${found} order by order_control, id limit $3 offset $4`,
)
const count = statement<{ total: number }>('prevention.count', `select count(*)::int as total ${found}`)
const one = statement<ArticleRow>(
  'prevention.one',
  `select ${columns} from prevention_articles where id = $1`,
)
const insert = statement<ArticleRow>(
  'prevention.insert',
  `insert into prevention_articles (title, description, from_age, to_age, gender_id, order_control, status, html, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7::boolean, $8, $9::timestamptz) returning ${columns}`,
)
// Two changes of the same millisecond must differ too.
const later = (now: string) => `greatest(${now}::timestamptz, updated_at + interval '1 millisecond')`
const update = statement<ArticleRow>(
  'prevention.update',
  `update prevention_articles set title = $2, description = $3, from_age = $4, to_age = $5, gender_id = $6,
     order_control = $7, status = $8::boolean, html = $9, updated_at = ${later('$10')}
   where id = $1 and ($11::timestamptz is null or date_trunc('milliseconds', updated_at) = $11::timestamptz)
   returning ${columns}`,
)
const setStatus = statement<ArticleRow>(
  'prevention.setStatus',
  `update prevention_articles set status = $2::boolean, updated_at = ${later('$3')} where id = $1 returning ${columns}`,
)
const reader = statement<{ date_birth: Day | null; gender_id: number | null }>(
  'prevention.reader',
  'select date_birth, gender_id from people where id = $1',
)

function valuesOf(draft: ArticleDraft) {
  const { title, description, from_age, to_age, gender_id, order_control, status, html } = draft
  return [title, description, from_age, to_age, gender_id, order_control, status === 'true', html]
}

export function preventionStore(db: Database) {
  return {
    all: (patterns: readonly string[], status: boolean | null) => db.run(all, [patterns, status]),
    page: (patterns: readonly string[], status: boolean | null, limit: number, offset: number) =>
      db.run(page, [patterns, status, limit, offset]),
    count: async (patterns: readonly string[], status: boolean | null) =>
      (await db.run(count, [patterns, status]))[0]?.total ?? 0,
    one: async (id: number) => (await db.run(one, [id]))[0] ?? null,
    insert: async (tx: Queries, draft: ArticleDraft, now: Date) =>
      (await tx.run(insert, [...valuesOf(draft), now]))[0] ?? null,
    /** Null where there is no such article, or somebody changed it since `readAt`. */
    update: async (tx: Queries, id: number, draft: ArticleDraft, now: Date, readAt: Date | null) =>
      (await tx.run(update, [id, ...valuesOf(draft), now, readAt]))[0] ?? null,
    setStatus: async (tx: Queries, id: number, status: boolean, now: Date) =>
      (await tx.run(setStatus, [id, status, now]))[0] ?? null,
    /** What decides for whom an article is meant. */
    reader: async (personId: number) => (await db.run(reader, [personId]))[0] ?? null,
  }
}

export type PreventionStore = ReturnType<typeof preventionStore>
