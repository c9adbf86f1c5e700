/**
 * `npm test` and `npm run test:full`. Each first names missing programs of this machine, then runs its tests, and ends with one line that
 * counts them. `npm test` builds, checks and runs the tests that every change needs; `test:full` runs the slower ones.
 * TEST_WITHOUT=browser,firefox,postgres,nginx,rsyslog,clamd (one or several) leaves out the tests that need them.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { delimiter, join } from 'node:path'
import { findRsyslog } from '../../apps/server/test/external/find-rsyslog.ts'
import { findOrthanc } from '../../apps/server/test/external/image-archive/orthanc.ts'
import { findClamd } from '../../apps/server/test/files/find-clamd.ts'
import { findPostgres } from '../../apps/server/test/postgres.ts'
import { isBuilt } from '../../scripts/build-steps/build-state.ts'
import { findBrowser, findFirefox } from './browser.ts'
import {
  type Count,
  countPlaywright,
  countVitest,
  failuresOfVitest,
  journeysThat,
  retriedTestsOfVitest,
  total,
} from './test-count.ts'

const root = join(import.meta.dirname, '../..')
const cache = join(root, '.cache')
const isFull = process.argv[2] === 'full'
const without = new Set((process.env.TEST_WITHOUT ?? '').split(',').map((part) => part.trim()))

const needed = [
  {
    name: 'browser',
    found: findBrowser(),
    what: 'a Chromium for the journeys in a browser',
    remedy: 'apt-get install -y chromium   (or CHROMIUM=/path/to/it)',
  },
  {
    name: 'firefox',
    found: findFirefox(),
    what: 'a Firefox for the main journeys in a second browser',
    remedy: 'apt-get install -y firefox-esr   (or FIREFOX=/path/to/it)',
  },
  {
    name: 'postgres',
    found: findPostgres(),
    what: 'PostgreSQL 15 or newer for the tests of failures and of the oldest version',
    remedy: 'apt-get install -y postgresql   (or POSTGRES_BIN=/folder/of/initdb)',
  },
  {
    name: 'nginx',
    found: (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'nginx'))),
    what: 'nginx for the proxy before two servers',
    remedy: 'apt-get install -y nginx-light',
  },
  {
    name: 'rsyslog',
    found: findRsyslog(),
    what: 'rsyslog with TLS for sending the audit log',
    remedy: 'apt-get install -y --no-install-recommends rsyslog rsyslog-gnutls   (its service need not run)',
  },
  {
    name: 'clamd',
    found: findClamd(),
    what: 'the daemon of ClamAV for the scanning of uploaded files',
    remedy: 'apt-get install -y --no-install-recommends clamav-daemon   (its service need not run)',
  },
]
const missing = needed.filter(
  ({ name, found }) => !found && !without.has(name) && (isFull || name === 'browser'),
)
for (const { name, what, remedy } of missing) {
  console.error(`missing: ${what}\n  ${remedy}\n  TEST_WITHOUT=${name} runs the other tests without it`)
}
if (missing.length > 0) process.exit(1)
if (isFull && findOrthanc() === null)
  console.log(
    'not tested: the image archive Orthanc, because it or a tool that makes its images is not installed',
  )

/** Runs a step and returns whether it succeeded. */
function run(title: string, command: string, args: string[], env: Record<string, string> = {}): boolean {
  console.log(`\n── ${title}`)
  const ended = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  })
  if (ended.signal) process.kill(process.pid, ended.signal)
  return ended.status === 0
}

const bin = (name: string) => join(root, 'node_modules/.bin', name)
const script = (name: string) => ['--import', './scripts/require-node.mjs', join(root, name)]

/** The failed tests. They are repeated at the end of the output, where a reader looks first. */
const failures: string[] = []
/** The tests that passed only at their second attempt. They are listed, and do not fail the run. */
const retriedTests: string[] = []

/** Runs tests that write a report, and counts them. A run that fails without a failed test counts as one failure. */
function runTests(
  title: string,
  command: string,
  args: string[],
  report: string,
  read: {
    count: (report: unknown) => Count
    failures: (report: unknown) => string[]
    retriedTests: (report: unknown) => string[]
  },
  env: Record<string, string> = {},
): Count {
  rmSync(report, { force: true })
  const well = run(title, bin(command), args, { PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...env })
  const written: unknown = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined
  const counted = read.count(written)
  const named = read.failures(written)
  if (!well && named.length === 0)
    named.push(`${title}: no test failed, the run did (see the end of its output above)`)
  failures.push(...named)
  retriedTests.push(...read.retriedTests(written))
  return { ...counted, failed: well ? counted.failed : Math.max(1, counted.failed) }
}

