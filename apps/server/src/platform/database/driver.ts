/** One `Database` over either driver: everything that PostgreSQL and the embedded database do differently is here. */
import { Socket } from 'node:net'
import { drizzle } from 'drizzle-orm/pg-proxy'
import pg from 'pg'
import type { Database, Orm, PlainSql, Queries, Value, Work } from './database.ts'
import type { EmbeddedDatabase } from './embedded.ts'
import type { Observe } from './observe.ts'
import { Flight } from './postgres/flight.ts'
import { gatherTurns } from './postgres/gathering.ts'
import { openListening } from './postgres/listening.ts'
import { namedQuery } from './postgres/named-query.ts'
import { callPatience, patienceOfCall } from './postgres/patience.ts'
import { openPipeline } from './postgres/pipeline.ts'
import { AwayError, openPresence, type Presence } from './postgres/presence.ts'
import { PrimaryClient, StandbyError } from './postgres/primary.ts'
import * as schema from './schema.ts'
import type { Statement } from './statement.ts'

/** The role the server works under on both databases: it can add to the audit trail and read it, no more. */
export const appRole = 'portal_app'

// Days stay text and never become a Date (PostgreSQL's driver would make local midnights of them).
const dateOid = 1082
const momentOid = 1184
const numericOid = 1700
const int8Oid = 20

/** Reads the values of a result as the portal wants them, the same on both drivers. */
const readers: Record<number, (text: string) => unknown> = {
  [dateOid]: (text) => text,
  [numericOid]: Number,
  [int8Oid]: Number,
}

const usualMoment = pg.types.getTypeParser(momentOid, 'text')

/** `2026-11-26 12:30:00.123456+00`, as a connection in UTC writes it, without a regular expression. */
function readMoment(text: string): unknown {
  const isUtc = text.charCodeAt(10) === 32 && text.endsWith('+00')
  if (!isUtc) return usualMoment(text)
  return new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
}

// The embedded driver reads moments well by itself.
const pgReaders: typeof readers = { ...readers, [momentOid]: readMoment }

const pgTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    pgReaders[Number(oid)] && format !== 'binary'
      ? pgReaders[Number(oid)]
      : pg.types.getTypeParser(oid, format),
}

type PostgresOptions = {
  readonly url: string
  /** At most, besides the {@link hotLines}. */
  readonly connections?: number
  readonly role?: string | null
  /** Milliseconds that a statement may take. */
  readonly statementTimeout?: number
  /** Called when an idle connection breaks; the pool replaces it. */
  readonly onError?: (error: Error) => void
  readonly observe?: Observe | undefined
}

/** Connections for hot statements, opened at first need. */
const hotLines = 4

function limitOf({ statementTimeout }: PostgresOptions): number {
  return statementTimeout ?? 2200
}

/**
 * A server that went away without a word must not hold a call for long: with the wait for a connection a statement takes
 * no more than this, and a call answers within three seconds.
 */
function patienceOf(options: PostgresOptions): number {
  return limitOf(options) + 200
}

/** Milliseconds that a statement gets however long its connection was waited for. */
const least = 500

/** What the driver says where nothing came from the other side; a pool without a free connection is another matter. */
function isSilence(error: unknown): boolean {
  return (
    error instanceof Error &&
    (error.message === 'Query read timeout' ||
      error.message === 'Connection terminated due to connection timeout')
  )
}

function lockTimeoutOf(limit: number): number {
  return Math.max(200, limit - 500)
}

function connectionOf(options: PostgresOptions) {
  const role = options.role === undefined ? appRole : options.role
  const limit = limitOf(options)
  const flags = [
    ...(role === null ? [] : [`role=${role}`]),
    `statement_timeout=${limit}`,
    `lock_timeout=${lockTimeoutOf(limit)}`,
    'idle_in_transaction_session_timeout=10000',
    'jit=off',
    'timezone=UTC',
  ]
  return {
    connectionString: options.url,
    connectionTimeoutMillis: 2000,
    keepAlive: true,
    options: flags.map((flag) => `-c ${flag}`).join(' '),
    types: pgTypes,
  }
}

/**
 * A connection on which a transaction need not wait for one answer before it says the next thing: what it says in one
 * turn of the event loop leaves in one write, its opening included.
 */
class TalkativeClient extends PrimaryClient {
  readonly #socket: Socket

  constructor(config?: pg.ClientConfig) {
    const socket = new Socket()
    super({ ...config, pipeline: true, stream: () => socket })
    this.#socket = socket
  }

