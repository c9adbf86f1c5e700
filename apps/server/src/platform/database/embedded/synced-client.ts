// PGlite whose answers wait for the disk.
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import type { LogSync } from './log-sync.ts'

/** A checkpoint is due after this much log. PGlite has none of its own but when it is closed. */
const checkpointAfter = 32 * 1024 * 1024

/** Milliseconds until commits that chose not to wait (`synchronous_commit` off) are brought to the disk. */
const flushAfter = 250

/** The engine's own bookkeeping needs its owner, whatever role the server works under. */
function asOwner(client: PGlite, statement: string) {
  return client.transaction(async (transaction) => {
    await transaction.exec('SET LOCAL ROLE NONE')
    await transaction.exec(statement)
  })
}

export function checkpoint(client: PGlite): Promise<void> {
  return asOwner(client, 'CHECKPOINT')
}

/**
 * A statement or transaction is answered, also with an error, when every commit it could see, its own included, is on
 * the disk: nobody can act on what a power cut would take back. A read never causes a sync; it waits only for one that is
 * under way.
 */
export class SyncedClient extends PGlite {
  readonly #log: LogSync
  readonly #fatal: () => Error | null
  #logBytes = 0
  #calls = 0
  #timer: NodeJS.Timeout | undefined
  #upkeep: Promise<void> | null = null
  #ending = false

  constructor(log: LogSync, fatal: () => Error | null, options: PGliteOptions) {
    super(options)
    this.#log = log
    this.#fatal = fatal
  }

  /** Every public way to run SQL passes here: `query`, `sql`, `exec`, `transaction`, `describeQuery`. */
  override async _runExclusiveTransaction<T>(run: () => Promise<T>): Promise<T> {
    let seen = 0
    try {
      return await super._runExclusiveTransaction(async () => {
        this.#refuseAfterFailure()
        this.#calls += 1
        try {
          return await run()
        } finally {
          seen = this.#log.requests()
          // PGlite does not always report that its engine has stopped.
          this.#refuseAfterFailure()
        }
      })
    } finally {
      this.#planUpkeep()
      await this.#log.settled(seen)
    }
  }

  /** For the layer of files: so many bytes more of the log. */
  logWritten(bytes: number) {
    this.#logBytes += bytes
  }

  /** A PGlite whose engine no longer passes its syncs on must not be trusted in silence. */
  async proveSyncs() {
    const before = this.#log.requests()
    await asOwner(this, flush)
    if (this.#log.requests() === before)
      throw new Error('The embedded database does not ask for its log to be synced')
  }

  override async close() {
    this.#ending = true
    clearTimeout(this.#timer)
    await this.#upkeep
    // A stopped engine must not write its idea of a clean end.
    if (!this.#fatal()) await super.close()
  }

  #refuseAfterFailure() {
    const fatal = this.#fatal()
    if (fatal) throw fatal
  }

  #planUpkeep() {
    if (this.#timer || this.#upkeep || this.#ending) return
    const due = this.#logBytes > checkpointAfter ? 0 : flushAfter
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      const before = this.#calls
      this.#upkeep = this.#keepUp()
        .catch(() => {
          // A failure of the disk has been told already; one of the statement is met again by the next round.
        })
        .then((ownCalls) => {
          this.#upkeep = null
          if (this.#calls - before > (ownCalls ?? 0)) this.#planUpkeep()
        })
    }, due).unref()
  }

  /** The number of calls it made itself, which call for no further round. */
  async #keepUp(): Promise<number> {
    await asOwner(this, flushIfBehind)
    if (this.#logBytes <= checkpointAfter) return 1
    this.#logBytes = 0
    await checkpoint(this)
    return 2
  }
}

const flush = `SELECT pg_logical_emit_message(false, 'flush', '', true)`
const flushIfBehind = `${flush} WHERE pg_current_wal_insert_lsn() > pg_current_wal_flush_lsn()`
