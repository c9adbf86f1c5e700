/** Reads the reports of the two test runners. */

export type Count = { passed: number; failed: number }

/** Counts the tests in a report of vitest's JSON reporter. A file that did not load counts as one failed test. */
export function countVitest(report: unknown): Count {
  return {
    passed: numberIn(report, 'numPassedTests'),
    failed: numberIn(report, 'numFailedTests') + unloadedFiles(report),
  }
}

/** Returns how many test files could not be loaded. */
export function unloadedFiles(report: unknown): number {
  return listIn(report, 'testResults').filter(
    (file) => field(file, 'status') === 'failed' && listIn(file, 'assertionResults').length === 0,
  ).length
}

/** Counts the journeys in a report of Playwright's JSON reporter. A journey that passed at its second attempt counts as passed. */
export function countPlaywright(report: unknown): Count {
  const stats = field(report, 'stats')
  return {
    passed: numberIn(stats, 'expected') + numberIn(stats, 'flaky'),
    failed: numberIn(stats, 'unexpected'),
  }
}

/** Returns the failed tests and files of vitest's JSON report, each with the first line of its error. */
export function failuresOfVitest(report: unknown): string[] {
  return listIn(report, 'testResults').flatMap((file) => {
    const failed = listIn(file, 'assertionResults').filter((test) => field(test, 'status') === 'failed')
    if (failed.length > 0)
      return failed.map((test) => `${nameOf(file, test)}: ${firstLine(listIn(test, 'failureMessages')[0])}`)
    return field(file, 'status') === 'failed'
      ? [`${String(field(file, 'name'))}: ${String(field(file, 'message'))}`]
      : []
  })
}

/** Returns the tests that passed at their second attempt: vitest reports them with the error of the first one. */
export function retriedTestsOfVitest(report: unknown): string[] {
  return listIn(report, 'testResults').flatMap((file) =>
    listIn(file, 'assertionResults')
      .filter((test) => field(test, 'status') === 'passed' && listIn(test, 'failureMessages').length > 0)
      .map((test) => `${nameOf(file, test)}: ${firstLine(listIn(test, 'failureMessages')[0])}`),
  )
}

const nameOf = (file: unknown, test: unknown) =>
  `${String(field(file, 'name'))} › ${String(field(test, 'fullName'))}`

const firstLine = (message: unknown) => String(message ?? '').split('\n', 1)[0] ?? ''

/** Returns the titles of the journeys with this outcome in Playwright's JSON report. */
export function journeysThat(ended: 'unexpected' | 'flaky', report: unknown): string[] {
  return listIn(report, 'suites').flatMap((suite) => [
    ...listIn(suite, 'specs').flatMap((spec) =>
      listIn(spec, 'tests')
        .filter((run) => field(run, 'status') === ended)
        .map(
          (run) =>
            `${String(field(spec, 'file'))} › ${String(field(spec, 'title'))} (${String(field(run, 'projectName'))})`,
        ),
    ),
    ...journeysThat(ended, suite),
  ])
}

export function total(counts: readonly Count[]): Count {
  return counts.reduce(
    (sum, count) => ({ passed: sum.passed + count.passed, failed: sum.failed + count.failed }),
    { passed: 0, failed: 0 },
  )
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function numberIn(value: unknown, name: string): number {
  const found = field(value, name)
  return typeof found === 'number' ? found : 0
}

function listIn(value: unknown, name: string): unknown[] {
  const found = field(value, name)
  return Array.isArray(found) ? found : []
}