  gatherTurn(): void {
    this.#socket.cork()
    setImmediate(() => this.#socket.uncork())
  }

  rowsOf(name: string, text: string, values: readonly unknown[], query_timeout: number): Promise<unknown[]> {
    return new Promise((resolve, reject) => {
      const query = namedQuery(name, text, values, (error, result) => {
        if (error) reject(error)
        else resolve(result.rows)
      })
      this.query(Object.assign(query, { query_timeout }))
    })
  }

  fly(parts: readonly pg.Query[], query_timeout: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const callback = (error: Error | null) => (error ? reject(error) : resolve())
      this.query(Object.assign(new Flight(parts), { callback, query_timeout }))
    })
  }
}

function poolOf(options: PostgresOptions): pg.Pool {
  const made = new pg.Pool({
    ...connectionOf(options),
    Client: TalkativeClient,
    query_timeout: patienceOf(options),
    max: options.connections ?? 6,
    idleTimeoutMillis: 30_000,
  })
  // Without a listener a broken connection would end the process: the pool has one for those that idle. Of one in use
  // its own statement fails too, which tells whoever uses it; the pool then replaces it.
  made.on('error', (error) => options.onError?.(error))
  made.on('connect', (client) => client.on('error', () => {}))
  return made
}

/** What both drivers can do for one connection: run a text with values, rows as objects or as arrays. */
type Runner = (
  text: string,
  values: unknown[],
  /** `name` is the prepared statement's, `asked` the one it goes by wherever it is told of. */
  shape: { readonly arrays: boolean; readonly name?: string; readonly asked?: string },
) => Promise<unknown[]>

function observed(runner: Runner, observe: Observe | undefined): Runner {
  if (observe === undefined) return runner
  return (text, values, shape) => observe(shape.asked ?? null, text, () => runner(text, values, shape))
}

function queriesOver(unobserved: Runner, observe: Observe | undefined): Queries {
  const runner = observed(unobserved, observe)
  let orm: Orm | undefined
  return {
    // Made where it is used: most transactions run named statements alone.
    get orm() {
      orm ??= drizzle(
        async (text, values, method) => ({ rows: await runner(text, values, { arrays: method === 'all' }) }),
        { schema },
      )
      return orm
    },
    run: <Row>(statement: Statement<Row>, values: readonly Value[]) =>
      runNamed<Row>(runner, statement, values),
  }
}

async function runNamed<Row>(
  runner: Runner,
  statement: Statement<Row>,
  values: readonly Value[],
): Promise<Row[]> {
  const named = statement.replanned ? {} : { name: statement.name }
  const shape = { arrays: false, asked: statement.name, ...named }
  const rows = await runner(statement.text, [...values], shape)
  // The statement's author declares the shape of its rows; a test runs every statement on both databases.
  return rows as Row[]
}

function lateError(): Error {
  return new Error('A statement came after the end of its transaction')
}

/** Starts all that the work asks; what it asks later would miss the commit, and is refused. */
function sayAtOnce(tx: Queries, work: Work) {
  let isOver = false
  const checked = () => {
    if (isOver) throw lateError()
    return tx
  }
  const asked = work({
    get orm() {
      return checked().orm
    },
    run: async (statement, values) => checked().run(statement, values),
  })
  isOver = true
  return asked
}

// As `set local`, which needs an opened transaction.
const shorten = `select set_config('statement_timeout', $1, true), set_config('lock_timeout', $2, true)`

/** A connection in use, and how to ask on it without waiting too long. */
type Taken = {
  readonly ask: (config: pg.QueryConfig) => Promise<pg.QueryResult>
  readonly run: Runner
  readonly queries: () => Queries
  /** Sends statements that are all or nothing. */
  readonly fly: (parts: readonly pg.Query[]) => Promise<void>
  /** What is said from now until the end of this turn leaves in one write. */
  readonly gatherTurn: () => void
  /** Milliseconds that its user had to wait for it, in a call together with those before. */
  readonly waited: number
  /** What is under way on it is of no use to whoever takes it next. */
  readonly spoil: () => void
}

/** A connection of the pool; where all are in use, one that is free within so many milliseconds. */
function freeClient(pool: pg.Pool, left: number | undefined): Promise<pg.PoolClient> {
  const isFull = pool.idleCount === 0 && pool.totalCount >= pool.options.max
  const client = pool.connect()
  if (left === undefined || !isFull) return client
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      reject(new Error('no connection was free in time'))
      client.then(
        (unwanted) => unwanted.release(),
        () => {},
      )
    }, left)
    client.then(resolve, reject).finally(() => clearTimeout(late))
  })
}

