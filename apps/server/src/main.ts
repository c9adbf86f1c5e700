/** Starts the server: configuration, migrations, catalogues, perhaps the demonstration data, and listening. */

import { once } from 'node:events'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findClockChanges, santiago, showDay } from '@mi-portal/contract/values/dates'
import { fillCatalogues } from '../seed/catalogues.ts'
import type { DemonstrationAccount } from '../seed/demonstration/open.ts'
import { openCheckedFiles } from './adapters/choose.ts'
import { createApp } from './app.ts'
import { describePages } from './modules/clinic/page-settings.ts'
import { openPublishedClinic } from './modules/clinic/published-clinic.ts'
import { hasRegistry } from './modules/identity/identity.sql.ts'
import { emptyRegistry, findStartErrors, needsRegistry } from './modules/installation/list-missing.ts'
import type { SetupAddress } from './modules/setup/create-first-admin.ts'
import { type Clock, startClock } from './platform/clock.ts'
import { type Config, readConfig, readDataDir } from './platform/config/config.ts'
import { ConfigError } from './platform/config/reader.ts'
import type { Database } from './platform/database/database.ts'
import { isMigrated, type Migration, readMigrations } from './platform/database/migrate.ts'
import { askUnmigrated, openDatabase } from './platform/database/open.ts'
import { endOnUncaughtErrors, explainFatalError, reportFatalError } from './platform/errors/fatal-error.ts'
import { installed, migrationsFolder } from './platform/installed.ts'
import { createLogger, describeError } from './platform/logger.ts'
import type { Metrics } from './platform/metrics.ts'
import { observeStatements } from './platform/observability/statements.ts'
import type { Tracing } from './platform/observability/tracing.ts'
import { asJob } from './platform/observability/work.ts'
import type { Queue } from './platform/queue/queue.ts'
import { createPasswords } from './platform/security/passwords.ts'
import { productVersion } from './platform/version.ts'
import { wire } from './wiring.ts'

/** The first year of which pages show timestamps without a formatter of their own (`rememberClockChanges`). */
const firstYearOfClocks = 2015

function browserConfig(config: Config, clock: Clock): object {
  return {
    clockChanges: findClockChanges(firstYearOfClocks, clock.now().getUTCFullYear() + 2),
    version: productVersion,
    demo: config.demo,
    demoPublic: config.demoPublic,
    ages: config.ages,
    identityWindow: config.identityWindow,
    reservationUrl: config.schedulingWebUrl,
    calendarsElsewhere: config.scheduling.service === null ? null : (config.scheduling.name ?? ''),
  }
}

function announce(config: Config, product: string, accounts: readonly DemonstrationAccount[]): void {
  const lines = [`${product} ${productVersion} — ${config.publicUrl}`]
  if (config.databaseUrl === undefined) lines.push(`Datos: ${config.dataDir}`)
  if (config.demo) {
    lines.push('', 'Clínica de demostración: personas inventadas', '')
    for (const { document, who, rol, password } of accounts) {
      const shownPassword = password === null ? '' : `  ${password}`
      lines.push(
        `  ${document.padEnd(20)} ${who}${rol === 'STANDART_ROLE' ? '' : ' (/admin)'}${shownPassword}`,
      )
    }
    if (accounts.some(({ password }) => password === null))
      lines.push('', 'Las contraseñas se mostraron una sola vez, cuando se llenó la demostración.')
    if (!config.demoPublic) lines.push('', `Correos: ${config.publicUrl}/dev/correo`)
  }
  process.stdout.write(`${lines.join('\n')}\n`)
}

/**
 * Prints the address with which the operator creates the first super administrator. Without a terminal the output is usually a log that
 * others read too: then the address goes to a file that only this user may read, and its path is printed.
 */
