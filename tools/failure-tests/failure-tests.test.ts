/** Runs every failure test in its short size, except those that other test files run already. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failureTests } from './failure-tests.ts'
import { openHarness } from './harness/harness.ts'
import { missed } from './harness/outcome.ts'

let harness: Awaited<ReturnType<typeof openHarness>>
beforeAll(async () => {
  harness = await openHarness()
}, 120_000)
afterAll(() => harness?.close(), 30_000)

test.each(failureTests.filter(({ testedBy }) => testedBy === undefined))(
  '$id: $what',
  async ({ run }) => {
    expect(missed(await harness.during((own) => run(own, 'short', {})))).toEqual([])
  },
  120_000,
)
