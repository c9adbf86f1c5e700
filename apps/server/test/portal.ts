/** A whole portal for a test: its own database, a clock that the test moves, and callers in any role. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Call, createClient, type Transport } from '@mi-portal/contract/calls/client'
import type { ClinicPackage } from '@mi-portal/contract/clinic/clinic-package'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { onTestFinished } from 'vitest'
import { createSealedFiles } from '../src/adapters/files/sealed.ts'
import type { ImageTimeouts } from '../src/adapters/image-archive/archive-client.ts'
import { createApp } from '../src/app.ts'
import { describePages } from '../src/modules/clinic/page-settings.ts'
import { openPublishedClinic } from '../src/modules/clinic/published-clinic.ts'
import { type Config, readConfig } from '../src/platform/config/config.ts'
import type { Database } from '../src/platform/database/database.ts'
import type { Health } from '../src/platform/http/health.ts'
import { createLogger } from '../src/platform/logger.ts'
import { createMetrics } from '../src/platform/metrics.ts'
import type { Tracing } from '../src/platform/observability/tracing.ts'
import type { Passwords } from '../src/platform/security/passwords.ts'
import { hashToken, newToken } from '../src/platform/security/tokens.ts'
import { productVersion } from '../src/platform/version.ts'
import type { PublishedClinic } from '../src/ports/clinic.ts'
import type { FileScanner } from '../src/ports/file-scanner.ts'
import type { PictureSource } from '../src/ports/files.ts'
import { wire } from '../src/wiring.ts'
import { insertRow, letAsk, type TestDatabase } from './ask.ts'
import { buildPerson, type PersonOverrides } from './build.ts'
import { publishClinic } from './clinic/packages.ts'
import { openEmptyTestDatabase, openTestDatabase, type TestDatabaseOptions } from './database.ts'
import { type InspectedFiles, memoryFiles } from './files/memory-files.ts'
import { passwords } from './security/passwords.ts'

/** The clock of a test stands at noon in Santiago, on Thursday 26 November 2026, until the test moves it. */
export function testClock(start = '2026-11-26T15:00:00Z') {
  let time = Date.parse(start)
  return {
    now: () => new Date(time),
    set: (moment: string) => {
      time = Date.parse(moment)
    },
    advance: (part: { days?: number; hours?: number; minutes?: number; seconds?: number }) => {
      const hours = (part.days ?? 0) * 24 + (part.hours ?? 0)
      time += ((hours * 60 + (part.minutes ?? 0)) * 60 + (part.seconds ?? 0)) * 1000
    },
  }
}

type TestClock = ReturnType<typeof testClock>

/** Calls an app without a socket, through the contract's own client. */
function injectTransport(
  app: FastifyInstance,
  token?: string,
  ip = '127.0.0.1',
  always: Readonly<Record<string, string>> = {},
): Transport {
  return async (request) => {
    const options: InjectOptions = {
      method: request.method as 'GET',
      url: request.url,
      headers: { ...(token ? { 'x-token': token } : {}), ...always, ...request.headers },
      remoteAddress: ip,
    }
    if (request.body !== undefined) options.payload = request.body
    const answer = await app.inject(options)
    const isJson = String(answer.headers['content-type'] ?? '').includes('json')
    return {
      status: answer.statusCode,
      header: (name) => {
        const value = answer.headers[name]
        return value === undefined ? null : String(value)
      },
      json: isJson && answer.body !== '' ? answer.json() : undefined,
    }
  }
}

/** A secret for tests only. Nothing outside a test is signed with it. */
export const testSecret = 'x'.repeat(48)

