/** The database as the rest of the server sees it: the same face over PostgreSQL and over the embedded one. */
import type { PgRemoteDatabase } from 'drizzle-orm/pg-proxy'
import type * as schema from './schema.ts'
import type { Statement } from './statement.ts'

export type Orm = PgRemoteDatabase<typeof schema>

/** Values a statement takes; objects go in as JSON text. */
export type Value = string | number | boolean | Date | Uint8Array | null | readonly (string | number)[]

/** Where statements may run: the database itself or a transaction on it. */
export type Queries = {
  /** Drizzle, for everything that is not hot. */
  readonly orm: Orm
  /** Runs a named statement; an acknowledged change is on disk. */
  readonly run: <Row>(statement: Statement<Row>, values: readonly Value[]) => Promise<Row[]>
}

/**
 * Statements as a library writes them: unnamed, and several at once where there are no values, a transaction of
 * their own included. Gives the rows of all of them.
 */
export type PlainSql = (text: string, values?: readonly unknown[]) => Promise<object[]>

/** Statements that need none of each other's answers. */
export type Work = (tx: Queries) => readonly Promise<unknown>[]

/** Who listens to a channel of the database's own notifications (`pg_notify`). */
export type Listener = {
  /** A committed transaction said this, on whichever server. */
  readonly onMessage: (payload: string) => void
  /** The connection was lost for a while and is back: messages may be missing. */
  readonly onGap: () => void
}

export type Database = Queries & {
  readonly kind: 'embedded' | 'postgres'
  /** All or nothing. The work must use the queries it is handed, and nothing else of the database. */
  readonly transaction: <T>(work: (tx: Queries) => Promise<T>) => Promise<T>
  /**
   * All or nothing, for work that needs no answer before it asks the next thing: opening, statements and commit travel
   * together, and a statement that fails gives all of them up. What the work asks after it has returned is refused.
   */
  readonly atOnce: (work: Work) => Promise<void>
  /**
   * As {@link Database.atOnce}, in one transaction with what others ask for so in the same turn of the event loop. Where that
   * one is refused each is done alone, so the work may be asked for twice, of which the first left nothing.
   */
  readonly atOnceWithOthers: (work: Work) => Promise<void>
  /** Several statements at once, without values. */
  readonly script: (sql: string) => Promise<void>
  readonly plain: PlainSql
  /** Resolves once everything said from now on is heard, until the database is closed. */
  readonly listen: (channel: string, listener: Listener) => Promise<void>
  readonly close: () => Promise<void>
}
