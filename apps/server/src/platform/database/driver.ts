import pg from 'pg'
import { type Database, holdUntilCommit, type PlainSql, type Queries } from './database.ts'
import type { Observe } from './observe.ts'
import { BatchingSocket } from './postgres/batching-socket.ts'
import { createCircuitBreaker, DatabaseUnreachableError } from './postgres/circuit-breaker.ts'
import { openListening } from './postgres/listening.ts'
import {
  connect,
  isReadOnlyError,
  openSession,
  type SessionSettings,
  StandbyError,
} from './postgres/session.ts'
import { requireSessionPooling } from './postgres/session-pooling.ts'
import { createSharedConnections } from './postgres/shared-connections.ts'
import { countStatementFailures } from './postgres/statement-failures.ts'
import { orderValues, type Statement } from './statement.ts'

/** The role that the server works under. It can add to the audit log and read it, and not change it. */
export const appRole = 'portal_app'

/** Milliseconds that a caller waits for a connection, so that a request answers within three seconds. */
const defaultConnectionTimeout = 800

/**
 * Milliseconds that a statement may take, and that a caller waits for a connection, with {@link Database.withLongLimits}: what takes two
 * seconds may take a minute on a busy machine.
 */
const longLimit = 60_000

const longConnections = 6

const sharedConnections = 2

const [dateType, timestamptzType, numericType, int8Type] = [1082, 1184, 1700, 20] as const

const readTimestamp = pg.types.getTypeParser(timestamptzType, 'text')

/** Reads values in the form that the portal uses. A date stays text, because a `Date` would shift it by the time zone. */
const readers: Record<number, (text: string) => unknown> = {
  [dateType]: (text) => text,
  [numericType]: Number,
  [int8Type]: Number,
  // `2026-11-26 12:30:00.123456+00`, as a session in UTC writes it. The parser of `pg` takes ten times longer.
  [timestamptzType]: (text) =>
    text.charCodeAt(10) === 32 && text.endsWith('+00')
      ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
      : readTimestamp(text),
}

const types: pg.CustomTypesConfig = {
  getTypeParser: (type, format) =>
    (format === 'binary' ? undefined : readers[Number(type)]) ?? pg.types.getTypeParser(type, format),
}

type PostgresOptions = {
  readonly url: string
  /** The maximum number of connections, without the shared ones and the one that listens. */
  readonly connections?: number
  /** The role of the sessions. If it is null, they keep the role of the user that signed in. */
  readonly role?: string | null
  /** Milliseconds that a statement may take. */
  readonly statementTimeout?: number
  /** Milliseconds that a caller waits for a connection. */
  readonly connectionTimeout?: number
  readonly onError?: (error: Error) => void
  readonly observe?: Observe | undefined
}

function getTimeout({ statementTimeout }: PostgresOptions): number {
  return statementTimeout ?? 2000
}

function clientConfig(options: PostgresOptions): pg.ClientConfig {
  return {
    connectionString: options.url,
    connectionTimeoutMillis: options.connectionTimeout ?? 2000,
    // A statement is sent without waiting for the answers to the statements before it.
    pipeline: true,
    stream: () => new BatchingSocket(),
    keepAlive: true,
    // Longer than PostgreSQL's own timeout, so it only ends statements of a server that no longer answers.
    query_timeout: getTimeout(options) + 200,
    types,
  }
}

function sessionSettings(options: PostgresOptions): SessionSettings {
  const role = options.role === undefined ? appRole : options.role
  const timeout = getTimeout(options)
  return {
    ...(role === null ? {} : { role }),
    statement_timeout: `${timeout}`,
    lock_timeout: `${Math.max(200, timeout - 500)}`,
    idle_in_transaction_session_timeout: `${Math.max(10_000, timeout)}`,
    jit: 'off',
    timezone: 'UTC',
  }
}

function isTimeout(error: unknown): boolean {
  return (
    error instanceof Error &&
    ['Query read timeout', 'timeout expired', 'Connection terminated due to connection timeout'].includes(
      error.message,
    )
  )
}

type Runner = (query: {
  readonly text: string
  readonly values: unknown[]
  readonly name?: string
}) => Promise<unknown[]>

function queriesOver(run: Runner, observe: Observe | undefined): Queries {
  const observed = <T>(name: string | null, text: string, ask: () => Promise<T>) =>
    observe ? observe(name, text, ask) : ask()
  return {
    run: async <Row, Given>(statement: Statement<Row, Given>, given: Given) => {
      const { name, text, isReplanned } = statement
      const query = { text, values: orderValues(statement, given), ...(isReplanned ? {} : { name }) }
      // The statement's author declares the shape of its rows; a test runs every statement.
      return (await observed(name, text, () => run(query))) as Row[]
    },
  }
}

/** Connects twice, as a server would. Throws when that fails or a pooler shares the connections between sessions. */
export async function tryPostgres(options: PostgresOptions): Promise<void> {
  const clients: pg.Client[] = []
  try {
    for (const _ of [1, 2])
      clients.push(
        await connect(
          new pg.Client({ ...clientConfig(options), query_timeout: Math.max(5000, getTimeout(options)) }),
          sessionSettings(options),
        ),
      )
    const [one, other] = clients
    if (one && other) await requireSessionPooling(one, other)
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})))
  }
}

