/**
 * Several statements that are all or nothing and need none of each other's answers: they leave in one write with one
 * end, and come back in one. PostgreSQL takes what lies before an end for one transaction, so it needs no opening and
 * no commit either; each statement still sees what was committed before it.
 * Source: https://www.postgresql.org/docs/15/protocol-flow.html#PROTOCOL-FLOW-PIPELINING
 */
import pg from 'pg'
import type { Wire } from './named-query.ts'

/** What `pg` has of a query besides what its types tell. */
type Part = {
  readonly name?: string
  readonly text: string
  readonly _result: { _types: unknown }
  queryMode: string
  submit: (wire: Wire) => Error | null
  handleRowDescription: (message: unknown) => void
  handleDataRow: (message: unknown) => void
  handleCommandComplete: (message: unknown, wire: Wire) => void
  handleError: (error: Error, wire: Wire) => void
  handleReadyForQuery: (wire: Wire) => void
} & pg.Query

/**
 * A query of `pg`'s that is several. Each of them is called back once all are committed, or with what went wrong where
 * anything did.
 */
export class Flight extends pg.Query {
  /** Set by `pg`, whose watch over the time ends with it. */
  declare callback?: (error: Error | null) => void
  /** The statement whose answer comes now: `pg` notes under its name that it is prepared. */
  declare name: string | undefined
  declare text: string
  /** Set by `pg`: how the connection reads values. */
  declare readonly _result: Part['_result']
  readonly #parts: readonly Part[]
  #at = 0
  #isOver = false

  constructor(parts: readonly pg.Query[]) {
    super('')
    this.#parts = parts as readonly Part[]
    this.#turnTo(0)
  }

  #turnTo(at: number): void {
    this.#at = at
    this.name = this.#parts[at]?.name
    this.text = this.#parts[at]?.text ?? ''
  }

  override submit = (connection: pg.Connection): Error | null => {
    const wire = connection as Wire
    let refusal: Error | null = null
    const endless: Wire = Object.assign(Object.create(wire), {
      sync: () => {},
      // What `pg` does where a value cannot be sent.
      close: () => {
        refusal ??= new Error('a value could not be sent')
      },
    })
    wire.stream.cork()
    for (const part of this.#parts) {
      part._result._types = this._result._types
      part.queryMode = 'extended'
      refusal = part.submit(endless) ?? refusal
    }
    // The others must not be committed without the one that was not sent.
    if (refusal === null) wire.sync()
    else wire.stream.destroy()
    wire.stream.uncork()
    return refusal
  }

  handleRowDescription(message: unknown): void {
    this.#parts[this.#at]?.handleRowDescription(message)
  }

  handleDataRow(message: unknown): void {
    this.#parts[this.#at]?.handleDataRow(message)
  }

  handleCommandComplete(message: unknown, wire: Wire): void {
    this.#parts[this.#at]?.handleCommandComplete(message, wire)
    this.#turnTo(this.#at + 1)
  }

  handleEmptyQuery(): void {
    this.#turnTo(this.#at + 1)
  }

  handleError(error: Error, wire: Wire): void {
    // PostgreSQL passed over what came behind, and prepared none of it.
    for (const { name } of this.#parts.slice(this.#at)) if (name) delete wire.submittedNamedStatements[name]
    this.#end(error, (part) => part.handleError(error, wire))
  }

  handleReadyForQuery(wire: Wire): void {
    this.#end(null, (part) => part.handleReadyForQuery(wire))
  }

  #end(error: Error | null, tell: (part: Part) => void): void {
    if (this.#isOver) return
    this.#isOver = true
    this.callback?.(error)
    this.#parts.forEach(tell)
  }
}
