/**
 * The harness of the failure tests: one temporary PostgreSQL, databases with a small synthetic clinic, and
 * servers that use them.
 */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openPostgres } from '../../../apps/server/src/platform/database/driver.ts'
import {
  startEmbeddedPostgres,
  withEmbeddedPostgres,
} from '../../../apps/server/src/platform/database/embedded-postgres/embedded-postgres.ts'
import { type PostgresServer, startPostgres } from '../../../apps/server/test/postgres.ts'
import { bundleServer } from '../../../scripts/build-steps/bundle-server.ts'
import { type ClinicSize, fillClinic } from '../../bench/clinic.ts'
import { root, runProgram, type ServerProcess, startServer } from './server-process.ts'

/**
 * The size of the synthetic clinic in each database. The first patients have a session; the accounts have a
 * password and no session.
 */
export const clinic: ClinicSize = { people: 600, sessions: 600, accounts: 150 }

export type Clinic = {
  readonly url: string
  readonly ask: <Row extends object>(sql: string, values?: readonly unknown[]) => Promise<Row[]>
}

export type LaterVersion = {
  /** The address of its program. */
  readonly entry: string
  /** Runs it until it ends or the signal kills it. */
  readonly run: (environment: Readonly<Record<string, string>>, signal: AbortSignal) => Promise<unknown>
}

export type Harness = {
  readonly postgres: PostgresServer
  /** Creates an empty folder for this failure test. */
  readonly folder: () => string
  /** Creates a database that contains {@link clinic}. */
  readonly clinic: () => Promise<Clinic>
  /** Creates an empty database. */
  readonly emptyDatabase: () => Promise<Clinic>
  /**
   * Creates a `DATA_DIR` whose embedded database contains {@link clinic}. `ask` works whether or not a server
   * is running.
   */
  readonly embedded: () => Promise<Clinic & { readonly dataDir: string }>
  /**
   * Starts a server, with the embedded database if no `DATABASE_URL` is given. The server is killed when the
   * failure test ends.
   */
  readonly server: (
    environment: Readonly<Record<string, string>>,
    options?: { port?: number; before?: readonly string[]; entry?: string },
  ) => Promise<ServerProcess>
  /** Makes a server of a later version, which has further migrations. */
  readonly laterVersion: (migrations: string) => LaterVersion
  /** Runs a command that is bundled next to the server, until it ends or the signal kills it. */
  readonly command: (
    name: string,
    args: readonly string[],
    environment: Readonly<Record<string, string>>,
    signal?: AbortSignal,
  ) => Promise<{ code: number | null; said: string }>
  /** Multiplies the usual amount of data in those failure tests whose result depends on it. */
  readonly scale: number
  /** Registers a clean-up function. All of them run when the failure test ends, the last one first. */
  readonly afterwards: (end: () => unknown) => void
}

/** The `SECRET_KEY` of every server in the failure tests. */
export const harnessSecret = 'x'.repeat(48)

const usual = {
  SECRET_KEY: harnessSecret,
  DEMO: 'false',
  STAFF_SECOND_FACTOR: 'offered',
  LOG_LEVEL: 'error',
  TRUST_PROXY: '127.0.0.1',
  LIMITS_FACTOR: '100000',
}

const template = 'drill_template'