function step(title: string, name: string): Count {
  const well = run(title, process.execPath, script(name))
  if (!well) failures.push(title)
  return { passed: 0, failed: well ? 0 : 1 }
}

/** Runs the tests of these vitest projects. */
function runVitest(
  title: string,
  projects: readonly string[],
  more: readonly string[] = [],
  env = {},
): Count {
  const report = join(cache, 'vitest.json')
  return runTests(
    title,
    'vitest',
    [
      'run',
      // Tests wait for a part of their time. Those of the full run start programs and watch the time, so they get no more than the cores.
      `--maxWorkers=${isFull ? availableParallelism() : Math.ceil(availableParallelism() * 1.5)}`,
      // A busy machine of a CI may stall for longer than a test waits. A test that needed a second attempt is named at the end.
      ...(process.env.CI ? ['--retry=1'] : []),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...projects.map((project) => `--project=${project}`),
      ...more,
    ],
    report,
    { count: countVitest, failures: failuresOfVitest, retriedTests: retriedTestsOfVitest },
    env,
  )
}

function runJourneys(journeys: 'main' | 'rest'): Count {
  if (without.has('browser')) return { passed: 0, failed: 0 }
  return runTests(
    'journeys in a browser',
    'playwright',
    ['test', '--config=e2e/playwright.config.ts', '--reporter=list,json'],
    join(cache, 'playwright.json'),
    {
      count: countPlaywright,
      failures: (report) => journeysThat('unexpected', report),
      retriedTests: (report) => journeysThat('flaky', report),
    },
    { JOURNEYS: journeys },
  )
}

/** Runs the tests that every change needs. */
function runMainTests(): Count[] {
  return [
    step('build', 'scripts/build.ts'),
    step('check', 'tools/check/check.ts'),
    runVitest('unit, HTTP and screen tests', ['contract', 'server', 'screens', 'screens-isolated', 'tools']),
    runJourneys('main'),
  ]
}

/** The server's tests that may depend on the version of PostgreSQL. */
const onOldestPostgres = [
  'apps/server/src/platform/database/database.test.ts',
  'apps/server/src/platform/jobs.test.ts',
  'apps/server/src/modules/{booking,family,session}/*.test.ts',
]

/** Runs the tests that take longer or need programs other than Node. */
function runOtherTests(): Count[] {
  const leftOut = [
    ...(without.has('nginx') || without.has('postgres') ? ['--exclude=tools/deployment/**'] : []),
    ...(without.has('rsyslog') ? ['--exclude=**/rsyslog.test.ts'] : []),
    ...(without.has('clamd') ? ['--exclude=**/clamd.test.ts', '--exclude=**/scanning-daemon.test.ts'] : []),
  ]
  return [
    // `npm test` has just built the same sources when both commands run one after the other.
    ...(isBuilt(root) ? [] : [step('build', 'scripts/build.ts')]),
    runVitest('deployment, adversarial values and slow tests', ['server-full', 'tools-full'], leftOut),
    ...(without.has('postgres')
      ? []
      : [
          runVitest('failures', ['failures']),
          runVitest(
            'the machine’s own PostgreSQL',
            ['server', 'server-full'],
            // The expected query plans are those of the newest version.
            [...globSync(onOldestPostgres, { cwd: root }), '--exclude=**/*.plans.test.ts'],
            { TEST_POSTGRES: 'installed' },
          ),
        ]),
    runJourneys('rest'),
    ...(without.has('firefox') ? [] : [runVitest('main journeys in Firefox', ['firefox'])]),
  ]
}

mkdirSync(cache, { recursive: true })
const { passed, failed } = total(isFull ? runOtherTests() : runMainTests())
for (const name of without) if (name) console.log(`left out by TEST_WITHOUT: ${name}`)
for (const test of retriedTests) console.log(`passed at the second attempt: ${test}`)
for (const failure of failures) console.log(`failed: ${failure}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
