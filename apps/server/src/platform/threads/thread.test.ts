import { expect, onTestFinished, test } from 'vitest'
import type { Task } from '../../../test/threads/waiting-thread.ts'
import { createThread } from './thread.ts'

test('a request may wait for the processor longer than its time limit, but neither work nor wait without end', async () => {
  const limits = { timeout: 500, idle: 60_000 }
  const thread = createThread<Task, string>({
    ...{ bundled: 'none.mjs', source: 'test/threads/waiting-thread.ts', limits },
  })
  onTestFinished(thread.end)
  expect(await thread.ask({ waits: 1_200 })).toBe('done')
  await expect(thread.ask({ works: 60_000 })).rejects.toThrow('takes too long')
  await expect(thread.ask({ waits: 60_000 })).rejects.toThrow('takes too long')
})