async function announceSetup(setup: SetupAddress | null, folder: string): Promise<void> {
  const file = join(folder, 'configurar.txt')
  if (setup === null) return rm(file, { force: true })
  const { day, time } = santiago(setup.expiresAt)
  const isTerminal = process.stdout.isTTY
  if (!isTerminal) {
    await mkdir(folder, { recursive: true })
    await writeFile(file, `${setup.address}\n`, { mode: 0o600 })
  }
  const lines = [
    '',
    `Este portal todavía no tiene un superadministrador. Créalo en ${isTerminal ? 'esta dirección' : 'la dirección que está en este archivo'}:`,
    '',
    `  ${isTerminal ? setup.address : file}`,
    '',
    `La dirección sirve una sola vez, hasta el ${showDay(day)} a las ${time} (Chile continental) o hasta el próximo inicio de un servidor.`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** Stops the start with one line for each setting that is unsafe for a portal that patients use. */
async function requireSafeStart(config: Config): Promise<void> {
  const errors = findStartErrors(config)
  const asks = needsRegistry(config)
  if (asks && !(await askUnmigrated(config, hasRegistry))) errors.push(emptyRegistry)
  if (errors.length > 0) throw new ConfigError(errors.join('\n'))
}

/** Fails at once if the server could not listen in the end, as when the port is in use. */
async function requireFreePort({ host, port }: Config): Promise<void> {
  const probe = createServer().listen({ host, port })
  await once(probe, 'listening')
  probe.close()
  await once(probe, 'close')
}

/** Returns why the database cannot be used for requests; null if it can. */
async function databaseTrouble(db: Database, migrations: readonly Migration[]): Promise<string | null> {
  if (db.state().isFailing) return 'most statements of the last seconds failed'
  return (await isMigrated(db, migrations)) ? null : 'the database lacks migrations of this version'
}

function jobsState(jobs: Queue | undefined): 'starting' | 'running' | 'not running' {
  const isReadable = jobs?.isReadable() ?? null
  if (isReadable === null) return 'starting'
  return isReadable ? 'running' : 'not running'
}

function scannerState(isReachable: boolean | null): string {
  if (isReachable === null) return 'none'
  return isReachable ? 'reachable' : 'not reachable'
}

async function openMetrics(): Promise<Metrics> {
  const { createMetrics } = await import('./platform/metrics.ts')
  return createMetrics()
}

/** Starts the tracing. Its library is loaded only if a collector is configured. */
async function startTracing(to: NonNullable<Config['tracing']>): Promise<Tracing> {
  const { openTracing } = await import('./platform/observability/tracing.ts')
  return openTracing(to)
}

async function start(): Promise<void> {
  // Other users of the machine cannot read the files that this process writes.
  process.umask(0o077)
  const config = readConfig()
  endOnUncaughtErrors(config.dataDir)
  await requireFreePort(config)
  await requireSafeStart(config)
  const logger = createLogger(config.logLevel)
  const clock = startClock(config.demoNow)
  const metrics = config.metrics ? await openMetrics() : null
  const tracing = config.tracing ? await startTracing(config.tracing) : null
  const observe = observeStatements({ slowMs: config.slowStatementMs, logger, tracing })
  const migrations = readMigrations(migrationsFolder())
  const db = await openDatabase(config, migrations, logger, observe)
  await fillCatalogues(db, {
    isDemonstration: config.demo,
    demonstrationClinic: config.demoClinic,
    clock,
  })
  const clinic = await openPublishedClinic({ db, logger, isDemonstration: config.demo })

  const passwords = createPasswords()
  const files = await openCheckedFiles(config)
  const {
    admission,
    uploads,
    notices,
    routes,
    jobs,
    queues,
    scanning,
    publishLegalTexts,
    findWarnings,
    issueSetupAddress,
    judgeStoredResults,
    publicClinic,
  } = wire({
    config,
    db,
    clinic,
    clock,
    logger,
    passwords,
    files,
    metrics,
  })
  await judgeStoredResults()
  await publishLegalTexts()
  const demonstration = config.demo
    ? await (await import('../seed/demonstration/open.ts')).openDemonstration(db, config, logger)
    : { accounts: [], jobs: [] }

  let periodic: Queue | undefined
  let forBrowser: object | undefined
  const app = await createApp({
    admission,
    uploads,
    publishedRevision: clinic.revision,
    logger,
    metrics,
    tracing,
    clock,
    health: {
      version: productVersion,
      trouble: () => databaseTrouble(db, migrations),
      detail: async () => {
        const [files, isReachable, warnings] = await Promise.all([
          scanning.counts(),
          scanning.isReachable(),
          findWarnings(),
        ])
        return {
          jobs: jobsState(periodic),
          database: db.state(),
          files,
          scanner: scannerState(isReachable),
          warnings: warnings.map(({ message }) => message),
        }
      },
    },
    notices,
    routes,
    settings: {
      product: () => clinic.current().clinic.product,
      security: { email: () => clinic.current().clinic.support.email, publicUrl: config.publicUrl },
      secrets: config.secrets,
      trustProxy: config.trustProxy,
      metricsToken: config.metricsToken,
      callsPerMinute: (config.ownLimits.get('calls') ?? 300) * config.limitsFactor,
      webFolder: installed('../web', '../../dist/web'),
      pages: {
        revision: clinic.revision,
        settings: () => {
          forBrowser ??= browserConfig(config, clock)
          return describePages(publicClinic(), forBrowser)
        },
      },
    },
  })

  let closing = false
  const close = async (signal: string) => {
    if (closing) return
    closing = true
    logger.info({ signal }, 'closing')
    // Work in progress has ten seconds to end; then the process exits.
    setTimeout(() => process.exit(1), 10_000).unref()
    // All parts stop at the same time. Otherwise slow requests could use up the time before the other parts begin to stop.
    await Promise.all([app.close(), ...queues.map((queue) => queue.stop()), periodic?.stop()])
    await db.close()
    await tracing?.close()
    process.exit(0)
  }
  process.on('SIGTERM', close)
  process.on('SIGINT', close)

  db.limitStatements()
  await app.listen({ host: config.host, port: config.port })
  logger.info(
    {
      version: productVersion,
      node: process.versions.node,
      database: config.databaseUrl === undefined ? 'embedded' : 'external',
    },
    'started',
  )
  for (const { code, message } of await findWarnings())
    logger.warn({ warning: code, remedy: message }, 'installation warning')
  const setupAddress = await issueSetupAddress()
  announce(config, clinic.current().clinic.product, demonstration.accounts)
  await announceSetup(setupAddress, config.dataDir).catch((error: unknown) =>
    logger.warn(
      describeError(error),
      'the setup address could not be written to DATA_DIR: create the first super administrator with admin:create',
    ),
  )
  await scanning
    .releaseUnscanned()
    .catch((error: unknown) =>
      logger.warn(describeError(error), 'files that waited for a scanner could not be released'),
    )
  for (const queue of queues) queue.start()
  // Their parser of times is loaded once the server answers.
  const { createJobs } = await import('./platform/jobs.ts')
  const started = createJobs([...jobs, ...demonstration.jobs], {
    db,
    clock,
    logger,
    as: asJob(tracing),
    onRun: ({ name, outcome, seconds }) => metrics?.job(name, outcome, seconds),
  })
  metrics?.watchJobs(() => started.isReadable() === true)
  started.start()
  periodic = started
}

/** Milliseconds in which the embedded PostgreSQL, if it ended, is noticed. It then gives the reason. */
const exitNoticeTime = 500

start().catch(async (error: unknown) => {
  if (explainFatalError(error) === null) await wait(exitNoticeTime)
  reportFatalError(error, findDataDir())
  process.exit(1)
})

/** Returns the data folder; null if the configuration names none that can be used. */
function findDataDir(): string | null {
  try {
    return readDataDir()
  } catch {
    return null
  }
}
