import { exactTotal, type Page, type Paged } from '@mi-portal/contract/paging'
import type { Database } from '../../platform/database/database.ts'
import { mostWords } from '../../platform/database/search-words.ts'
import { searchStatement } from '../../platform/database/statement.ts'
import { anyNumber, deepIds, deepTrailStore, isDeep } from './deep-pages/deep-trail.store.ts'

export type TrailSearch = {
  /** Whose data it was, and who acted; null: anybody. */
  readonly patients: readonly number[] | null
  readonly actors: readonly number[] | null
  readonly action: string | null
  readonly outcome: string | null
  readonly from: Date | null
  readonly before: Date | null
}

export type TrailRow = {
  readonly id: number
  readonly at: Date
  readonly actor_id: number | null
  readonly actor_role: string
  readonly actor_name: string | null
  readonly action: string
  readonly patient_id: number | null
  readonly patient_name: string | null
  readonly object: string | null
  readonly outcome: 'done' | 'refused'
  readonly ip: string | null
  readonly detail: unknown
}

const wanted = `($1::int[] is null or e.patient_id = any($1::int[])) and ($2::int[] is null or e.actor_id = any($2::int[]))
    and ($3::text is null or e.action = $3::text) and ($4::text is null or e.outcome = $4::text)
    and ($5::timestamptz is null or e.at >= $5::timestamptz) and ($6::timestamptz is null or e.at < $6::timestamptz)`
// $7 to $9 are the numbers among which rows of that time are: what lies after it or before it is not walked.
const newer = `select e.id from audit_events e where e.id > $7::bigint and ${wanted}`
const between = `select e.id from audit_events e where e.id between $8::bigint and $9::bigint and ${wanted}`
const count = searchStatement<{ count: number }>(
  'audit.count',
  `select count(*)::int as count from (${newer} union all ${between} limit ${exactTotal + 1}) counted`,
)
const nameOf = (alias: string) =>
  `nullif(concat_ws(' ', ${alias}.first_name, ${alias}.last_name, nullif(${alias}.second_name, '')), '')`
// Rows are numbered as they are written: their order is that of the numbers. What lies before a page is passed by number alone.
const rowsOf = (
  found: string,
) => `select e.id, e.at, e.actor_id, e.actor_role, ${nameOf('a')} as actor_name, e.action,
     e.patient_id, ${nameOf('p')} as patient_name, e.object, e.outcome, host(e.ip) as ip, e.detail
   from (${found}) found join audit_events e on e.id = found.id
   left join people a on a.id = e.actor_id left join people p on p.id = e.patient_id order by e.id desc`
// Each part is walked from its newest number on, no further than the page lies.
const mostOf = 'order by e.id desc limit $10::int + $11::int'
const page = searchStatement<TrailRow>(
  'audit.page',
  rowsOf(
    `(${newer} ${mostOf}) union all (${between} ${mostOf}) order by id desc limit $10::int offset $11::int`,
  ),
)
const deepPage = searchStatement<TrailRow>('audit.deep', rowsOf(deepIds))
const named = Array.from({ length: mostWords + 1 }, (_, words) => {
  const matches = Array.from({ length: words }, (__, index) => `search like folded($${index + 2}::text)`)
  return searchStatement<{ id: number }>(
    `audit.named${words}`,
    `select id from people where ${matches.join(' and ') || 'true'} limit $1::int`,
  )
})

export function auditStore(db: Database) {
  const deep = deepTrailStore(db)

  async function valuesOf({ patients, actors, action, outcome, from, before }: TrailSearch) {
    const isAnyTime = from === null && before === null
    const { newer_than, first, last } = isAnyTime ? anyNumber : await deep.numbersOf(from, before)
    return [patients, actors, action, outcome, from, before, newer_than, first, last]
  }

  function isWhole({ patients, actors, from, before }: TrailSearch): boolean {
    return patients === null && actors === null && from === null && before === null
  }

  return {
    find: async (search: TrailSearch, at: Page): Promise<Paged<TrailRow>> => {
      const values = await valuesOf(search)
      const total = (await db.run(count, values))[0]?.count ?? 0
      const place = [at.limit, (at.page - 1) * at.limit]
      const rows =
        isWhole(search) && isDeep(at)
          ? await db.run(deepPage, [search.action, search.outcome, ...place, await deep.lastClosed()])
          : await db.run(page, [...values, ...place])
      return { rows, total: Math.min(total, exactTotal), more: total > exactTotal }
    },
    /** The first rows of a search, at most so many. */
    first: async (search: TrailSearch, most: number) => db.run(page, [...(await valuesOf(search)), most, 0]),
    /** Who is called like that, at most so many. */
    named: async (patterns: readonly string[], most: number) => {
      const search = named[patterns.length]
      return search === undefined ? [] : (await db.run(search, [most, ...patterns])).map(({ id }) => id)
    },
  }
}

export type AuditStore = ReturnType<typeof auditStore>
