/**
 * `npm test`: says first what is missing on this machine, then builds, checks and runs every test, and closes with
 * one line that counts them. TEST_WITHOUT=browser, postgres, nginx or several (comma between) leaves those tests out.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { findPostgres } from '../apps/server/test/postgres.ts'
import { findBrowser } from './browser.ts'
import {
  type Count,
  countPlaywright,
  countVitest,
  failuresOfVitest,
  journeysThat,
  secondTriesOfVitest,
  total,
} from './test-count.ts'

const root = join(import.meta.dirname, '..')
const cache = join(root, '.cache')
const without = new Set((process.env.TEST_WITHOUT ?? '').split(',').map((part) => part.trim()))

const needed = [
  {
    name: 'browser',
    found: findBrowser(),
    what: 'a Chromium for the journeys in a browser',
    remedy: 'apt-get install -y chromium   (or CHROMIUM=/path/to/it)',
  },
  {
    name: 'postgres',
    found: findPostgres(),
    what: 'PostgreSQL 15 or newer for the server’s tests',
    remedy: 'apt-get install -y postgresql   (or POSTGRES_BIN=/folder/of/initdb)',
  },
  {
    name: 'nginx',
    found: (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'nginx'))),
    what: 'nginx for the proxy before two servers',
    remedy: 'apt-get install -y nginx-light',
  },
]
const missing = needed.filter(({ name, found }) => !found && !without.has(name))
for (const { name, what, remedy } of missing) {
  console.error(`missing: ${what}\n  ${remedy}\n  TEST_WITHOUT=${name} runs the other tests without it`)
}
if (missing.length > 0) process.exit(1)

/** Runs a step and tells whether it ended well. */
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
const script = (name: string) => [
  '--import',
  './scripts/require-node.mjs',
  join(root, 'scripts', `${name}.ts`),
]

/** What failed, said once more at the end, where whoever reads a long output looks first. */
const failures: string[] = []
/** What passed only when it was tried again: worth a look, and no reason to refuse. */
const secondTries: string[] = []

/** Runs tests that write a report, and counts them; a run that fails without a failed test counts as one. */
function runTests(
  title: string,
  command: string,
  args: string[],
  report: string,
  read: {
    count: (report: unknown) => Count
    failures: (report: unknown) => string[]
    secondTries: (report: unknown) => string[]
  },
): Count {
  rmSync(report, { force: true })
  const well = run(title, bin(command), args, { PLAYWRIGHT_JSON_OUTPUT_FILE: report })
  const written: unknown = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined
  const counted = read.count(written)
  const named = read.failures(written)
  if (!well && named.length === 0)
    named.push(`${title}: no test failed, the run did (its last words stand above)`)
  failures.push(...named)
  secondTries.push(...read.secondTries(written))
  return { ...counted, failed: well ? counted.failed : Math.max(1, counted.failed) }
}

function step(title: string, name: string): Count {
  const well = run(title, process.execPath, script(name))
  if (!well) failures.push(title)
  return { passed: 0, failed: well ? 0 : 1 }
}

mkdirSync(cache, { recursive: true })
const counts = [step('build', 'build'), step('check', 'check')]
const vitestReport = join(cache, 'vitest.json')
counts.push(
  runTests(
    'unit, HTTP and screen tests',
    'vitest',
    [
      'run',
      '--coverage',
      // By itself it leaves one core to whoever works beside it.
      '--maxWorkers=100%',
      // As with the journeys: a machine that does many things at once may stall; what needed it is named at the end.
      ...(process.env.CI ? ['--retry=1'] : []),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${vitestReport}`,
      ...(without.has('postgres') ? ['--project=!postgres'] : []),
      ...(without.has('nginx') || without.has('postgres') ? ['--exclude=scripts/deployment/**'] : []),
    ],
    vitestReport,
    { count: countVitest, failures: failuresOfVitest, secondTries: secondTriesOfVitest },
  ),
)
if (!without.has('browser')) {
  counts.push(
    runTests(
      'journeys in a browser',
      'playwright',
      ['test', '--config=e2e/playwright.config.ts', '--reporter=list,json'],
      join(cache, 'playwright.json'),
      {
        count: countPlaywright,
        failures: (report) => journeysThat('unexpected', report),
        secondTries: (report) => journeysThat('flaky', report),
      },
    ),
  )
}
const { passed, failed } = total(counts)
for (const name of without) if (name) console.log(`left out by TEST_WITHOUT: ${name}`)
for (const test of secondTries) console.log(`passed at the second try: ${test}`)
for (const failure of failures) console.log(`failed: ${failure}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
