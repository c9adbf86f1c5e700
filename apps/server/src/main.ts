/** Starts the server: configuration, database, migrations, catalogues, the demonstration where asked for, and listening. */
import { setTimeout as wait } from 'node:timers/promises'
import { loadCatalogues } from '../seed/catalogues.ts'
import type { DemonstrationParts } from '../seed/demonstration/fill.ts'
import { createApp } from './app.ts'
import { systemClock } from './platform/clock.ts'
import { type Config, ConfigError, readConfig } from './platform/config.ts'
import { FolderError } from './platform/database/embedded/folder-errors.ts'
import { isMigrated, readMigrations } from './platform/database/migrate.ts'
import { asOwner, openDatabase, prepareJobs } from './platform/database/open.ts'
import { upkeepJob } from './platform/database/upkeep.ts'
import { installed, migrationsFolder } from './platform/installed.ts'
import type { Jobs, JobsParts, PeriodicJob } from './platform/jobs.ts'
import { createLogger, describeError } from './platform/logger.ts'
import type { Metrics } from './platform/metrics.ts'
import { observeStatements } from './platform/observability/statements.ts'
import type { Tracing } from './platform/observability/tracing.ts'
import { asJob } from './platform/observability/work.ts'
import { createPasswords, type Passwords } from './platform/security/passwords.ts'
import { passportSealer } from './platform/security/seal.ts'
import { openFiles, wire } from './wiring.ts'

/** What the browser may know of the configuration. */
function browserConfig(config: Config): object {
  return {
    product: config.product,
    brand: config.brand,
    supportEmail: config.supportEmail,
    supportPhone: config.supportPhone,
    demo: config.demo,
    ages: config.ages,
    identityCheck: config.identityCheck,
    identityWindow: config.identityWindow,
    reservationUrl: config.schedulingWebUrl,
    calendarsElsewhere: config.scheduling.url === undefined ? null : (config.scheduling.name ?? ''),
  }
}

/** What whoever started the server wants to know. */
function announce(config: Config, accounts: readonly { document: string; who: string; rol: string }[]): void {
  const demonstration = config.demo
    ? [
        '',
        'Clínica de demostración: personas inventadas, contraseña Portal2026',
        ...accounts.map(
          ({ document, who, rol }) =>
            `  ${document.padEnd(20)} ${who}${rol === 'STANDART_ROLE' ? '' : ' (/admin)'}`,
        ),
        '',
        `Correos: ${config.publicUrl}/dev/correo`,
      ]
    : []
  process.stdout.write(`${[`${config.product} — ${config.publicUrl}`, ...demonstration].join('\n')}\n`)
}

/** Fills the demonstration clinic; gives back who lives there and what keeps it fresh. Loaded only where it is asked for. */
async function openDemonstration(parts: DemonstrationParts & { hashPassword: Passwords['hash'] }) {
  const [{ fillDemonstration }, { freshenDemonstration }, { demonstrationAccounts }] = await Promise.all([
    import('../seed/demonstration/fill.ts'),
    import('../seed/demonstration/freshen.ts'),
    import('../seed/demonstration/accounts.ts'),
  ])
  const filled = await fillDemonstration(parts)
  // PostgreSQL comes to it by itself.
  if (filled && parts.db.kind === 'embedded') await parts.db.script('analyze')
  const freshen: PeriodicJob = {
    name: 'demonstration.freshen',
    cron: '7 * * * *',
    run: async () => {
      const { hours, exams } = await freshenDemonstration(parts)
      return { hours, exams: exams.length }
    },
  }
  return { accounts: demonstrationAccounts, jobs: [freshen] }
}

/** Milliseconds in which those who waited for the server come first. */
const beforeJobs = 1_000

/** Nobody waits for jobs: their library is loaded, and its tables are made, once the server answers. */
async function startJobs(config: Config, parts: JobsParts, jobs: readonly PeriodicJob[]): Promise<Jobs> {
  const { createJobs } = await import('./platform/jobs.ts')
  if (config.migrationDatabaseUrl !== undefined) await asOwner(config.migrationDatabaseUrl, prepareJobs)
  const periodic = createJobs(parts)
  periodic.every(...jobs)
  await periodic.start()
  return periodic
}

