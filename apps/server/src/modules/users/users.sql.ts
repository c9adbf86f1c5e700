import { exactTotal, type OrderedPage } from '@mi-portal/contract/calls/paging'
import { withoutAccount } from '@mi-portal/contract/users'
import type { Context } from '../../platform/context/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { matchesWords, toWordParameters } from '../../platform/database/search-words.ts'
import { orderRows } from '../../platform/database/sql-parts.ts'
import { defineSql } from '../../platform/database/statement.ts'
import type { UsersSql } from './users.sql.generated.ts'

const sql = defineSql<UsersSql>('users')

type AccountSearch = {
  readonly patterns: readonly string[]
  readonly status: number | null
  readonly lateAt: Date | null
  /** The phones that the search can mean. Those who have one are found besides those of the patterns. */
  readonly phones: readonly string[]
  /** Only people whom staff of these sites see; null: every site. */
  readonly sites: readonly number[] | null
}

type Found = { readonly ids: readonly number[]; readonly total: number; readonly more: boolean }

const insertDecision = sql('insertDecision')`
  insert into validation_decisions (person_id, decided_by, approved, reason, due_at, decided_at)
  values (:person_id, :decided_by, :approved, :reason, :due_at?::timestamptz, :now::timestamptz)`
const lastDecision = sql('lastDecision')`
  select approved, decided_by from validation_decisions where person_id = :person_id
  order by decided_at desc, id desc limit 1`

const places = sql('places')`
  select c.id as commune_id, c.name as commune, p.id as city_id, p.name as city, r.id as region_id, r.name as region
  from communes c join provinces p on p.id = c.province_id join regions r on r.id = c.region_id
  where c.id = any(:commune_ids::int[])`

// A search is planned for its values, so that the conditions and orders that they switch off cost nothing, and the indexes of the others
// serve. The list that staff open most is that of the accounts which wait, longest first; all others begin with the newest.
const waits = ':status?::smallint is not distinct from 3'
const waitsNot = ':status?::smallint is distinct from 3'
const order = `case when ${waits} then coalesce(pending_since, date_creation) end, case when ${waits} then id end,
  case when ${waitsNot} then date_creation end desc, id desc`
const toPage = (ordered: string) => `${ordered} limit :limit_rows::int offset :offset_rows::int`
const page = toPage(`order by ${order}`)

/** A person without an account is stored as disabled. In the list they have a state of their own, unless they have applied for one. */
const listedStatus = `case when without_account and status = 2 and deleted_at is null then ${withoutAccount.id} else status end`

const isWanted = `(:status?::smallint is null or ${listedStatus} = :status?::smallint) and (${waitsNot} or status = 3)
  and (:late_at?::timestamptz is null or pending_due_at <= :late_at?::timestamptz)
  and (:sites?::int[] is null or is_seen_at(id, :sites?::int[]))`
const matches = `${matchesWords('search')} and ${isWanted}`

const count = (from: string) =>
  `(select count(*)::int from (select 1 from ${from} limit ${exactTotal + 1}) counted)`

/** Number of the newest accounts that are scanned before the word index is used. */
const scannedNewest = 2_000
/** From this many matches among them, scanning on is faster than counting with the index. */
const commonMatches = 160

const sorted = 'id, date_creation, pending_since'
const findAll = sql('findAll', { isReplanned: true })`
  select ${count(`people where ${isWanted}`)} as total!, array(select id from people where ${isWanted} ${page}) as ids!`
const findAmongNewest = sql('findAmongNewest', { isReplanned: true })`
  with newest as (select ${sorted}, search from people where ${isWanted} order by ${order} limit ${scannedNewest}),
    found as materialized (select ${sorted} from newest where ${matchesWords('search')} limit ${exactTotal + 1})
  select (select count(*)::int from found) as total!, array(select id from found ${page}) as ids!`
const countCommon = sql('countCommon', { isReplanned: true })`
  select ${count(`people where ${matches}`)} as total!`
const countMatches = sql('countMatches', { isReplanned: true })`
  select case when ${count(`people where id % 10 = 0 and ${matches}`)} > ${exactTotal}
  then ${exactTotal + 1} else ${count(`people where ${matches}`)} end as total!`