export type PortalOptions = {
  readonly clock?: TestClock
  readonly environment?: Record<string, string>
  readonly callsPerMinute?: number
  readonly passwords?: Passwords
  /** Milliseconds between two heartbeats of open streams. */
  readonly heartbeatMs?: number
  readonly log?: string[]
  /** Timeouts for an external archive. */
  readonly archiveTimeouts?: { readonly attempt: number; readonly pause: number; readonly rest: number }
  /** Timeouts for an external civil registry. */
  readonly registryTimeouts?: { readonly attempt: number; readonly rest: number }
  /** Timeouts for an image archive. */
  readonly imageTimeouts?: Partial<ImageTimeouts>
  /** The file store; in memory if absent. */
  readonly files?: InspectedFiles
  /** The scanner of uploaded files; the one of `SCANNER_URL` if absent. */
  readonly scanner?: FileScanner | undefined
  /** Returns the free disk space that the portal sees, in bytes. */
  readonly freeSpace?: () => Promise<number>
  readonly tracing?: Tracing
  /** The checks of `/health/ready`. */
  readonly health?: Partial<Health>
  /** Timeouts for a message gateway. */
  readonly gatewayTimeouts?: { readonly attempt: number; readonly pause: number; readonly rest: number }
  /** Fetches pictures of other sites, instead of the internet. */
  readonly pictureSource?: PictureSource
  /** The origin of the test's push service. */
  readonly pushOrigin?: string
  /** The folder of the built web application; not served if absent. */
  readonly webFolder?: string
  /** The configuration that is sent to the browser. */
  readonly webConfig?: object
  /** Whether clinical content is shown only after its approval, as outside the demonstration. */
  readonly needsApproval?: boolean
  /** Parts of the clinic package that differ from those of the database; they are published before the start. */
  readonly parts?: Partial<ClinicPackage>
  /** The published clinic; the one of the database if absent. */
  readonly clinic?: PublishedClinic
  /** Limits of the database's connections and statements. */
  readonly limits?: TestDatabaseOptions['limits']
  /** Adds routes of the test to the portal's. */
  readonly alsoMount?: (app: FastifyInstance) => void
}

/** Starts a portal with its own database. Both are closed when the test ends. */
export async function startPortal(options: PortalOptions = {}) {
  return startPortalOn(await openTestDatabase({ limits: options.limits }), options)
}

/** Starts a portal in a database without a clinic. Both are closed when the test ends. */
export async function startEmptyPortal(options: PortalOptions = {}) {
  return startPortalOn(await openEmptyTestDatabase(), options)
}

async function startPortalOn(db: TestDatabase, options: PortalOptions) {
  const portal = await openPortal(db, options.clock ?? testClock(), options)
  onTestFinished(async () => {
    await portal.app.close()
    await db.close()
  })
  return portal
}

