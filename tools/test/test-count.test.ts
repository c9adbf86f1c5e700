import { expect, test } from 'vitest'
import {
  countPlaywright,
  countVitest,
  failuresOfVitest,
  journeysThat,
  retriedTestsOfVitest,
  total,
} from './test-count.ts'

test('the closing line counts the tests of both runners', () => {
  const vitest = countVitest({
    numPassedTests: 5,
    numFailedTests: 1,
    testResults: [{ status: 'failed', assertionResults: [{}] }],
  })
  const playwright = countPlaywright({ stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 0 } })
  expect(total([vitest, playwright])).toEqual({ passed: 9, failed: 2 })
})

test('a test file that does not load counts as a failed test', () => {
  const report = { numPassedTests: 2, testResults: [{ status: 'failed', assertionResults: [] }] }
  expect(countVitest(report)).toEqual({ passed: 2, failed: 1 })
})

test('what failed is named, each test with its file and why', () => {
  const vitest = {
    testResults: [
      {
        name: 'a.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'failed', fullName: 'adds', failureMessages: ['Error: 3 is not 4\n    at a.test.ts:1'] },
          { status: 'passed', failureMessages: [] },
        ],
      },
      { name: 'b.test.ts', status: 'failed', message: 'cannot load', assertionResults: [] },
      { name: 'c.test.ts', status: 'passed', assertionResults: [{ status: 'passed', fullName: 'counts' }] },
    ],
  }
  expect(failuresOfVitest(vitest)).toEqual(['a.test.ts › adds: Error: 3 is not 4', 'b.test.ts: cannot load'])
  expect(retriedTestsOfVitest(vitest)).toEqual([])
  const run = (status: string) => ({ projectName: 'phone', status })
  const playwright = {
    suites: [
      {
        specs: [],
        suites: [{ specs: [{ file: 'x.test.ts', title: 'books', tests: [run('expected'), run('flaky')] }] }],
      },
    ],
  }
  expect(journeysThat('flaky', playwright)).toEqual(['x.test.ts › books (phone)'])
  expect(journeysThat('unexpected', playwright)).toEqual([])
})

test('a test that passed when tried again is named with what went wrong at first', () => {
  const tries = { status: 'passed', fullName: 'waits', failureMessages: ['Error: too late'] }
  const report = { testResults: [{ name: 'a.test.ts', status: 'passed', assertionResults: [tries] }] }
  expect(retriedTestsOfVitest(report)).toEqual(['a.test.ts › waits: Error: too late'])
  expect(failuresOfVitest(report)).toEqual([])
})
