import type { AdDraft } from '@mi-portal/contract/ads'
import type { Day } from '@mi-portal/contract/values/dates'
import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

export type AdRow = {
  readonly id: number
  readonly title: string
  readonly image: string
  readonly url: string
  readonly from_age: number
  readonly to_age: number
  readonly gender_id: number
  readonly order_advertising: number
  readonly status: boolean
  readonly updated_at: Date
}

const columns = 'id, title, image, url, from_age, to_age, gender_id, order_advertising, status, updated_at'
const words = `lower(unaccent(title || ' ' || image || ' ' || url))`

// $1 patterns, $2 status or null
const found = `from ads
  where ${words} like all($1::text[]) and ($2::boolean is null or status = $2::boolean)`

const all = statement<AdRow>('ads.all', `select ${columns} ${found} order by order_advertising, id`)
const page = statement<AdRow>(
  'ads.page',
  `select ${columns} ${found} order by order_advertising, id limit $3 offset $4`,
)
const count = statement<{ total: number }>('ads.count', `select count(*)::int as total ${found}`)
const one = statement<AdRow>('ads.one', `select ${columns} from ads where id = $1`)
const insert = statement<AdRow>(
  'ads.insert',
  `insert into ads (title, image, url, from_age, to_age, gender_id, order_advertising, status, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8::boolean, $9::timestamptz) returning ${columns}`,
)
// Two changes of the same millisecond must differ too.
const later = (now: string) => `greatest(${now}::timestamptz, updated_at + interval '1 millisecond')`
const update = statement<AdRow>(
  'ads.update',
  `update ads set title = $2, image = $3, url = $4, from_age = $5, to_age = $6, gender_id = $7,
     order_advertising = $8, status = $9::boolean, updated_at = ${later('$10')}
   where id = $1 and ($11::timestamptz is null or date_trunc('milliseconds', updated_at) = $11::timestamptz)
   returning ${columns}`,
)
const setStatus = statement<AdRow>(
  'ads.setStatus',
  `update ads set status = $2::boolean, updated_at = ${later('$3')} where id = $1 returning ${columns}`,
)
const reader = statement<{ date_birth: Day | null; gender_id: number | null }>(
  'ads.reader',
  'select date_birth, gender_id from people where id = $1',
)

function valuesOf(draft: AdDraft) {
  const { title, image, url, from_age, to_age, gender_id, order_advertising, status } = draft
  return [title, image, url, from_age, to_age, gender_id, order_advertising, status]
}

export function adsStore(db: Database) {
  return {
    all: (patterns: readonly string[], status: boolean | null) => db.run(all, [patterns, status]),
    page: (patterns: readonly string[], status: boolean | null, limit: number, offset: number) =>
      db.run(page, [patterns, status, limit, offset]),
    count: async (patterns: readonly string[], status: boolean | null) =>
      (await db.run(count, [patterns, status]))[0]?.total ?? 0,
    one: async (id: number) => (await db.run(one, [id]))[0] ?? null,
    insert: async (tx: Queries, draft: AdDraft, now: Date) =>
      (await tx.run(insert, [...valuesOf(draft), now]))[0] ?? null,
    /** Null where there is no such ad, or somebody changed it since `readAt`. */
    update: async (tx: Queries, id: number, draft: AdDraft, now: Date, readAt: Date | null) =>
      (await tx.run(update, [id, ...valuesOf(draft), now, readAt]))[0] ?? null,
    setStatus: async (tx: Queries, id: number, status: boolean, now: Date) =>
      (await tx.run(setStatus, [id, status, now]))[0] ?? null,
    /** What decides for whom an ad is meant. */
    reader: async (personId: number) => (await db.run(reader, [personId]))[0] ?? null,
  }
}

export type AdsStore = ReturnType<typeof adsStore>