/** Starts a server on a database that is already open. Two calls with one database give a pair of servers. */
export async function openPortal(opened: Database, clock: TestClock, options: PortalOptions = {}) {
  const db = letAsk(opened)
  const config: Config = readConfig({
    SECRET_KEY: testSecret,
    // Choosing a folder for root starts a process, which takes a tenth of a portal's time.
    DATA_DIR: './data',
    DEMO: 'false',
    STAFF_SECOND_FACTOR: 'offered',
    ...options.environment,
  })
  const lines = options.log
  const logger = lines ? createLogger('debug', { write: (line) => lines.push(line) }) : createLogger('silent')
  // A second server on the same file store encrypts with its own sealer.
  const stored = options.files?.stored ?? options.files ?? memoryFiles()
  const files = { ...createSealedFiles(stored, config.secrets), keys: stored.keys, stored }
  const metrics = config.metrics ? createMetrics() : null
  if (options.parts) await publishClinic(db, options.parts)
  const clinic =
    options.clinic ?? (await openPublishedClinic({ db, logger, isDemonstration: !options.needsApproval }))
  const {
    admission,
    uploads,
    notices,
    routes,
    jobs,
    ctx,
    findWarnings,
    issueSetupAddress,
    queues,
    scanning,
    judgeStoredResults,
    publicClinic,
  } = wire({
    config,
    db,
    clinic,
    clock,
    passwords: options.passwords ?? passwords,
    logger,
    files,
    metrics,
    heartbeatMs: options.heartbeatMs,
    archiveTimeouts: options.archiveTimeouts,
    registryTimeouts: options.registryTimeouts,
    imageTimeouts: options.imageTimeouts,
    gatewayTimeouts: options.gatewayTimeouts,
    pushOrigin: options.pushOrigin,
    pictureSource: options.pictureSource,
    ...(options.scanner ? { scanner: options.scanner } : {}),
    freeSpace: options.freeSpace ?? (async () => 1e12),
  })
  const app = await createApp({
    admission,
    uploads,
    publishedRevision: clinic.revision,
    logger,
    metrics,
    tracing: options.tracing ?? null,
    clock,
    health: {
      version: productVersion,
      trouble: async () => null,
      detail: async () => ({}),
      ...options.health,
    },
    notices,
    routes: (own) => {
      routes(own)
      options.alsoMount?.(own)
    },
    settings: {
      product: () => clinic.current().clinic.product,
      security: { email: () => clinic.current().clinic.support.email, publicUrl: config.publicUrl },
      secrets: config.secrets,
      trustProxy: config.trustProxy,
      metricsToken: config.metricsToken,
      callsPerMinute: options.callsPerMinute ?? 100_000,
      webFolder: options.webFolder ?? '/nonexistent',
      noticesTimeout: 30_000,
      pages: {
        revision: clinic.revision,
        settings: () => describePages(publicClinic(), options.webConfig ?? {}),
      },
    },
  })
  await app.ready()

  /** Creates a session for a person without a password. */
  async function sessionOf(personId: number, session: { temporaryKey?: boolean } = {}): Promise<string> {
    const token = newToken()
    const now = clock.now()
    await db.ask(
      `update sessions set ended_at = now(), ended_by = 'signed-out' where person_id = $1 and ended_at is null`,
      [personId],
    )
    await insertRow(db, 'sessions', {
      person_id: personId,
      token_hash: hashToken(token),
      temporary_key: session.temporaryKey ?? false,
      idle_minutes: 30,
      created_at: now,
      last_used_at: now,
      expires_at: new Date(now.getTime() + 12 * 3_600_000),
    })
    return token
  }

  const findQueue = (name: string) => queues.find((queue) => queue.name === name)

  /** Processes the next entry of a queue. Returns false if there is none, or no such queue. */
  const processNext = async (name: string): Promise<boolean> =>
    (await findQueue(name)?.processNext()) ?? false

  const caller = (token?: string, ip?: string, always?: Readonly<Record<string, string>>): Call =>
    createClient(injectTransport(app, token, ip, always))

  return {
    app,
    db,
    clock,
    config,
    clinic,
    files,
    ctx,
    judgeStoredResults,
    findWarnings,
    issueSetupAddress,
    sessionOf,
    /** Returns a caller with this token, or without one. Further headers go with every call. */
    caller,
    /** Returns a caller signed in as this person. */
    as: async (person: { id: number }, session?: { temporaryKey?: boolean }) =>
      caller(await sessionOf(person.id, session)),
    anonymous: caller(),
    /** Fetches a file, or what else is no call of the contract, as this person. */
    fetchAs: async (person: { id: number }, url = '/none') =>
      app.inject({ url, headers: { 'x-token': await sessionOf(person.id) } }),
    person: (overrides?: PersonOverrides) => buildPerson(db, overrides),
    /** Sends the messages in the outbox to `SMTP_URL`, until the test ends. */
    sendMails: () => {
      findQueue('outbox')?.start()
      onTestFinished(() => findQueue('outbox')?.stop())
    },
    /** Creates the data export that has waited longest. Returns false without one. */
    makeCopy: () => processNext('exports'),
    processNext,
    /** Processes everything that is due in a queue. */
    runQueue: async (name: string) => {
      while (await processNext(name));
    },
    scanning,
    /** Runs a periodic job as if it were due. */
    runJob: async (name: string): Promise<object> => {
      const job = jobs.find((one) => one.name === name)
      if (!job) throw new Error(`there is no job ${name}`)
      return job.run()
    },
  }
}

/** Starts a further server on an open database. The server is closed when the test ends. */
export async function startServer(db: Database, clock: TestClock, options: PortalOptions = {}) {
  const server = await openPortal(db, clock, options)
  onTestFinished(() => server.app.close())
  return server
}

export type Portal = Awaited<ReturnType<typeof openPortal>>

/** Returns the text of a file, given its path from the project's root. */
export function projectFile(path: string): string {
  return readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8')
}
