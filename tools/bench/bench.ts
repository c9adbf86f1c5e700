/**
 * `npm run bench`: compares the portal with a bare server that does the same work on the same database, and
 * checks the performance promises of the project. Ends with exit code 1 if a promise is missed.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { demonstrationPassword } from '../../apps/server/seed/demonstration/accounts.ts'
import { openPostgres } from '../../apps/server/src/platform/database/driver.ts'
import { startPostgres } from '../../apps/server/test/postgres.ts'
import { isBuilt } from '../../scripts/build-steps/build-state.ts'
import { bundleServer } from '../../scripts/build-steps/bundle-server.ts'
import { browserFlags, findBrowser } from '../test/browser.ts'
import { fillCalendars, holdKeeper } from './calendars.ts'
import { type ClinicSize, countAppointments, createRun, createToken, fillClinic, password } from './clinic.ts'
import { measureSizes, measureStaffLists } from './filled/at-size.ts'
import { openFilled } from './filled/cached-cluster.ts'
import { prepareFilled } from './filled/prepare.ts'
import { type Load, startLoad } from './load-client.ts'
import { measureBooking } from './measures/booking.ts'
import { measureFirstPaint } from './measures/first-paint.ts'
import { measureFirstVisit } from './measures/first-visit.ts'
import { measureDemonstration, measureMemory, measureStart } from './measures/footprint.ts'
import { fillFrontDesk, staffTokens } from './measures/front-desk.ts'
import { hotLists, measureLists, patientLists } from './measures/hot-lists.ts'
import { measureImages } from './measures/images.ts'
import { measureSearch } from './measures/search.ts'
import { measureSignIn, signInsNeeded } from './measures/sign-in.ts'
import { countStatements } from './measures/statements.ts'
import { measureTail } from './measures/tail.ts'
import { type Account, measureTaps, signIn } from './measures/taps.ts'
import { assertMeasurable, loadAverage } from './process-stats.ts'
import { type Figure, isMet } from './report.ts'
import { bundleBareServers, root, type Server, startServer } from './servers.ts'
import { startStatementCounter } from './statement-counter.ts'

const parts = [
  'statements',
  'lists',
  'desk',
  'tail',
  'growth',
  'staff',
  'sign-in',
  'start',
  'memory',
  'demonstration',
  'search',
  'booking',
  'first-visit',
  'taps',
  'images',
] as const
type Part = (typeof parts)[number]

const usage = `npm run bench -- [options]

  --only PARTS     comma-separated: ${parts.join(', ')}
  --rounds N       interleaved rounds of every comparison (5)
  --seconds N      length of one round on one side (1)
  --minutes N      minutes of lists before the memory is read (1; the promise is worded for 5)
  --appointments N hours in the database (100000)
  --filled         measure a clinic that npm run bench:fill -w tools made, with what only shows at its size: growth, staff
  --cluster FOLDER where it lies; without it DATABASE_URL says where
  --server-only    bundle the server afresh and leave the web application as it is`

const { values: given } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '1' },
    appointments: { type: 'string', default: '100000' },
    filled: { type: 'boolean', default: false },
    cluster: { type: 'string' },
    'server-only': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const options = {
  only: given.only?.split(',') ?? parts,
  rounds: Number(given.rounds),
  seconds: Number(given.seconds),
  minutes: Number(given.minutes),
  appointments: Number(given.appointments),
}

/** The maximum number of connections in the pools of B and of the portal. */
const connections = 10

const size: ClinicSize = {
  people: Math.max(5_000, options.appointments / 20),
  sessions: 2_000,
  accounts: signInsNeeded(options.rounds, options.seconds),
}
const tokens = Array.from({ length: size.sessions }, (_, index) => createToken(index + 1))
// There is one account for each sign-in, so that no session is taken over: a takeover also sends an email.
const firstAccount = given.filled ? 10_001 : size.people + 1
const accountRuns = Array.from({ length: size.accounts }, (_, index) => createRun(firstAccount + index))