/** Counting takes a library that is loaded only where somebody watches. */
async function openMetrics(): Promise<Metrics> {
  const { createMetrics } = await import('./platform/metrics.ts')
  return createMetrics()
}

/** Nobody pays for tracing who has no collector. */
async function startTracing(to: NonNullable<Config['tracing']>): Promise<Tracing> {
  const { openTracing } = await import('./platform/observability/tracing.ts')
  return openTracing(to)
}

async function start(): Promise<void> {
  const config = readConfig()
  const logger = createLogger(config.logLevel)
  const clock = systemClock
  const metrics = config.metrics ? await openMetrics() : null
  const tracing = config.tracing ? await startTracing(config.tracing) : null
  const observe = observeStatements({ slowMs: config.slowStatementMs, logger, tracing })
  const migrations = readMigrations(migrationsFolder())
  const db = await openDatabase(config, migrations, logger, observe)
  await loadCatalogues(db)

  const passwords = createPasswords()
  const files = await openFiles(config)
  const { brand } = config
  const { admission, uploads, notices, routes, jobs, delivery, inbox, maker, legal } = wire({
    config,
    db,
    clock,
    logger,
    passwords,
    files,
    metrics,
  })
  await legal.settle()
  const demonstration = config.demo
    ? await openDemonstration({
        db,
        files,
        clock,
        brand,
        sealer: passportSealer(config.secrets),
        hashPassword: passwords.hash,
      })
    : { accounts: [], jobs: [] }

  const app = await createApp({
    admission,
    uploads,
    logger,
    metrics,
    tracing,
    clock,
    isReady: () => isMigrated(db, migrations),
    notices,
    routes,
    settings: {
      product: config.product,
      trustProxy: config.trustProxy,
      callsPerMinute: (config.ownLimits.get('calls') ?? 300) * config.limitsFactor,
      webFolder: installed('../web', '../../dist/web'),
      web: { title: config.product, config: browserConfig(config) },
    },
  })

  let closing = false
  const stopping = new AbortController()
  let periodic: Promise<Jobs | null> | undefined
  const close = async (signal: string) => {
    if (closing) return
    closing = true
    stopping.abort()
    logger.info({ signal }, 'closing')
    // What is under way gets ten seconds; then the process ends all the same.
    setTimeout(() => process.exit(1), 10_000).unref()
    // All at once: what runs beside would else begin to end when calls that came slowly have used up the time.
    await Promise.all([
      app.close(),
      inbox.stop(),
      maker.stop(),
      delivery?.stop(),
      periodic?.then((started) => started?.stop()),
    ])
    await db.close()
    await tracing?.close()
    process.exit(0)
  }
  process.on('SIGTERM', close)
  process.on('SIGINT', close)

  await app.listen({ host: config.host, port: config.port })
  announce(config, demonstration.accounts)
  delivery?.start()
  maker.start()
  // Without the folder nothing can be handed over; everything else works.
  await inbox.start().catch((error: unknown) => logger.warn(describeError(error), 'archive inbox'))
  const parts: JobsParts = {
    sql: db.plain,
    clock,
    logger,
    as: asJob(tracing),
    onRun: ({ name, outcome, seconds }) => metrics?.job(name, outcome, seconds),
  }
  const every = [...jobs, ...demonstration.jobs, ...(db.kind === 'embedded' ? [upkeepJob(db)] : [])]
  periodic = wait(beforeJobs, undefined, { signal: stopping.signal })
    .then(() => startJobs(config, parts, every))
    .catch((error: unknown) => {
      if (!closing) logger.error(describeError(error), 'jobs did not start')
      return null
    })
}

start().catch((error: unknown) => {
  const expected = error instanceof ConfigError || error instanceof FolderError
  if (expected) process.stderr.write(`${error.message}\n`)
  else process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
})
