/** Runs every failure test in its short size with its targets. No other tests may run at the same time. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failureTests } from './failure-tests.ts'
import { openHarness } from './harness/harness.ts'
import { missed } from './harness/outcome.ts'

let harness: Awaited<ReturnType<typeof openHarness>>
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness?.close())

test.each(failureTests)('the portal meets every target of $id: $what', async ({ run }) => {
  expect(missed(await harness.during((own) => run(own, 'short', {})))).toEqual([])
})
