/** Every drill in the size that a test has time for; those that other tests run already are left to them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drills } from './drills.ts'
import { openGround } from './ground/ground.ts'
import { missed } from './ground/outcome.ts'

let ground: Awaited<ReturnType<typeof openGround>>
beforeAll(async () => {
  ground = await openGround()
}, 120_000)
afterAll(() => ground?.close(), 30_000)

test.each(drills.filter(({ testedBy }) => testedBy === undefined))(
  '$id: $what',
  async ({ run }) => {
    expect(missed(await ground.during((own) => run(own, 'short', {})))).toEqual([])
  },
  120_000,
)
