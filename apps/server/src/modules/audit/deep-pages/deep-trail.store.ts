/**
 * What would walk the whole audit trail otherwise: rows are counted and dated once, block by block. Pages far down it pass over
 * rows by their count, days long past are found by the dates. Decision record 043.
 */
import type { Page } from '@mi-portal/contract/paging'
import type { Database } from '../../../platform/database/database.ts'
import { statement } from '../../../platform/database/statement.ts'

/** Where rows of a stretch of time may be: from the first number to the last, and after `newer_than`. */
type TrailNumbers = { readonly newer_than: number; readonly first: number; readonly last: number }

/** Where rows of any time are. */
export const anyNumber: TrailNumbers = { newer_than: 0, first: 1, last: 0 }

/** Numbers of a block. */
const block = 10_000
/** Blocks that one statement closes. */
const blocksAtOnce = 10

const lastClosed = statement<{ id: number }>(
  'audit.lastClosed',
  `select last_id as id from audit_blocks where action = '' and outcome = '' order by last_id desc limit 1`,
)
// $1 action, $2 outcome, each null for any; $3 limit, $4 offset, $5 the last closed number, known to the planner: what is newer
// is counted as it is. A page begins at the oldest block that no more rows come after than it passes over.
const wanted = '($1::text is null or action = $1::text) and ($2::text is null or outcome = $2::text)'
const counted = `from audit_blocks where action = coalesce($1::text, '') and outcome = coalesce($2::text, '') and last_id <= $5::bigint`
export const deepIds = `with newer as (
     select count(*) + coalesce((select rows_until ${counted} order by last_id desc limit 1), 0) as rows
     from audit_events where id > $5::bigint and ${wanted}
   ), begun as materialized (
     select last_id, (select rows from newer) - rows_until as before
     ${counted} and rows_until >= (select rows from newer) - $4::int order by rows_until limit 1
   )
   select id from audit_events
   where id <= coalesce((select last_id from begun), 9223372036854775807) and ${wanted}
   order by id desc limit $3::int offset $4::int - coalesce((select before from begun), 0)`

const newestRow = statement<{ id: number }>(
  'audit.newest',
  'select id from audit_events order by id desc limit 1',
)
/** Transactions that may have taken a number and not yet shown its row: they hold this lock from before until after. */
const writers = statement<{ writer: string }>(
  'audit.writers',
  `select distinct virtualtransaction as writer from pg_locks
   where relation = 'audit_events'::regclass and mode = 'RowExclusiveLock' and granted
     and database = (select oid from pg_database where datname = current_database())`,
)
// $1 the newest number that gets no company any more. Numbers that nobody has before the first row are left out.
const close = statement<{ last_id: number }>(
  'audit.closeBlocks',
  `with first as (
     select min(id) as id from audit_events
     where id > coalesce((select max(last_id) from audit_blocks where action = '' and outcome = ''), 0)
   ), counted as (
     select (e.id - first.id) / ${block} as number, e.action, e.outcome, count(*)::int as rows
     from first, audit_events e
     where e.id >= first.id
       and e.id < first.id + least(($1::bigint - first.id + 1) / ${block}, ${blocksAtOnce}) * ${block}
     group by number, cube (e.action, e.outcome)
   )
   insert into audit_blocks (action, outcome, last_id, rows_until)
   select c.action, c.outcome, first.id + (number + 1) * ${block} - 1,
     sum(rows) over (partition by c.action, c.outcome order by number) + coalesce((
       select rows_until from audit_blocks b where b.action = c.action and b.outcome = c.outcome
       order by b.last_id desc limit 1), 0)
   from first, (select number, coalesce(action, '') as action, coalesce(outcome, '') as outcome, rows from counted) c
   returning last_id`,
)

// A block without any row left lies in no time.
const date = statement<{ last_id: number }>(
  'audit.dateBlocks',
  `with undated as (
     select last_id from audit_blocks where action = '' and outcome = '' and earliest is null
     order by last_id limit ${blocksAtOnce}
   )
   update audit_blocks b
   set earliest = coalesce(dated.earliest, 'infinity'), latest = coalesce(dated.latest, '-infinity')
   from undated, lateral (
     select min(at) as earliest, max(at) as latest from audit_events
     where id > undated.last_id - ${block} and id <= undated.last_id) dated
   where b.action = '' and b.outcome = '' and b.last_id = undated.last_id
   returning b.last_id`,
)
// $1 and $2: from then, until before then, each null for any time. Clocks may have been set back: a block lies where its rows do,
// not where its neighbours do, and one without dates may lie anywhere.
const numbersOf = statement<TrailNumbers>(
  'audit.numbersOf',
  `select coalesce(max(last_id), 0) as newer_than,
     coalesce(min(last_id) filter (where latest is null or $1::timestamptz is null or latest >= $1::timestamptz) - ${block - 1},
       max(last_id) + 1, 1) as first,
     coalesce(max(last_id) filter (where earliest is null or $2::timestamptz is null or earliest < $2::timestamptz), 0) as last
   from audit_blocks where action = '' and outcome = ''`,
)

/** From there on a page is looked for by blocks. */
const deepFrom = 2_000

export function isDeep({ page, limit }: Page): boolean {
  return (page - 1) * limit >= deepFrom
}

export function deepTrailStore(db: Database) {
  return {
    /** The last number of the last closed block; 0 where none is closed. */
    lastClosed: async () => (await db.run(lastClosed, []))[0]?.id ?? 0,
    newest: async () => (await db.run(newestRow, []))[0]?.id ?? 0,
    writers: async () => (await db.run(writers, [])).map(({ writer }) => writer),

    /** Closes blocks up to a number below which no row can appear any more; gives back how many. */
    close: async (settled: number): Promise<number> => {
      let closed = 0
      for (;;) {
        const rows = await db.transaction(async (tx) => {
          await tx.orm.execute('lock table audit_blocks in share row exclusive mode')
          return tx.run(close, [settled])
        })
        if (rows.length === 0) return closed
        closed += new Set(rows.map(({ last_id }) => last_id)).size
      }
    },

    /** Dates the blocks that are not yet. */
    date: async (): Promise<void> => {
      while ((await db.run(date, [])).length > 0);
    },

    /** The numbers among which all rows of a stretch of time are, and few others. */
    numbersOf: async (from: Date | null, before: Date | null): Promise<TrailNumbers> =>
      (await db.run(numbersOf, [from, before]))[0] ?? anyNumber,
  }
}

export type DeepTrailStore = ReturnType<typeof deepTrailStore>
