/** A hot query as a named prepared statement: planned once a connection, and readable where it is defined. */
export type Statement<Row> = {
  readonly name: string
  readonly text: string
  /** Travels with the statements of other calls, see `pipeline.ts`. */
  readonly hot: boolean
  /** Planned anew for each call's own values, because the best plan hangs on them. */
  readonly replanned?: true
  /** Never set: carries the type of a row. */
  readonly row?: Row
}

/** `name` is unique in the server and says what is asked: `appointments.upcoming`. */
export function statement<Row>(name: string, text: string): Statement<Row> {
  return { name, text, hot: false }
}

/** A statement of nearly every call: it finds a few rows by an index and waits for no lock that is held for long. */
export function hotStatement<Row>(name: string, text: string): Statement<Row> {
  return { name, text, hot: true }
}

/**
 * A condition, always true, that lets the statement's own transaction commit asynchronously: for audit rows of reads
 * and a session's last use. A power cut may lose the last second of them.
 */
export const relaxed = `set_config('synchronous_commit', 'off', true) is not null`

/** A search: the best way to what is rare is the worst to what is common. */
export function searchStatement<Row>(name: string, text: string): Statement<Row> {
  return { name, text, hot: false, replanned: true }
}
