/**
 * A connection that knows whether it may write. Behind one address a standby may answer for a moment while another
 * server takes over, or a primary that was told to take no more writes; PostgreSQL says so by itself, when a connection
 * begins and whenever it changes.
 */
import pg from 'pg'

/** What is thrown in place of using a connection to a database that takes no writes. */
export class StandbyError extends Error {
  constructor() {
    super('the database takes no writes: it is a standby')
  }
}

const tellsOf = ['in_hot_standby', 'default_transaction_read_only']

export class PrimaryClient extends pg.Client {
  readonly #on = new Set<string>()

  constructor(config?: pg.ClientConfig) {
    super(config)
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (!tellsOf.includes(parameterName)) return
      if (parameterValue === 'on') this.#on.add(parameterName)
      else this.#on.delete(parameterName)
    })
  }

  get isReadOnly(): boolean {
    return this.#on.size > 0
  }

  /** Connects; throws a {@link StandbyError} where nothing can be written, and leaves. */
  async connectToWrite(): Promise<void> {
    await this.connect()
    if (!this.isReadOnly) return
    await this.end()
    throw new StandbyError()
  }
}