export async function openHarness({ scale = 1 } = {}) {
  // The folder belongs to this process: two runs at the same time would overwrite each other’s servers.
  const built = join(root, '.cache/failure-tests', String(process.pid))
  await bundleServer(root, built)
  const postgres = await startPostgres()
  const scratch = mkdtempSync(join(tmpdir(), 'mi-portal-failure-'))
  // PostgreSQL's user must be able to pass through it when root runs the tests.
  chmodSync(scratch, 0o711)
  const admin = async (sql: string) => {
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    await client.query(sql).finally(() => client.end())
  }
  const urlOf = (name: string) => postgres.url.replace(/\/postgres$/, `/${name}`)
  await admin(`create database ${template}`)
  const owner = openPostgres({ url: urlOf(template), connections: 2, role: null, statementTimeout: 600_000 })
  await fillClinic(owner, clinic, join(root, 'apps/server/migrations'))
  await owner.script(calendars)
  await owner.close()

  async function openClinic(ends: (() => unknown)[], from = template): Promise<Clinic> {
    const name = `drill_${randomBytes(5).toString('hex')}`
    await admin(`create database ${name} template ${from}`)
    const url = urlOf(name)
    const pool = new pg.Pool({ connectionString: url, max: 3 })
    pool.on('error', () => {})
    ends.push(async () => {
      await pool.end()
      await admin(`drop database ${name} with (force)`)
    })
    return {
      url,
      ask: async (sql, values = []) => (await pool.query(sql, [...values])).rows,
    }
  }

  /**
   * The data folder of an embedded database with {@link clinic}. It is made once and copied for each failure
   * test.
   */
  let made: Promise<string> | undefined
  async function makeEmbedded(): Promise<string> {
    const folder = mkdtempSync(join(scratch, 'embedded'))
    const embedded = await startEmbeddedPostgres(folder)
    try {
      const database = openPostgres({
        url: embedded.url,
        connections: 2,
        role: null,
        statementTimeout: 600_000,
      })
      await fillClinic(database, clinic, join(root, 'apps/server/migrations'))
      await database.script(calendars)
      await database.close()
    } finally {
      await embedded.stop()
    }
    return folder
  }
  async function openEmbeddedClinic(folder: string): Promise<Clinic & { dataDir: string }> {
    made ??= makeEmbedded()
    // `cp -a` keeps the owner of the files. PostgreSQL does not run as root.
    execFileSync('cp', ['-a', `${await made}/.`, folder])
    return {
      url: '',
      dataDir: folder,
      ask: (sql, values = []) =>
        withEmbeddedPostgres(folder, async (connectionString) => {
          const client = new pg.Client({ connectionString })
          await client.connect()
          return (await client.query(sql, [...values]).finally(() => client.end())).rows
        }),
    }
  }

  return {
    /** Runs a failure test, and afterwards stops everything that it started. */
    during: async <T>(runTest: (harness: Harness) => Promise<T>): Promise<T> => {
      const ends: (() => unknown)[] = []
      const folder = () => mkdtempSync(join(scratch, 'a'))
      try {
        return await runTest({
          postgres,
          folder,
          clinic: () => openClinic(ends),
          emptyDatabase: () => openClinic(ends, 'template0'),
          command: (name, args, environment, signal) =>
            runProgram(
              join(built, 'server/portal.mjs'),
              [name, ...args],
              { ...usual, DATA_DIR: folder(), ...environment },
              signal,
            ),
          laterVersion: (migrations) => {
            const folder = `${built}-later`
            ends.push(() => rmSync(folder, { recursive: true, force: true }))
            cpSync(built, folder, { recursive: true })
            cpSync(migrations, join(folder, 'server/migrations'), { recursive: true })
            const entry = join(folder, 'server/main.mjs')
            const run: LaterVersion['run'] = (environment, signal) =>
              runProgram(entry, [], { ...usual, DATA_DIR: scratch, ...environment }, signal)
            return { entry, run }
          },
          scale,
          embedded: () => openEmbeddedClinic(folder()),
          server: async (environment, options = {}) => {
            const server = await startServer({
              entry: join(built, 'server/main.mjs'),
              environment: { ...usual, DATA_DIR: folder(), ...environment },
              ...options,
            })
            ends.push(() => server.end('SIGKILL'))
            return server
          },
          afterwards: (end) => ends.push(end),
        })
      } finally {
        for (const end of ends.reverse()) await end()
      }
    },
    close: async () => {
      await postgres.stop()
      rmSync(scratch, { recursive: true, force: true })
      rmSync(built, { recursive: true, force: true })
    },
  }
}

// Creates free slots 100 days ahead. They do not overlap with the appointments of the patients in the clinic.
const calendars = `
  insert into professionals (rut, name)
    select '2' || lpad(n::text, 7, '0') || '5', 'Dra. Antonia Sepúlveda ' || n from generate_series(1, 40) n;
  insert into professional_specialties (professional_id, specialty_code)
    select p.id, s.code from professionals p,
      lateral (select code from services where kind = 'consultation' order by code offset p.id % 20 limit 1) s;
  insert into slots (professional_id, office_id, service_code, starts_at, ends_at, modality, room)
    select s.professional_id, (select min(id) from offices), s.specialty_code, t.starts, t.starts + interval '20 minutes',
      'presencial', 'sala ' || s.professional_id
    from professional_specialties s, generate_series(0, 39) d, generate_series(0, 9) i,
      lateral (select date_trunc('day', now()) + make_interval(days => 100 + d, hours => 12, mins => i * 20) as starts) t;
  analyze`