/** A pool whose users never wait longer than they may, and do not wait at all while the database is away. */
function openGuardedPool(options: PostgresOptions, presence: Presence) {
  const pool = poolOf(options)
  const limit = limitOf(options)

  async function take(): Promise<{ client: pg.PoolClient; waited: number }> {
    if (presence.isAway()) throw new AwayError()
    const call = patienceOfCall()
    const before = call?.left
    const began = performance.now()
    const client = await freeClient(pool, before)
      .catch((error) => {
        if (isSilence(error)) presence.doubt()
        throw error
      })
      .finally(() => {
        if (call) call.left = Math.max(0, call.left - (performance.now() - began))
      })
    if (client instanceof PrimaryClient && client.isReadOnly) {
      client.release(true)
      presence.doubt()
      throw new StandbyError()
    }
    const now = performance.now() - began
    return { client, waited: before === undefined ? now : callPatience - before + now }
  }

  async function taken<T>(work: (taken: Taken) => Promise<T>): Promise<T> {
    const { client, waited } = await take()
    const query_timeout = Math.max(least + 100, patienceOf(options) - waited)
    let spoilt = false
    const spoil = () => {
      spoilt = true
    }
    const noticing = (error: unknown): never => {
      if (isSilence(error)) spoil()
      // Who waited long asks with less patience than the database has for a statement: that says nothing of it.
      if (spoilt && query_timeout > limit) presence.doubt()
      throw error
    }
    const ask = (config: pg.QueryConfig): Promise<pg.QueryResult> => {
      // The driver knows this setting for one statement too; its types do not.
      const limited: pg.QueryConfig & { query_timeout: number } = { ...config, query_timeout }
      return client.query(limited as pg.QueryConfig).catch(noticing)
    }
    const run: Runner = async (text, values, { arrays, name }) => {
      if (name && client instanceof TalkativeClient)
        return client.rowsOf(name, text, values, query_timeout).catch(noticing)
      const rowMode = arrays ? { rowMode: 'array' } : {}
      return (await ask({ ...(name ? { name } : {}), ...rowMode, text, values, types: pgTypes })).rows
    }
    const fly = async (parts: readonly pg.Query[]) => {
      if (client instanceof TalkativeClient) await client.fly(parts, query_timeout).catch(noticing)
    }
    const gatherTurn = () => client instanceof TalkativeClient && client.gatherTurn()
    try {
      return await work({
        ask,
        run,
        queries: () => queriesOver(run, options.observe),
        fly,
        gatherTurn,
        waited,
        spoil,
      })
    } finally {
      client.release(spoilt)
    }
  }

  /** Milliseconds that whoever waited long for the connection still has for a statement and for a lock. */
  function patienceLeft(waited: number): { statement: number; lock: number } | null {
    if (waited <= 200) return null
    const left = Math.max(least, Math.floor(limit - waited))
    return { statement: left, lock: lockTimeoutOf(left) }
  }

  function begin({ ask, gatherTurn, waited }: Taken): Promise<unknown> {
    gatherTurn()
    const left = patienceLeft(waited)
    const shorter = left
      ? `; set local statement_timeout = ${left.statement}; set local lock_timeout = ${left.lock}`
      : ''
    return ask({ text: `begin${shorter}` })
  }

  async function within<T>(own: Taken, work: (tx: Queries) => Promise<T>): Promise<T> {
    try {
      const [, result] = await Promise.all([begin(own), work(own.queries())])
      await own.ask({ text: 'commit' })
      return result
    } catch (error) {
      // To roll back on a connection that is silent would be to wait once more.
      if (isSilence(error)) throw error
      await own.ask({ text: 'rollback' }).catch(own.spoil)
      throw error
    }
  }

  async function saidAtOnce(own: Taken, work: Work): Promise<void> {
    const parts: pg.Query[] = []
    let hasLeft = false
    const run: Runner = (text, values, { name }) =>
      new Promise((resolve, reject) => {
        // Drizzle's statements are said when they are waited for.
        if (hasLeft) throw lateError()
        const callback = (error: Error | null, result: pg.QueryResult) =>
          error ? reject(error) : resolve(result.rows)
        parts.push(namedQuery(name ?? '', text, values, callback))
      })
    const left = patienceLeft(own.waited)
    const said: Promise<unknown>[] = left
      ? [run(shorten, [`${left.statement}`, `${left.lock}`], { arrays: false })]
      : []
    said.push(...sayAtOnce(queriesOver(run, options.observe), work))
    hasLeft = true
    const flown = own.fly(parts)
    try {
      await Promise.all([...said, flown])
    } finally {
      await Promise.allSettled([...said, flown])
    }
  }

  const atOnce = (work: Work) => taken((own) => saidAtOnce(own, work))

  return {
    runner: ((text, values, shape) => taken(({ run }) => run(text, values, shape))) satisfies Runner,
    query: (config: pg.QueryConfig) =>
      taken(({ ask, spoil }) =>
        ask(config).catch((error) => {
          // A text of several statements may leave a transaction of its own open where it fails.
          spoil()
          throw error
        }),
      ),
    transaction: <T>(work: (tx: Queries) => Promise<T>) => taken((own) => within(own, work)),
    atOnce,
    atOnceWithOthers: gatherTurns(atOnce),
    end: () => pool.end(),
  }
}

