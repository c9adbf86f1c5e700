import { exactTotal, type Page, type Paged } from '@mi-portal/contract/paging'
import type { Database } from '../../platform/database/database.ts'
import { mostWords } from '../../platform/database/search-words.ts'
import { searchStatement } from '../../platform/database/statement.ts'

export type AuditLogSearch = {
  /** The patients and the actors to search for; null for anyone. */
  readonly patients: readonly number[] | null
  readonly actors: readonly number[] | null
  readonly action: string | null
  readonly outcome: string | null
  readonly from: Date | null
  readonly before: Date | null
}

export type AuditLogRow = {
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

/** An entry of the list, with everyone whom it showed. */
type ListedRow = AuditLogRow & {
  readonly patients: readonly { readonly id: number; readonly name: string }[]
}

/** The parameters of a search; null for any. */
type Filter = {
  readonly patient_ids: readonly number[] | null
  readonly actor_ids: readonly number[] | null
  readonly action: string | null
  readonly outcome: string | null
  readonly since: Date | null
  readonly before: Date | null
}

const wanted = `(:patient_ids::int[] is null or e.patient_id = any(:patient_ids::int[]))
    and (:actor_ids::int[] is null or e.actor_id = any(:actor_ids::int[]))
    and (:action::text is null or e.action = :action::text) and (:outcome::text is null or e.outcome = :outcome::text)
    and (:since::timestamptz is null or e.at >= :since::timestamptz)
    and (:before::timestamptz is null or e.at < :before::timestamptz)`
// Without this order the planner expects the entries of a period everywhere in the table, and reads all of it.
const latest = 'order by e.at desc, e.id desc'
// The read of a list writes one row for each patient, at the same instant and with consecutive ids. Only the last one is counted and
// listed, unless a patient is searched for. The subquery is not joined, so each row costs one look into the index.
const isOfList = (
  row: string,
) => `${row}.at = e.at and ${row}.action = e.action and ${row}.request_id = e.request_id
    and ${row}.object is not distinct from e.object and ${row}.patient_id is not null`
const isLast = `(:patient_ids::int[] is not null
    or coalesce((select false from audit_events l where l.id = e.id + 1 and ${isOfList('l')}), true))`
const count = searchStatement<{ count: number }, Filter>(
  'audit.count',
  `select count(*)::int as count from (select 1 from audit_events e where ${wanted} and ${isLast} ${latest} limit ${exactTotal + 1}) counted`,
)
const nameOf = (alias: string) =>
  `nullif(concat_ws(' ', ${alias}.first_name, ${alias}.last_name, nullif(${alias}.second_name, '')), '')`
const page = searchStatement<AuditLogRow, Filter & { limit_rows: number; offset_rows: number }>(
  'audit.page',
  `select e.id, e.at, e.actor_id, e.actor_role, ${nameOf('a')} as actor_name, e.action,
     e.patient_id, ${nameOf('p')} as patient_name, e.object, e.outcome, host(e.ip) as ip, e.detail
   from (select e.id from audit_events e where ${wanted} ${latest} limit :limit_rows::int offset :offset_rows::int) found
   join audit_events e on e.id = found.id
   left join people a on a.id = e.actor_id left join people p on p.id = e.patient_id ${latest}`,
)
const listed = searchStatement<ListedRow, Filter & { limit_rows: number; offset_rows: number }>(
  'audit.listed',
  `select e.id, e.at, e.actor_id, e.actor_role, ${nameOf('a')} as actor_name, e.action,
     e.patient_id, ${nameOf('p')} as patient_name, e.object, e.outcome, host(e.ip) as ip, e.detail,
     case when :patient_ids::int[] is null then coalesce((
       select jsonb_agg(jsonb_build_object('id', q.patient_id, 'name', coalesce(${nameOf('w')}, '')) order by q.id)
       from audit_events q left join people w on w.id = q.patient_id
       where q.id between e.id - 500 and e.id - 1 and ${isOfList('q')}), '[]') else '[]' end as patients
   from (select e.id from audit_events e where ${wanted} and ${isLast} ${latest}
     limit :limit_rows::int offset :offset_rows::int) found
   join audit_events e on e.id = found.id
   left join people a on a.id = e.actor_id left join people p on p.id = e.patient_id ${latest}`,
)
const named = Array.from({ length: mostWords + 1 }, (_, words) => {
  const matches = Array.from({ length: words }, (__, index) => `search like folded(:pattern_${index}::text)`)
  return searchStatement<{ id: number }, Readonly<Record<string, string | number>>>(
    `audit.named${words}`,
    `select id from people where ${matches.join(' and ') || 'true'} limit :limit_rows::int`,
  )
})

function filterOf({ patients, actors, action, outcome, from, before }: AuditLogSearch): Filter {
  return { patient_ids: patients, actor_ids: actors, action, outcome, since: from, before }
}

export function createAuditStore(db: Database) {
  return {
    /** Returns a page of the entries. The read of a list is one entry with the patients whom it showed. */
    find: async (search: AuditLogSearch, at: Page): Promise<Paged<ListedRow>> => {
      const filter = filterOf(search)
      const total = (await db.run(count, filter))[0]?.count ?? 0
      const rows = await db.run(listed, {
        ...filter,
        limit_rows: at.limit,
        offset_rows: (at.page - 1) * at.limit,
      })
      return { rows, total: Math.min(total, exactTotal), more: total > exactTotal }
    },
    /** Returns the first rows of a search, at most `most`: of a list, one for each patient. */
    first: async (search: AuditLogSearch, most: number) =>
      db.run(page, { ...filterOf(search), limit_rows: most, offset_rows: 0 }),
    /** Returns the ids of the people who match all patterns, at most `most`. */
    named: async (patterns: readonly string[], most: number) => {
      const search = named[patterns.length]
      if (search === undefined) return []
      const given = Object.fromEntries(patterns.map((pattern, index) => [`pattern_${index}`, pattern]))
      return (await db.run(search, { ...given, limit_rows: most })).map(({ id }) => id)
    },
  }
}

export type AuditStore = ReturnType<typeof createAuditStore>
