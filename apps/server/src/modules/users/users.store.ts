import { exactTotal, type Page } from '@mi-portal/contract/paging'
import { withoutAccount } from '@mi-portal/contract/users'
import type { Context } from '../../platform/context/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { mostWords } from '../../platform/database/search-words.ts'
import { searchStatement, statement } from '../../platform/database/statement.ts'

type AccountSearch = {
  /** Patterns that all must match. */
  readonly patterns: readonly string[]
  readonly status: number | null
  /** Only accounts about which staff had to decide until this instant. */
  readonly lateAt: Date | null
  /** A phone that is found besides the patterns; null without one. */
  readonly phone: string | null
  /** Only people whom staff of these sites see; null: every site. */
  readonly sites: readonly number[] | null
}

/** The parameters of a search, besides its patterns. */
type Filter = {
  readonly status: number | null
  readonly late_at: Date | null
  readonly sites: readonly number[] | null
}
type FoundPage = Filter & { readonly limit_rows: number; readonly offset_rows: number }

/** The patterns of a search by the names of their parameters. */
type Patterns = Readonly<Record<`pattern_${number}`, string>>

type Found = { readonly ids: readonly number[]; readonly total: number; readonly more: boolean }

type FoundRow = { readonly total: number; readonly ids: number[] }

type PlaceRow = {
  readonly commune_id: number
  readonly commune: string
  readonly city_id: number
  readonly city: string
  readonly region_id: number
  readonly region: string
}

const record = statement<
  never,
  {
    person_id: number
    decided_by: number
    approved: boolean
    reason: string
    due_at: Date | null
    now: Date
  }
>(
  'users.record',
  `insert into validation_decisions (person_id, decided_by, approved, reason, due_at, decided_at)
   values (:person_id, :decided_by, :approved, :reason, :due_at::timestamptz, :now::timestamptz)`,
)
const lastDecision = statement<{ approved: boolean; decided_by: number }, { person_id: number }>(
  'users.lastDecision',
  `select approved, decided_by from validation_decisions where person_id = :person_id
   order by decided_at desc, id desc limit 1`,
)

const places = statement<PlaceRow, { commune_ids: readonly number[] }>(
  'users.places',
  `select c.id as commune_id, c.name as commune, p.id as city_id, p.name as city, r.id as region_id, r.name as region
   from communes c join provinces p on p.id = c.province_id join regions r on r.id = c.region_id
   where c.id = any(:commune_ids::int[])`,
)

const newest = 'date_creation desc, id desc'
const longestWaiting = 'coalesce(pending_since, date_creation), id'

/** A person without an account is stored as disabled. In the list they have a state of their own, unless they have applied for one. */
const listedStatus = `case when without_account and status = 2 and deleted_at is null then ${withoutAccount.id} else status end`

const ofStatus = `(:status::smallint is null or ${listedStatus} = :status::smallint)
  and (:late_at::timestamptz is null or pending_due_at <= :late_at::timestamptz)
  and (:sites::int[] is null or is_seen_at(id, :sites::int[]))`

/** Number of the newest accounts that are scanned before the word index is used. */
const scannedNewest = 2_000
/** From this many matches among them, scanning on is faster than counting with the index. */
const commonMatches = 160

function searchesFor(words: number, waiting: boolean) {
  const matches =
    Array.from({ length: words }, (_, index) => `search like folded(:pattern_${index}::text)`).join(
      ' and ',
    ) || 'true'
  const order = waiting ? longestWaiting : newest
  const since = waiting ? 'coalesce(pending_since, date_creation) as since' : 'date_creation as since'
  const page = `order by since ${waiting ? '' : 'desc'}, id ${waiting ? '' : 'desc'}
    limit :limit_rows::int offset :offset_rows::int`
  const suffix = `${waiting ? 'Waiting' : ''}${words}`
  // The list that staff open most names its status in the statement, so that the index of pending accounts serves it.
  const status = waiting ? `status = 3 and ${ofStatus}` : ofStatus
  return {
    all: searchStatement<FoundRow, FoundPage>(
      `users.all${suffix}`,
      `select (select count(*)::int from (select 1 from people where ${status} limit ${exactTotal + 1}) counted) as total,
         array(select id from people where ${status} order by ${order} limit :limit_rows::int offset :offset_rows::int) as ids`,
    ),
    walk: searchStatement<FoundRow, FoundPage & Patterns>(
      `users.walk${suffix}`,
      `with scannedNewest as (
         select id, search, ${since} from people where ${status} order by ${order} limit ${scannedNewest}
       ), found as materialized (
         select id, since from scannedNewest where ${matches} limit ${exactTotal + 1}
       )
       select (select count(*)::int from found) as total, array(select id from found ${page}) as ids`,
    ),
    countCommon: searchStatement<{ total: number }, Filter & Patterns>(
      `users.countCommon${suffix}`,
      `select count(*)::int as total from (
         select 1 from people where ${matches} and ${status} limit ${exactTotal + 1}) counted`,
    ),
    count: searchStatement<{ total: number }, Filter & Patterns>(
      `users.count${suffix}`,
      `select case when (select count(*) from (
           select 1 from people where id % 10 = 0 and ${matches} and ${status} limit ${exactTotal + 1}) tenth) > ${exactTotal}
         then ${exactTotal + 1}
         else (select count(*)::int from (
           select 1 from people where ${matches} and ${status} limit ${exactTotal + 1}) counted) end as total`,
    ),
    look: searchStatement<FoundRow, FoundPage & Patterns>(
      `users.look${suffix}`,
      `with found as materialized (
         select id, ${since} from people where ${matches} and ${status}
       )
       select (select count(*)::int from (select 1 from found limit ${exactTotal + 1}) counted) as total,
         array(select id from found ${page}) as ids`,
    ),
  }
}

