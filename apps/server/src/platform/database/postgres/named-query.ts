/**
 * A prepared statement's query that asks PostgreSQL but once a connection what its rows look like. As long as a statement
 * is prepared its columns stay as they are (PostgreSQL refuses it where they would not), and describing them every time
 * is a good part of what a short statement costs on both sides.
 * Source: https://www.postgresql.org/docs/15/protocol-flow.html#PROTOCOL-FLOW-EXT-QUERY
 */
import pg from 'pg'

/** What `pg` has of a connection besides what its types tell. */
export type Wire = pg.Connection & {
  readonly parsedStatements: Record<string, string>
  readonly submittedNamedStatements: Record<string, string>
  readonly bind: (config: object) => void
  readonly execute: (config: null) => void
}

/** How `pg` makes rows of what a statement answers. */
type Columns = { fields: unknown; _parsers: unknown; _prebuiltEmptyResultObject: unknown }

/** What `pg` has of a query besides what its types tell. */
type UsualQuery = pg.Query & {
  readonly prepare: (wire: Wire) => void
  readonly handleRowDescription: (message: unknown) => void
  readonly handleCommandComplete: (message: unknown, wire: Wire) => void
}

const usual = pg.Query.prototype as UsualQuery
const { prepareValue } = (pg as typeof pg & { utils: { prepareValue: (value: unknown) => unknown } }).utils

/** By socket and by name what is known of the statements prepared there; null where they give no rows. */
const learnt = new WeakMap<object, Map<string, Columns | null>>()

function learntOn({ stream }: Wire): Map<string, Columns | null> {
  let columns = learnt.get(stream)
  if (columns === undefined) {
    columns = new Map()
    learnt.set(stream, columns)
  }
  return columns
}

class NamedQuery extends pg.Query {
  /** Set by `pg`, as all of these. */
  declare readonly name: string
  declare readonly values: unknown[]
  declare readonly _result: Columns
  declare _accumulateRows: boolean
  /** Where a description that comes is kept. */
  #learns: Map<string, Columns | null> | null = null

  /** Called by `pg`, which sends what this leaves out where a value cannot be sent. */
  prepare(wire: Wire): void {
    const known = learntOn(wire)
    const columns = known.get(this.name)
    if (columns === undefined) {
      this.#learns = this.name === '' ? null : known
      usual.prepare.call(this, wire)
      return
    }
    try {
      wire.bind({ statement: this.name, values: this.values, valueMapper: prepareValue })
    } catch {
      usual.prepare.call(this, wire)
      return
    }
    if (columns !== null) Object.assign(this._result, columns)
    this._accumulateRows = true
    wire.execute(null)
    wire.sync()
  }

  handleRowDescription(message: unknown): void {
    usual.handleRowDescription.call(this, message)
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
    this.#learns?.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject })
  }

  handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.#learns?.has(this.name) === false) this.#learns.set(this.name, null)
    usual.handleCommandComplete.call(this, message, wire)
  }
}

/** A named statement's query. A configuration object would be copied property by property, which costs more than all else. */
export function namedQuery(
  name: string,
  text: string,
  values: readonly unknown[],
  callback: (error: Error | null, result: pg.QueryResult) => void,
): pg.Query {
  return Object.assign(new NamedQuery(text, [...values]), { name, callback })
}