function openPool(options: PostgresOptions, settings: SessionSettings, max: number): pg.Pool {
  const pool = new pg.Pool({
    ...clientConfig(options),
    connectionTimeoutMillis: options.connectionTimeout ?? defaultConnectionTimeout,
    max,
    idleTimeoutMillis: 30_000,
    onConnect: (client) => openSession(client, settings),
  })
  pool.on('error', (error) => options.onError?.(error))
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

export function openPostgres(options: PostgresOptions): Database {
  const settings = sessionSettings(options)
  const { observe } = options
  const pool = openPool(options, settings, options.connections ?? 6)
  const breaker = createCircuitBreaker(async () => {
    const probe = await connect(new pg.Client({ ...clientConfig(options), query_timeout: 1000 }), settings)
    probe.end().catch(() => {})
  })
  const failures = countStatementFailures()

  /** Connections that did not answer or became read-only, which are not used again. */
  const broken = new WeakSet<pg.ClientBase>()

  function recordFailure(error: unknown): void {
    failures.failed(error)
    if (isTimeout(error) || isReadOnlyError(error) || error instanceof StandbyError) breaker.trip()
  }

  async function ask(client: pg.ClientBase, query: pg.QueryConfig | string): Promise<pg.QueryResult> {
    try {
      const result = await client.query(query)
      failures.worked()
      return result
    } catch (error) {
      if (isTimeout(error) || isReadOnlyError(error)) broken.add(client)
      recordFailure(error)
      throw error
    }
  }

  async function withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    if (breaker.isOpen()) throw new DatabaseUnreachableError()
    const client = await pool.connect().catch((error: unknown) => {
      recordFailure(error)
      throw error
    })
    try {
      return await work(client)
    } finally {
      client.release(broken.has(client))
    }
  }

  const runOn =
    (client: pg.ClientBase): Runner =>
    async (query) =>
      (await ask(client, query)).rows

  const runAlone: Runner = (query) => withClient((client) => runOn(client)(query))

  const shared = createSharedConnections({
    count: sharedConnections,
    create: async () => {
      const client = new pg.Client({
        ...clientConfig(options),
        connectionTimeoutMillis: options.connectionTimeout ?? defaultConnectionTimeout,
      })
      try {
        return await connect(client, settings)
      } catch (error) {
        recordFailure(error)
        throw error
      }
    },
    isBroken: (client) => broken.has(client),
  })

  const runShared: Runner = async (query) => {
    if (breaker.isOpen()) throw new DatabaseUnreachableError()
    return shared.withClient((client) => runOn(client)(query))
  }

  async function commit<T>(client: pg.PoolClient, work: () => Promise<T>): Promise<T> {
    try {
      // The first statements of the work are sent together with `begin`, which a name makes a statement like theirs.
      const [, result] = await Promise.all([ask(client, { name: 'begin', text: 'begin' }), work()])
      await ask(client, 'commit')
      return result
    } catch (error) {
      // A connection that is discarded is rolled back as well.
      if (!broken.has(client)) await ask(client, 'rollback').catch(() => broken.add(client))
      throw error
    }
  }

  const transaction: Database['transaction'] = (work) =>
    withClient(async (client) => {
      const tx = queriesOver(runOn(client), observe)
      const runAfterCommit = holdUntilCommit(tx)
      const committed = await commit(client, () => work(tx))
      runAfterCommit()
      return committed
    })

  const runText: PlainSql = (text, values) =>
    withClient(async (client) => {
      if (values?.length) return (await ask(client, { text, values: [...values] })).rows
      try {
        // The types of `pg` declare one result, but a text of several statements returns a list.
        const results: pg.QueryResult | pg.QueryResult[] = await ask(client, text)
        return [results].flat().flatMap((result) => result.rows)
      } catch (error) {
        // The text may have begun a transaction and left it open, so the connection is not used again.
        broken.add(client)
        throw error
      }
    })

  const listening = openListening({
    create: () => connect(new pg.Client(clientConfig(options)), settings),
    onError: (error) => options.onError?.(error),
  })
  const plain: PlainSql = observe
    ? (text, values) => observe(null, text, () => runText(text, values))
    : runText
  let long: Database | null = null
  const openLong = () => {
    long ??= openPostgres({
      ...options,
      connections: longConnections,
      statementTimeout: Math.max(longLimit, options.statementTimeout ?? 0),
      connectionTimeout: Math.max(longLimit, options.connectionTimeout ?? 0),
    })
    return long
  }
  const queries = queriesOver(runAlone, observe)
  const frequent = queriesOver(runShared, observe)
  return {
    run: (statement, given) => (statement.isFrequent ? frequent : queries).run(statement, given),
    transaction,
    withLongLimits: {
      run: (statement, given) => openLong().run(statement, given),
      transaction: (work) => openLong().transaction(work),
    },
    script: async (sql) => {
      await runText(sql)
    },
    plain,
    listen: listening.listen,
    state: () => ({
      used: pool.totalCount - pool.idleCount + shared.state().used,
      idle: pool.idleCount + shared.state().idle,
      waiting: pool.waitingCount,
      isFailing: breaker.isOpen() || failures.isFailing(),
    }),
    close: async () => {
      breaker.close()
      await Promise.all([pool.end(), shared.close(), listening.close(), long?.close()])
    },
  }
}