/** The parts that need a large clinic or take long. */
const onlyFilled: readonly Part[] = ['growth', 'staff']

/** The parts that need programs beside the database and a browser, so that they are measured when they are named. */
const onlyNamed: readonly Part[] = ['images']

function wants(part: Part): boolean {
  if (onlyNamed.includes(part)) return given.only !== undefined && options.only.includes(part)
  // With few patients a search costs more than a scan of all of them.
  if (part === 'staff' && !given.filled) return false
  if (part === 'desk' && given.filled) return false
  return (
    options.only.includes(part) && (given.filled || given.only !== undefined || !onlyFilled.includes(part))
  )
}

async function build(): Promise<void> {
  if (given['server-only']) return bundleServer(root, join(root, 'dist'))
  if (isBuilt(root)) return
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/build.ts')], { stdio: 'inherit' })
  if (status !== 0) throw new Error('the build failed')
}

/** Settings for an installation of this size. None of them makes a commit less safe. */
const postgresSettings = {
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
}

/** Opens the database that is measured, and fills it with the clinic. */
async function openClinic(endings: (() => Promise<void> | void)[]) {
  const postgres = given.filled
    ? await openFilled(given.cluster)
    : await startPostgres({ durable: true, settings: postgresSettings })
  endings.push(postgres.stop)
  const owner = openPostgres({ url: postgres.url, connections: 2, role: null, statementTimeout: 600_000 })
  endings.push(owner.close)
  const migrations = join(root, 'apps/server/migrations')
  let [people, hours] = [size.people, countAppointments(size)]
  if (given.filled) {
    const filled = await prepareFilled(owner, size.sessions, migrations)
    people = filled.patients
    hours = filled.hours
  } else await fillClinic(owner, size, migrations)
  console.log(
    `\nPostgreSQL: ${hours.toLocaleString('en')} hours of ${people.toLocaleString('en')} people, ${size.sessions.toLocaleString('en')} of them signed in`,
  )
  return { postgres, owner }
}

/** Seconds in which a patient uses the demonstration before its memory is read. */
const demonstrationSeconds = 15

/** The seconds that each part took, printed at the end. */
const spent = new Map<string, number>()

async function timed<T>(part: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now()
  try {
    return await work()
  } finally {
    spent.set(part, (performance.now() - started) / 1000)
  }
}

/** Starts the demonstration as `npm start` does. */
function startDemonstration(environment: Readonly<Record<string, string>>): Promise<Server> {
  return startServer({
    entry: join(root, 'dist/server/main.mjs'),
    first: { path: '/health/live' },
    environment,
  })
}

type Add = (part: Part, measure: () => Promise<Figure[]>) => Promise<void>

/** Measures pages in a browser. Without a browser it measures nothing and says so. */
async function measurePages(portal: Server, account: Account, add: Add): Promise<void> {
  if (!wants('taps') && !wants('first-visit')) return
  const executablePath = findBrowser()
  if (executablePath === null) {
    console.log('\n    pages are not measured: there is no Chromium')
    return
  }
  const browser = await chromium.launch({ executablePath, args: browserFlags() })
  try {
    const session = await signIn(browser, portal.port, account)
    await add('taps', () => measureTaps(browser, portal.port, session, Math.min(3, options.rounds)))
    await add('first-visit', async () => [
      ...measureFirstVisit(join(root, 'dist/web')),
      ...(await measureFirstPaint(browser, portal.port, session, options.rounds)),
    ])
  } finally {
    await browser.close()
  }
}

/** Measures the parts that use the demonstration, in an empty folder, instead of the large clinic. */
async function measureDemonstrations(folder: string, load: Load, add: Add): Promise<void> {
  if (wants('demonstration') || wants('taps') || wants('first-visit')) {
    const portal = await timed('fill of the demonstration', () =>
      startDemonstration({ DATA_DIR: join(folder, 'demonstration') }),
    )
    const account = { document: '123456785', password: demonstrationPassword }
    try {
      await add('demonstration', () =>
        measureDemonstration({ portal, load, account, seconds: demonstrationSeconds }),
      )
      await measurePages(portal, account, add)
    } finally {
      await portal.stop()
    }
  }
  await add('images', () =>
    measureImages({ folder: join(folder, 'images'), rounds: options.rounds, start: startDemonstration }),
  )
}

