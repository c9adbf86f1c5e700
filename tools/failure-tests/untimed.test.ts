/** Runs one failure test of each kind without judging times, beside other tests. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failureTests } from './failure-tests.ts'
import { openHarness } from './harness/harness.ts'
import { missed } from './harness/outcome.ts'

let harness: Awaited<ReturnType<typeof openHarness>>
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness?.close())

const oneOfEachKind = failureTests.filter(({ id }) => ['F1', 'F4', 'F8', 'F15'].includes(id))

test.each(oneOfEachKind)('the portal loses nothing in $id: $what', async ({ run }) => {
  expect(missed(await harness.during((own) => run(own, 'untimed', {})))).toEqual([])
})