// What is found has few rows, so it can be sorted by a column too. `most_rows`: null for all that match.
const sortedPage = toPage(
  orderRows(
    { first_name: 'search', document_number: 'document_number', status_data_id: 'status_data_id' },
    order,
  ),
)
const toFound = (condition: string) => `with found as materialized (
     select ${sorted}, search, document_number, ${listedStatus} as status_data_id from people where ${condition} limit :most_rows?::int
   )
   select ${count('found')} as total!, array(select id from found ${sortedPage}) as ids!`
const findRare = sql('findRare', { isReplanned: true })`${toFound(matches)}`
// The digits can also be those of a document.
const findByPhone = sql('findByPhone', {
  isReplanned: true,
})`${toFound(`(phone = any(:phones::text[]) or search like '%' || :digits || '%') and ${isWanted}`)}`

function toResult({
  total,
  ids,
}: { readonly total: number; readonly ids: readonly number[] } | undefined = none): Found {
  return { ids, total: Math.min(total, exactTotal), more: total > exactTotal }
}
const none = { total: 0, ids: [] }

const sites = sql('sites')`select id, name from offices where retired_at is null order by id`
const siteNames = sql('siteNames')`select name from offices where id = any(:ids::int[]) order by id`

const genderNames = sql('genderNames')`select id, name from genders where id = any(:ids::int[])`

export async function recordDecision(
  tx: Queries,
  decision: {
    personId: number
    by: number
    approved: boolean
    reason: string
    dueAt: Date | null
    now: Date
  },
) {
  const { personId, by, approved, reason, dueAt, now } = decision
  await tx.run(insertDecision, { person_id: personId, decided_by: by, approved, reason, due_at: dueAt, now })
}

export const findLastDecision = async (ctx: Pick<Context, 'db'>, personId: number) =>
  (await ctx.db.run(lastDecision, { person_id: personId }))[0] ?? null

/**
 * Returns a page of accounts. Frequent matches are found among the newest accounts and rare ones with the word
 * index, because each way is slow for the other. Accounts are sorted by a column only if no more match than are counted exactly.
 */
export async function findUsers(
  { db }: Pick<Context, 'db'>,
  { patterns, phones, status, lateAt: late_at, sites: site_ids }: AccountSearch,
  { page: number, limit, order }: OrderedPage,
): Promise<Found> {
  const wanted = { status, late_at, sites: site_ids }
  const asked = { ...wanted, limit_rows: limit, offset_rows: (number - 1) * limit }
  const all = { ...asked, order: order ?? null, most_rows: null }
  const [phone, otherPhone] = phones
  if (phone !== undefined) {
    const digits = otherPhone === undefined ? phone : phone.slice(1)
    return toResult((await db.run(findByPhone, { ...all, phones, digits }))[0])
  }
  const words = toWordParameters(patterns)
  if (order !== undefined) {
    const few = toResult((await db.run(findRare, { ...words, ...all, most_rows: exactTotal + 1 }))[0])
    if (!few.more) return few
  }
  if (patterns.length === 0) return toResult((await db.run(findAll, asked))[0])
  const near = toResult((await db.run(findAmongNewest, { ...words, ...asked }))[0])
  if (near.ids.length < limit) return toResult((await db.run(findRare, { ...words, ...all, order: null }))[0])
  if (near.more) return near
  // The newest accounts filled the page, so only the total is missing, up to the limit of exact counts.
  const [counted] = await db.run(near.total >= commonMatches ? countCommon : countMatches, {
    ...words,
    ...wanted,
  })
  return toResult({ total: counted?.total ?? 0, ids: near.ids })
}

export const listSites = (ctx: Pick<Context, 'db'>) => ctx.db.run(sites, {})

export const listSiteNames = async (ctx: Pick<Context, 'db'>, ids: readonly number[]) =>
  (await ctx.db.run(siteNames, { ids })).map(({ name }) => name)

export const listGenderNames = async (
  ctx: Pick<Context, 'db'>,
  ids: readonly (number | null)[],
): Promise<ReadonlyMap<number, string>> =>
  new Map(
    (await ctx.db.run(genderNames, { ids: ids.filter((id) => id !== null) })).map(({ id, name }) => [
      id,
      name,
    ]),
  )

export const listPlaces = (ctx: Pick<Context, 'db'>, communeIds: readonly number[]) =>
  ctx.db.run(places, { commune_ids: communeIds })
