import { exactTotal, type OrderedPage, type Paged } from '@mi-portal/contract/calls/paging'
import type { Statement } from './statement.ts'

export type Queries = {
  readonly run: <Row, Given>(statement: Statement<Row, Given>, values: NoInfer<Given>) => Promise<Row[]>
}

const waiting = new WeakMap<Queries, Set<() => void>>()

/** Runs `work` once after the transaction has committed, or at once if the queries are those of the database. */
export function afterCommit(queries: Queries, work: () => void): void {
  const works = waiting.get(queries)
  if (works) works.add(work)
  else work()
}

export function holdUntilCommit(tx: Queries): () => void {
  const works = new Set<() => void>()
  waiting.set(tx, works)
  return () => {
    waiting.delete(tx)
    for (const work of works) work()
  }
}

export async function findRow<Row, Given>(
  queries: Queries,
  statement: Statement<Row, Given>,
  values: NoInfer<Given>,
): Promise<Row | null> {
  return (await queries.run(statement, values))[0] ?? null
}

export async function readPage<Row, Given extends object>(
  db: Queries,
  list: Statement<
    Row,
    Given & { readonly limit_rows: number; readonly offset_rows: number; readonly order?: string | null }
  >,
  count: Statement<{ readonly count: number }, Given>,
  values: NoInfer<Given>,
  { page, limit, order }: OrderedPage,
): Promise<Paged<Row>> {
  const [rows, [counted]] = await Promise.all([
    db.run(list, { ...values, limit_rows: limit, offset_rows: (page - 1) * limit, order: order ?? null }),
    db.run(count, values),
  ])
  const total = counted?.count ?? 0
  return { rows, total: Math.min(total, exactTotal), more: total > exactTotal }
}

/** Runs a text of SQL as a library writes it; without values it may hold several statements. Returns the rows of all of them. */
export type PlainSql = (text: string, values?: readonly unknown[]) => Promise<object[]>

export type Listener = {
  readonly onMessage: (payload: string) => void
  /** Called after the connection was lost for a while: notifications may be missing. */
  readonly onGap: () => void
}

export type Database = Queries & {
  /** Commits what `work` does, or nothing when it throws. `work` must use only these queries and wait for all of them. */
  readonly transaction: <T>(work: (tx: Queries) => Promise<T>) => Promise<T>
  /**
   * The same database for requests of other systems, which wait longer than a person: a busy machine may take seconds for a statement, and
   * repeating a whole transaction later costs more than waiting.
   */
  readonly withLongLimits: Queries & Pick<Database, 'transaction'>
  readonly script: (sql: string) => Promise<void>
  readonly plain: PlainSql
  readonly listen: (channel: string, listener: Listener) => Promise<void>
  readonly state: () => DatabaseState
  readonly close: () => Promise<void>
}

type DatabaseState = {
  readonly used: number
  readonly idle: number
  readonly waiting: number
  readonly isFailing: boolean
}
