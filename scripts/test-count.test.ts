import { expect, test } from 'vitest'
import { countPlaywright, countVitest, total } from './test-count.ts'

test('the closing line counts the tests of both runners', () => {
  const vitest = countVitest({
    numPassedTests: 5,
    numFailedTests: 1,
    testResults: [{ status: 'failed', assertionResults: [{}] }],
  })
  const playwright = countPlaywright({ stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 0 } })
  expect(total([vitest, playwright])).toEqual({ passed: 8, failed: 3 })
})

test('a test file that does not load counts as a failed test', () => {
  const report = { numPassedTests: 2, testResults: [{ status: 'failed', assertionResults: [] }] }
  expect(countVitest(report)).toEqual({ passed: 2, failed: 1 })
})
