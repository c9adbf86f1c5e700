/**
 * Databases that the tests of a worker use one after the other. Returning the changed rows to what they were takes a tenth of the time of
 * cloning a database, and the connections with their prepared statements stay open.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { Database, Listener } from '../../src/platform/database/database.ts'
import type { Observe } from '../../src/platform/database/observe.ts'

/** Lets a filled database, and its clones, be used by one test after the other. */
export async function prepareReuse(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(readFileSync(fileURLToPath(new URL('reuse.sql', import.meta.url)), 'utf8'))
  await client.end()
}

/** Stores the present rows of a test's database. `restore` returns them to this state; `end` keeps other tests from the database. */
export async function storeRows(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('select pristine.store()')
  return {
    restore: async (): Promise<void> => {
      const { rows } = await client.query<{ obstacle: string | null }>('select pristine.reset() as obstacle')
      if (rows[0]?.obstacle !== null) throw new Error(`the rows cannot be restored: ${rows[0]?.obstacle}`)
    },
    end: async (): Promise<void> => {
      await client.query('insert into pristine.changes values (0)')
      await client.end()
    },
  }
}

export type ReusableDatabase = {
  /** Opens the database for one test. Its `close` waits for the statements of the test, resets the rows and calls `onClose`. */
  readonly lend: (observe: Observe | undefined, onClose: (canBeReused: boolean) => Promise<void>) => Database
  readonly close: () => Promise<void>
}

/** Tests that use a database before it is replaced, because deleted rows and prepared statements remain. */
const mostUses = 100

/** Milliseconds that a closed portal may take for its last statements. */
const closeTimeout = 30_000

/** The name by which the connections of the worker differ from those that a test opened itself. */
export const workerConnections = 'test-worker'

const barrier = 'pristine_barrier'

/** Statements that change a session for longer than a transaction. */
const sessionChange =
  /^\s*(set\s+(?!local|constraints)|reset|listen|load|prepare|declare|discard)\b|set_config\([^)]*false\s*\)|pg_(try_)?advisory_lock/i

/** @param url has {@link workerConnections} as its application name @param open opens the database's connections */
export function createReusableDatabase(url: string, open: (observe: Observe) => Database): ReusableDatabase {
  let observe: Observe | undefined
  let uses = 0
  let isSessionChanged = false
  const db = open((name, text, run) => {
    if (sessionChange.test(text)) isSessionChanged = true
    return observe ? observe(name, text, run) : run()
  })

  const owner = new pg.Client({ connectionString: url })
  // An error of the connection also fails its next statement.
  owner.on('error', () => undefined)
  let connecting: Promise<unknown> | null = null

  /** The listeners of the present test by channel. The connection listens to a channel once. */
  const listeners = new Map<string, Listener[]>()
  const channels = new Map<string, Promise<void>>()
  async function listen(channel: string, listener: Listener): Promise<void> {
    listeners.set(channel, [...(listeners.get(channel) ?? []), listener])
    let listening = channels.get(channel)
    if (!listening) {
      listening = db.listen(channel, {
        onMessage: (payload) => {
          for (const { onMessage } of listeners.get(channel) ?? []) onMessage(payload)
        },
        onGap: () => {
          for (const { onGap } of listeners.get(channel) ?? []) onGap()
        },
      })
      channels.set(channel, listening)
      listening.catch(() => channels.delete(channel))
    }
    await listening
  }

  /** Waits until the notifications of the last test have arrived, of which the next test must not hear. */
  async function drainNotifications(): Promise<void> {
    if (channels.size === 0) return
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    await listen(barrier, { onMessage: () => resolve(), onGap: reject })
    await owner.query(`notify ${barrier}`)
    const timer = setTimeout(reject, 5_000)
    await promise.finally(() => clearTimeout(timer))
  }

  /** Waits until the connections that the test opened itself are closed. PostgreSQL notices that shortly after the client. */
  async function hasOtherConnections(): Promise<boolean> {
    const others = `select from pg_stat_activity where datname = current_database()
      and backend_type = 'client backend' and application_name <> '${workerConnections}' limit 1`
    for (let attempt = 0; attempt < 20; attempt += 1) {
      if ((await owner.query(others)).rowCount === 0) return false
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    return true
  }

  /** Returns the rows to what they were. Returns whether another test can use the database. */
  async function reset(): Promise<boolean> {
    uses += 1
    if (uses >= mostUses || isSessionChanged || db.state().isFailing) return false
    try {
      connecting ??= owner.connect()
      await connecting
      await owner.query(`set lock_timeout = 5000`)
      if (await hasOtherConnections()) return false
      const { rows } = await owner.query<{ obstacle: string | null }>('select pristine.reset() as obstacle')
      if (rows[0]?.obstacle !== null) return false
      await drainNotifications()
      listeners.clear()
      return true
    } catch {
      return false
    }
  }

  function lend(
    observeTest: Observe | undefined,
    onClose: (canBeReused: boolean) => Promise<void>,
  ): Database {
    observe = observeTest
    const pending = new Set<Promise<unknown>>()
    let closing: Promise<void> | null = null

    function whileOpen<T>(work: () => Promise<T>): Promise<T> {
      if (closing !== null) return Promise.reject(new Error('the database was closed with its test'))
      const running = work().finally(() => pending.delete(running))
      pending.add(running)
      return running
    }

    async function close(): Promise<void> {
      const { promise: timeout, resolve } = Promise.withResolvers<'timeout'>()
      const timer = setTimeout(resolve, closeTimeout, 'timeout')
      const ended = await Promise.race([Promise.allSettled(pending), timeout])
      clearTimeout(timer)
      observe = undefined
      const hangs = ended === 'timeout'
      await onClose(!hangs && (await reset()))
      if (hangs) throw new Error(`${pending.size} statements of the test did not end after its portal`)
    }

    return {
      run: (statement, given) => whileOpen(() => db.run(statement, given)),
      transaction: (work) => whileOpen(() => db.transaction(work)),
      withLongLimits: {
        run: (statement, given) => whileOpen(() => db.withLongLimits.run(statement, given)),
        transaction: (work) => whileOpen(() => db.withLongLimits.transaction(work)),
      },
      script: (sql) => {
        if (sessionChange.test(sql)) isSessionChanged = true
        return whileOpen(() => db.script(sql))
      },
      plain: (text, values) => whileOpen(() => db.plain(text, values)),
      listen: (channel, listener) => whileOpen(() => listen(channel, listener)),
      state: db.state,
      close: () => {
        closing ??= close()
        return closing
      },
    }
  }

  return {
    lend,
    close: async () => {
      await db.close()
      await owner.end()
    },
  }
}
