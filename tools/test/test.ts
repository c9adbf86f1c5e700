/**
 * `npm test`, `npm run test:full` and `npm run test:release`: runs the parts of a tier and ends with the seconds of each part, the failed
 * tests, and one line that counts all. What needs a program that this machine lacks is skipped and named.
 */
import { spawn } from 'node:child_process'
import { globSync, mkdirSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { isBuilt } from '../../scripts/build-steps/build-state.ts'
import { findHeadlessBrowser } from './browser.ts'
import { findMissingPrograms } from './programs.ts'
import { type Counts, noTests, readPlaywrightReport, readVitestReport } from './reports.ts'

const root = join(import.meta.dirname, '../..')
const cache = join(root, '.cache')

type Part = Counts & { readonly title: string; readonly seconds: number }
type Variables = Readonly<Record<string, string>>

/**
 * Runs a command and returns whether it succeeded. A signal that ends it ends this process too. Its output is shown at once, or given to
 * `collect`.
 */
function run(
  command: string,
  args: readonly string[],
  variables: Variables = {},
  collect?: (text: string) => void,
): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', collect ? 'pipe' : 'inherit', 'inherit'],
      env: { ...process.env, ...variables },
    })
    if (collect) child.stdout?.setEncoding('utf8').on('data', collect)
    child.on('error', () => resolve(false))
    child.on('exit', (code, signal) => {
      if (signal) process.kill(process.pid, signal)
      resolve(code === 0)
    })
  })
}

/** Runs a part and measures its time. A part that fails without a failed test counts as one failure. */
async function measure(title: string, work: () => Promise<Counts & { isGood: boolean }>): Promise<Part> {
  console.log(`\n── ${title}`)
  const began = performance.now()
  const { isGood, ...counts } = await work()
  const failures =
    isGood || counts.failures.length > 0 ? counts.failures : [`${title}: see the end of its output above`]
  return { ...counts, failures, title, seconds: (performance.now() - began) / 1000 }
}

const ownScript = ['--import', './scripts/require-node.mjs'] as const

function runBuildScript(): Promise<Part> {
  return measure('build', async () => ({
    ...noTests,
    isGood: await run(process.execPath, [...ownScript, 'scripts/build.ts']),
  }))
}

/**
 * Runs the check while other tests run, which leave a part of each core's time unused. Its output is shown after theirs.
 *
 * @param others starts the tests that run at the same time
 */
async function runCheckBeside(others: () => Promise<Part>): Promise<Part[]> {
  const began = performance.now()
  let said = ''
  const check = run(process.execPath, [...ownScript, 'tools/check/check.ts'], {}, (text) => {
    said += text
  }).then((isGood) => ({ isGood, seconds: (performance.now() - began) / 1000 }))
  const other = await others()
  const { isGood, seconds } = await check
  const part = await measure('check', async () => {
    console.log(said)
    return { ...noTests, isGood }
  })
  return [{ ...part, seconds }, other]
}

const bin = (name: string) => join(root, 'node_modules/.bin', name)