/** The statements by number of search words, for the order of creation and the order of waiting. */
const searches = [false, true].map((waiting) =>
  Array.from({ length: mostWords + 1 }, (_, words) => searchesFor(words, waiting)),
)

const byPhone = searchStatement<FoundRow, FoundPage & { phone: string; digits: string }>(
  'users.byPhone',
  `with found as materialized (
     select id, date_creation as since from people
     where (phone = :phone or search like :digits) and ${ofStatus}
   )
   select (select count(*)::int from (select 1 from found limit ${exactTotal + 1}) counted) as total,
     array(select id from found order by since desc, id desc
       limit :limit_rows::int offset :offset_rows::int) as ids`,
)

function foundOf(row: FoundRow | undefined): Found {
  const total = row?.total ?? 0
  return { ids: row?.ids ?? [], total: Math.min(total, exactTotal), more: total > exactTotal }
}

const sites = statement<{ id: number; name: string }>(
  'users.sites',
  'select id, name from offices where retired_at is null order by id',
)
const siteNames = statement<{ name: string }, { ids: readonly number[] }>(
  'users.siteNames',
  'select name from offices where id = any(:ids::int[]) order by id',
)

const genderNames = statement<{ id: number; name: string }, { ids: readonly (number | null)[] }>(
  'users.genderNames',
  'select id, name from genders where id = any(:ids::int[])',
)

const superAdmins = statement<{ id: number; email: string; greeting_name: string }>(
  'users.superAdmins',
  `select p.id, p.email, greeting_name(p) as greeting_name from people p
   where p.rol = 'SUPER_ADMIN_ROLE' and is_open(p) and p.email is not null order by p.id`,
)

export async function recordDecision(
  tx: Queries,
  decision: {
    personId: number
    by: number
    approved: boolean
    reason: string
    /** Until when the decision was promised. */
    dueAt: Date | null
    now: Date
  },
) {
  const { personId, by, approved, reason, dueAt, now } = decision
  await tx.run(record, { person_id: personId, decided_by: by, approved, reason, due_at: dueAt, now })
}

export const findLastDecision = async (ctx: Pick<Context, 'db'>, personId: number) =>
  (await ctx.db.run(lastDecision, { person_id: personId }))[0] ?? null

/**
 * Returns a page of accounts. Frequent matches are found among the newest accounts and rare ones with the word
 * index, because each way is slow for the other.
 */
export async function findUsers(
  ctx: Pick<Context, 'db'>,
  { patterns, phone, status, lateAt, sites }: AccountSearch,
  page: Page,
): Promise<Found> {
  const search = searches[status === 3 ? 1 : 0]?.[patterns.length]
  if (search === undefined) throw new Error(`no search for ${patterns.length} words`)
  const filter = { status, late_at: lateAt, sites }
  const asked = { ...filter, limit_rows: page.limit, offset_rows: (page.page - 1) * page.limit }
  // The digits can also be those of a document.
  if (phone !== null)
    return foundOf((await ctx.db.run(byPhone, { ...asked, phone, digits: `%${phone}%` }))[0])
  if (patterns.length === 0) return foundOf((await ctx.db.run(search.all, asked))[0])
  const named = Object.fromEntries(patterns.map((pattern, index) => [`pattern_${index}`, pattern]))
  const near = foundOf((await ctx.db.run(search.walk, { ...named, ...asked }))[0])
  // The newest accounts filled the page, so only the total is missing, up to the limit of exact counts.
  if (near.ids.length === page.limit) {
    if (near.more) return near
    const total = near.total >= commonMatches ? search.countCommon : search.count
    const [counted] = await ctx.db.run(total, { ...named, ...filter })
    return foundOf({ total: counted?.total ?? 0, ids: [...near.ids] })
  }
  return foundOf((await ctx.db.run(search.look, { ...named, ...asked }))[0])
}

/** Returns the sites to which a member of staff can be limited. */
export const listSites = (ctx: Pick<Context, 'db'>) => ctx.db.run(sites, [])

/** Returns the names of sites, also of those that were closed. */
export const listSiteNames = async (ctx: Pick<Context, 'db'>, ids: readonly number[]) =>
  (await ctx.db.run(siteNames, { ids })).map(({ name }) => name)

/** Returns the super administrators with a mailbox whose accounts are open. */
export const listSuperAdmins = (tx: Queries) => tx.run(superAdmins, [])

export const listGenderNames = async (
  ctx: Pick<Context, 'db'>,
  ids: readonly (number | null)[],
): Promise<ReadonlyMap<number, string>> =>
  new Map((await ctx.db.run(genderNames, { ids })).map(({ id, name }) => [id, name]))

/** Returns the names of communes with those of their province and region. */
export const listPlaces = (ctx: Pick<Context, 'db'>, communeIds: readonly number[]) =>
  ctx.db.run(places, { commune_ids: communeIds })
