/** Pages far down the list of accounts: begun at a mark near them, and counted from there. Decision record 043. */
import { exactTotal, type Page } from '@mi-portal/contract/paging'
import type { Database, Queries } from '../../../platform/database/database.ts'
import { statement } from '../../../platform/database/statement.ts'

/** Accounts from one mark to the next. */
const stretch = 1_000
/** From there on a page is begun at a mark. */
const deepFrom = 2 * stretch
/** Each page counts what changed since the marks were made; from that many changes on they are made anew. */
const mostMoves = 1_000
/** Marks that one statement makes, and changes that one forgets: none may take long. */
const marksAtOnce = 100
const movesAtOnce = 50_000

/** Of all accounts, and of those of a status. Who waits is listed in another order, and those are few. */
const lists = [0, 1, 2] as const
type List = (typeof lists)[number]

const newest = 'date_creation desc, id desc'

function statementsOf(list: List) {
  const ofList = list === 0 ? 'true' : `status = ${list}`
  /** Accounts from the one that stands there on, or all. */
  const from = (begin: string) => `from people where ${ofList} and (date_creation, id) <= (
    coalesce((select date_creation from ${begin}), 'infinity'), coalesce((select id from ${begin}), 2147483647))`
  // A mark may be nobody's any more: it says where to begin. What came or went before it moves it.
  const page = statement<{ total: number; ids: number[] }>(
    `users.deep${list}`,
    `with moved as (
       select date_creation, id, place + sum(change) over (
         order by ${newest}, place nulls last rows unbounded preceding) as before
       from (
         select date_creation, id, place, 0 as change from people_marks where status = ${list}
         union all select date_creation, id, null, change from people_moves where ${ofList}) listed
     ), mark as materialized (
       select date_creation, id, before from moved where before <= $2::int order by before desc, date_creation, id limit 1
     )
     select (select count(*)::int from (
         select 1 from people where ${ofList} limit ${exactTotal + 1}) counted) as total,
       array(select id ${from('mark')}
         order by ${newest} limit $1::int offset $2::int - coalesce((select before from mark), 0)) as ids`,
  )
  const mark = statement<{ place: number }>(
    `users.mark${list}`,
    `with last as (
       select place, date_creation, id from people_marks where status = ${list} order by place desc limit 1
     ), walked as (
       select date_creation, id, row_number() over (order by ${newest}) - 1 as number
       from (select date_creation, id ${from('last')} order by ${newest} limit ${marksAtOnce * stretch + 1}) next
     )
     insert into people_marks (status, place, date_creation, id)
     select ${list}, coalesce((select place from last), 0) + number, date_creation, id
     from walked where number > 0 and number % ${stretch} = 0
     returning place`,
  )
  return { page, mark }
}

const statements = [statementsOf(0), statementsOf(1), statementsOf(2)] as const

const due = statement<{ due: boolean }>(
  'users.marksDue',
  `select (select count(*) from (select from people_moves limit ${mostMoves}) moved) = ${mostMoves}
     or not exists (select from people_marks) as due`,
)
const forgetMoves = statement<{ count: number }>(
  'users.forgetMoves',
  `with gone as (
     delete from people_moves where ctid = any(array(select ctid from people_moves limit ${movesAtOnce})) returning 1)
   select count(*)::int as count from gone`,
)
const forgetMarks = statement<never>('users.forgetMarks', 'delete from people_marks')

/** The list whose marks serve a page, or null where the page is walked to. */
export function markedList(
  status: number | null,
  waitingBefore: Date | null,
  { page, limit }: Page,
): List | null {
  if (waitingBefore !== null || (page - 1) * limit < deepFrom) return null
  return lists.find((list) => list === (status ?? 0)) ?? null
}

export function deepUsersStore(db: Database) {
  async function mark(tx: Queries): Promise<number> {
    let made = 0
    for (const of of statements) {
      let more = marksAtOnce
      while (more === marksAtOnce) {
        more = (await tx.run(of.mark, [])).length
        made += more
      }
    }
    return made
  }

  return {
    page: async (list: List, { page, limit }: Page) =>
      (await db.run(statements[list].page, [limit, (page - 1) * limit]))[0],

    /** Makes the marks anew where much has changed since; gives back how many there are, null where nothing was done. */
    mark: async (): Promise<number | null> => {
      if (!(await db.run(due, []))[0]?.due) return null
      return db.transaction(async (tx) => {
        // Marks and what is forgotten must be of one moment, and one alone makes them.
        await tx.orm.execute('set transaction isolation level repeatable read')
        await tx.orm.execute('lock table people_marks in share row exclusive mode')
        let gone = movesAtOnce
        while (gone === movesAtOnce) gone = (await tx.run(forgetMoves, []))[0]?.count ?? 0
        await tx.run(forgetMarks, [])
        return mark(tx)
      })
    },
  }
}

export type DeepUsersStore = ReturnType<typeof deepUsersStore>
