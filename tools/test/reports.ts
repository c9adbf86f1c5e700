/** Reads the reports of the two test runners. */
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

export type Counts = {
  readonly passed: number
  readonly skipped: number
  /** A line for each failed test. */
  readonly failures: readonly string[]
}

export const noTests: Counts = { passed: 0, skipped: 0, failures: [] }

type VitestReport = {
  numPassedTests: number
  numPendingTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

/** Counts the tests in a report of vitest's JSON reporter. A file that did not load counts as one failed test. */
export function readVitestReport(report: string): Counts {
  if (!existsSync(report)) return noTests
  const { numPassedTests, numPendingTests, testResults }: VitestReport = JSON.parse(
    readFileSync(report, 'utf8'),
  )
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(process.cwd(), name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [`${file}: ${getFirstLine(message)}`] : []
    return failed.map(
      ({ fullName, failureMessages: [error] }) => `${file} › ${fullName}: ${getFirstLine(error)}`,
    )
  })
  return { passed: numPassedTests, skipped: numPendingTests, failures }
}

type PlaywrightSuite = {
  suites?: PlaywrightSuite[]
  specs: { file: string; title: string; tests: { projectName: string; status: string }[] }[]
}

/** Counts the journeys in a report of Playwright's JSON reporter. In a mere list every journey counts as skipped. */
export function readPlaywrightReport(report: string): Counts {
  if (!existsSync(report)) return noTests
  const { suites }: { suites: PlaywrightSuite[] } = JSON.parse(readFileSync(report, 'utf8'))
  const journeys = suites.flatMap(listJourneys)
  const count = (status: string) => journeys.filter((journey) => journey.status === status).length
  return {
    passed: count('expected'),
    skipped: count('skipped'),
    failures: journeys.filter(({ status }) => status === 'unexpected').map(({ name }) => name),
  }
}

function listJourneys({ suites = [], specs }: PlaywrightSuite): { name: string; status: string }[] {
  return [
    ...specs.flatMap(({ file, title, tests }) =>
      tests.map(({ projectName, status }) => ({ name: `${file} › ${title} (${projectName})`, status })),
    ),
    ...suites.flatMap(listJourneys),
  ]
}

function getFirstLine(text = ''): string {
  return text.split('\n', 1)[0] ?? ''
}