function overLite(query: EmbeddedDatabase['client']['query']): Runner {
  return async (text, values, { arrays }) =>
    (await query<unknown>(text, values, { parsers: readers, rowMode: arrays ? 'array' : 'object' })).rows
}

/** A pool of connections to PostgreSQL 15 or newer. */
export function openPostgres(options: PostgresOptions): Database {
  const presence = openPresence(async () => {
    const client = new PrimaryClient({ ...connectionOf(options), query_timeout: 1000 })
    client.on('error', () => {})
    try {
      await client.connectToWrite()
      await client.query('select 1')
    } finally {
      client.end().catch(() => {})
    }
  })
  const pool = openGuardedPool(options, presence)
  const pipeline = openPipeline({
    ...connectionOf(options),
    lines: hotLines,
    patience: limitOf(options),
    presence,
    onError: (error) => options.onError?.(error),
  })
  const listening = openListening({
    ...connectionOf(options),
    query_timeout: patienceOf(options),
    onError: (error) => options.onError?.(error),
  })
  const { observe } = options
  const plain = plainly(observe, async (text, values) => {
    if (values?.length) return (await pool.query({ text, values: [...values] })).rows
    // The driver's types know one result; of several statements it gives a list.
    const results: pg.QueryResult | pg.QueryResult[] = await pool.query({ text })
    return [results].flat().flatMap((result) => result.rows)
  })
  const hot = observed((text, values, { name = '' }) => pipeline.query(name, text, values), observe)
  const { orm, run } = queriesOver(pool.runner, observe)
  return {
    kind: 'postgres',
    orm,
    run: (statement, values) => (statement.hot ? runNamed(hot, statement, values) : run(statement, values)),
    transaction: pool.transaction,
    atOnce: pool.atOnce,
    atOnceWithOthers: pool.atOnceWithOthers,
    script: async (sql) => {
      await pool.query({ text: sql })
    },
    plain,
    listen: listening.listen,
    close: async () => {
      presence.close()
      await Promise.all([pool.end(), pipeline.close(), listening.close()])
    },
  }
}

function plainly(observe: Observe | undefined, plain: PlainSql): PlainSql {
  return observe ? (text, values) => observe(null, text, () => plain(text, values)) : plain
}

/** The embedded database behind the same face. */
export function overEmbedded(embedded: EmbeddedDatabase, observe?: Observe): Database {
  const { client } = embedded
  const transaction = <T>(work: (tx: Queries) => Promise<T>) =>
    client.transaction((tx) =>
      work(
        queriesOver(
          overLite((text, values, options) => tx.query(text, values, options)),
          observe,
        ),
      ),
    )
  const atOnce = async (work: Work) => {
    await transaction((tx) => Promise.all(sayAtOnce(tx, work)))
  }
  return {
    kind: 'embedded',
    ...queriesOver(
      overLite((text, values, options) => client.query(text, values, options)),
      observe,
    ),
    transaction,
    atOnce,
    // One process over a file: a commit costs little, and there is one connection anyway.
    atOnceWithOthers: atOnce,
    script: async (sql) => {
      await client.exec(sql)
    },
    plain: plainly(observe, async (text, values) => {
      if (values?.length) return (await client.query<object>(text, [...values])).rows
      // A transaction in the text becomes one of the client's own: nothing else may come between a failing statement
      // and the roll-back, because there is only one connection.
      const inside = /^\s*begin\s*;([\s\S]*?)commit\s*;?\s*$/i.exec(text)?.[1]
      const results = inside ? await client.transaction((tx) => tx.exec(inside)) : await client.exec(text)
      return results.flatMap((result): object[] => result.rows)
    }),
    listen: async (channel, { onMessage }) => {
      await client.listen(channel, onMessage)
    },
    close: () => embedded.close(),
  }
}