async function run(folder: string, endings: (() => Promise<void> | void)[]): Promise<Figure[]> {
  const { rounds, seconds, minutes } = options
  const figures: Figure[] = []
  const noise: number[] = []
  const add: Add = async (part, measure) => {
    if (wants(part)) figures.push(...(await timed(part, measure)))
  }
  const stored = async (starting: Promise<Server>) => {
    const server = await starting
    endings.push(server.stop)
    return server
  }

  const bundles = await timed('build', async () => {
    await build()
    return bundleBareServers()
  })
  const { postgres, owner } = await timed('fill of the clinic', () => openClinic(endings))
  const databasePid = postgres.pid()
  // The arrivals of a filled clinic are not at one site.
  const deskLists =
    !given.filled && (wants('desk') || wants('statements'))
      ? await timed('fill of the front desk', () => fillFrontDesk(owner))
      : []

  const first = { path: hotLists[0].path, headers: { 'x-token': tokens[0] ?? '' } }
  const secret = 'x'.repeat(48)
  const startPortal = (environment: Record<string, string> = {}, probe = false) =>
    startServer({
      entry: join(root, 'dist/server/main.mjs'),
      first,
      probe,
      environment: {
        DATABASE_URL: postgres.url,
        DATA_DIR: join(folder, 'data'),
        SECRET_KEY: secret,
        DEMO: 'false',
        STAFF_SECOND_FACTOR: 'offered',
        // The container image and the service unit set this too.
        MALLOC_ARENA_MAX: '2',
        ...environment,
      },
    })
  const startBare = (entry: string, path: { path: string }) =>
    startServer({
      entry,
      first: path,
      environment: { DATABASE_URL: postgres.url, CONNECTIONS: String(connections), SECRET_KEY: secret },
    })
  const [load, secondLoad]: [Load, Load] = [await startLoad(), await startLoad()]
  endings.push(load.stop, secondLoad.stop)

  await add('statements', async () => {
    const counter = await startStatementCounter(Number(new URL(postgres.url).port))
    const url = new URL(postgres.url)
    url.port = String(counter.port)
    const portal = await startPortal({ DATABASE_URL: url.toString() })
    const counted = await countStatements(portal, counter, [
      ...hotLists.map(({ name, path }) => ({ promise: 1, name, path, token: tokens[0] ?? '' })),
      ...deskLists.map(({ name, paths: [path = ''] }) => ({
        promise: 15,
        name,
        path,
        token: staffTokens[0] ?? '',
      })),
    ])
    await portal.stop()
    counter.close()
    return counted
  })
  await add('start', () => measureStart(() => startPortal(), rounds))
  await add('sign-in', async () => {
    const portal = await stored(startPortal({ TRUST_PROXY: '127.0.0.1' }, true))
    const verifier = await stored(
      startServer({
        entry: bundles.verifier,
        first: { path: '/' },
        environment: { PASSWORD: password },
        // B is probed like the portal, so that the cost of the probe is the same for both.
        probe: true,
      }),
    )
    const parts = { load, secondLoad, portal, verifier, databasePid, tokens, runs: accountRuns }
    const measured = await measureSignIn({ ...parts, rounds, seconds })
    await verifier.stop()
    await portal.stop()
    return measured
  })
  if (wants('lists') || wants('tail') || wants('memory')) {
    const bare = await stored(startBare(bundles.bare, first))
    const portal = await stored(startPortal())
    const parts = { load, bare, portal, databasePid, tokens, rounds, seconds }
    await add('lists', async () => {
      const lists = await measureLists({ ...parts, ...patientLists })
      noise.push(...lists.noise)
      return lists.figures
    })
    await add('tail', () => measureTail(parts))
    const servedSeconds = ((spent.get('lists') ?? 0) + (spent.get('tail') ?? 0)) / 2
    await add('memory', () => measureMemory({ portal, load, tokens, servedSeconds, minutes }))
    await portal.stop()
    await bare.stop()
  }
  await add('desk', async () => {
    const bare = await stored(startBare(bundles.desk, { path: '/ready' }))
    const portal = await stored(startPortal())
    const measured = await measureLists({
      ...{ load, bare, portal, databasePid, rounds, seconds, tokens: staffTokens, lists: deskLists },
      ...{ promise: 15, heading: 'Front desk, 16 connections', least: 0.6, promisesCpu: false },
    })
    await portal.stop()
    await bare.stop()
    return measured.figures
  })
  await measureDemonstrations(folder, load, add)
  const atSize = {
    url: postgres.url,
    owner,
    databasePid,
    load,
    start: (environment?: Record<string, string>) => stored(startPortal(environment)),
    tokens,
    options,
  }
  await add('growth', () => measureSizes(atSize))
  await add('staff', () => measureStaffLists(atSize))
  // These parts leave many more appointments in the large database.
  if (wants('search') || wants('booking')) {
    const filler = openPostgres({ url: postgres.url, connections: 2, role: null, statementTimeout: 600_000 })
    endings.push(filler.close)
    await timed('fill of the calendars', () => fillCalendars(filler))
    const portal = await stored(startPortal({ OPEN_HOURS: '1000' }))
    const { sessions } = size
    await add('search', () =>
      measureSearch({ load, portal, url: postgres.url, owner: filler, secret, sessions, seconds }),
    )
    await add('booking', async () => {
      const bare = await stored(startBare(bundles.booking, { path: '/ready' }))
      const parts = { load, bare, portal, databasePid, secret, sessions, rounds }
      const measured = await measureBooking({ ...parts, holds: await holdKeeper(filler, sessions) })
      await bare.stop()
      return measured
    })
    await portal.stop()
  }
  printNoise(noise)
  return figures
}