/** Runs the tests of these vitest projects in one process. Each worker waits for PostgreSQL and timers a part of its time. */
function runVitest(
  title: string,
  projects: readonly string[],
  args: readonly string[] = [],
  variables: Variables = {},
): Promise<Part> {
  const report = join(cache, 'vitest.json')
  rmSync(report, { force: true })
  const options = [
    `--maxWorkers=${availableParallelism() + 1}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...projects.map((project) => `--project=${project}`),
    ...args,
  ]
  return measure(title, async () => {
    const isGood = await run(bin('vitest'), ['run', ...options], variables)
    return { ...readVitestReport(report), isGood }
  })
}

/** Runs the journeys of a tier. Where no browser can run, it only counts them. */
function runJourneys(tier: 'main' | 'rest' | 'release'): Promise<Part> {
  const report = join(cache, 'playwright.json')
  rmSync(report, { force: true })
  const options = ['test', '--config=e2e/playwright.config.ts']
  const variables = { JOURNEYS: tier, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  return measure('journeys in a browser', async () => {
    const browser = findHeadlessBrowser()
    if (browser === null) console.log('skipped, because no browser can run here: apt-get install chromium')
    const args = browser === null ? ['--list', '--reporter=json'] : ['--reporter=list,json']
    const isGood = await run(bin('playwright'), [...options, ...args], variables)
    return { ...readPlaywrightReport(report), isGood }
  })
}

async function runBuild(): Promise<Part[]> {
  return isBuilt(root) ? [] : [await runBuildScript()]
}

/** Runs the tests that every change needs. */
async function runMainTests(): Promise<Part[]> {
  return [
    ...(await runBuild()),
    ...(await runCheckBeside(() =>
      runVitest('unit, HTTP and screen tests', ['contract', 'server', 'screens', 'tools']),
    )),
    await runJourneys('main'),
  ]
}

/** Runs the slower tests, which still need nothing but the packages from npm. */
async function runFullTests(): Promise<Part[]> {
  return [
    ...(await runBuild()),
    // The check looks for what the product does not use. This also finds what only deleted tests used.
    await measure('unused code of tests and tools', async () => ({
      ...noTests,
      isGood: await run(bin('knip'), ['--no-progress']),
    })),
    await runVitest('slow tests and failures', ['server-full', 'tools-full']),
    await runJourneys('rest'),
  ]
}

/** The server's tests that may depend on the version of PostgreSQL. */
const onOldestPostgres = [
  'apps/server/src/platform/database/database.test.ts',
  'apps/server/src/platform/jobs.test.ts',
  'apps/server/src/modules/{booking,family,session}/*.test.ts',
]

/** Runs what a release needs, with the programs of the machine, and the adversarial calls with another seed each time. */
async function runReleaseTests(): Promise<Part[]> {
  const missing = findMissingPrograms()
  for (const { name, remedy } of missing) console.log(`not tested: ${name}, which is missing (${remedy})`)
  const exclude = missing.flatMap(({ files }) => files.map((file) => `--exclude=${file}`))
  const seed = String(Date.now() % 1_000_000_007)
  console.log(`FUZZ_SEED=${seed}`)
  const parts = [
    ...(await runBuild()),
    await runVitest('twenty rounds of adversarial calls', ['server-full'], ['tools/fuzz'], {
      FUZZ_ROUNDS: '20',
      FUZZ_SEED: seed,
    }),
    await runVitest('deployment, daemons and large plans', ['server-release', 'tools-release'], exclude),
    await runVitest('failures', ['failures'], exclude),
    await runVitest(
      'oldest PostgreSQL',
      ['server', 'server-full'],
      globSync(onOldestPostgres, { cwd: root }),
      {
        TEST_POSTGRES: 'installed',
      },
    ),
    await runJourneys('release'),
  ]
  return parts
}

function printSummary(parts: readonly Part[]): void {
  console.log()
  const line = (title: string, seconds: number, rest = '') =>
    console.log(`${title.padEnd(40)} ${seconds.toFixed(0).padStart(5)} s${rest}`)
  for (const { title, seconds, passed } of parts)
    line(title, seconds, passed === 0 ? '' : `  ${passed} passed`)
  const sum = (count: (part: Part) => number) => parts.reduce((total, part) => total + count(part), 0)
  line('total', performance.now() / 1000)
  for (const failure of parts.flatMap(({ failures }) => failures)) console.log(`failed: ${failure}`)
  const [passed, failed, skipped] = [
    sum((part) => part.passed),
    sum(({ failures }) => failures.length),
    sum((part) => part.skipped),
  ]
  console.log(`\n${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`)
  process.exitCode = failed === 0 ? 0 : 1
}

const tiers = { main: runMainTests, full: runFullTests, release: runReleaseTests }
const tier = process.argv[2] ?? 'main'
if (!(tier === 'main' || tier === 'full' || tier === 'release')) throw new Error(`no such tests: ${tier}`)
mkdirSync(cache, { recursive: true })
printSummary(await tiers[tier]())