function printNoise(noise: readonly number[]): void {
  if (noise.length === 0) return
  const shares = noise.map((share) => `${Math.round(share * 100)} %`).join(', ')
  console.log(
    `\nNoise: B's own calls a second lay ${shares} apart from round to round (slowest to fastest, of the median).`,
  )
}

async function bench(): Promise<void> {
  if (given.help) {
    console.log(usage)
    return
  }
  assertMeasurable()
  const started = performance.now()
  console.log(
    `Node ${process.version}, ${cpus().length} cores, load average at the start ${loadAverage()}; ${options.rounds} interleaved rounds, medians`,
  )
  const folder = mkdtempSync(join(tmpdir(), 'mi-portal-bench-'))
  // PostgreSQL's user must be able to pass through it when root runs the bench.
  chmodSync(folder, 0o711)
  const endings: (() => Promise<void> | void)[] = []
  // On a signal the process exits, and its exit handler stops the servers.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
  let figures: Figure[] = []
  try {
    figures = await run(folder, endings)
  } finally {
    for (const end of endings.reverse()) await end()
    rmSync(folder, { recursive: true, force: true })
  }
  console.log('\nSeconds of each part')
  for (const [part, seconds] of spent) console.log(`${seconds.toFixed(0).padStart(5)}  ${part}`)
  const promised = figures.filter(({ promise }) => promise !== null)
  const missed = promised.filter((figure) => !isMet(figure))
  console.log(
    `Load average at the end ${loadAverage()}; took ${Math.round((performance.now() - started) / 1000)} s.`,
  )
  console.log(`\n${promised.length - missed.length} of ${promised.length} promises met`)
  for (const { promise, what } of missed) console.log(`missed: ${promise}, ${what}`)
  process.exitCode = missed.length > 0 ? 1 : 0
}

await bench()
