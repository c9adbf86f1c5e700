import { expect, onTestFinished, test, vi } from 'vitest'
import { openTestDatabase } from '../../../test/database.ts'
import { openPortal, testClock } from '../../../test/portal.ts'
import { statement } from '../database/statement.ts'
import { createLogger } from '../logger.ts'
import { observeStatements } from './statements.ts'

const slow = statement<{ slept: string }>(
  'test.slow',
  `select pg_sleep(0.005)::text as slept, $1::text as said where 'Camila' <> $1`,
)
const quick = statement<{ one: number }>('test.quick', 'select 1 as one')

async function watched() {
  const lines: string[] = []
  const logger = createLogger('warn', { write: (line) => lines.push(line) })
  const db = await openTestDatabase({ observe: observeStatements({ slowMs: 1, logger, tracing: null }) })
  const portal = await openPortal(db, testClock(), {
    alsoMount: (app) => {
      app.get('/api/slow/:id', async () => ({ rows: (await db.run(slow, ['de Camila'])).length }))
    },
  })
  onTestFinished(async () => {
    await portal.app.close()
    await db.close()
  })
  // On a busy machine, a statement of the start may be slow too.
  lines.length = 0
  return { db, portal, shown: () => lines.map((line) => JSON.parse(line)) }
}

test('a slow statement is logged with its text without values, the pattern of its route and the request id', async () => {
  const { portal, db, shown } = await watched()
  const answer = await portal.app.inject('/api/slow/12345678')
  await db.run(quick, [])
  const lines = shown().filter(({ statement: name }) => name === 'test.slow')
  expect(lines).toEqual([
    expect.objectContaining({
      msg: 'slow statement',
      statement: 'test.slow',
      text: 'select pg_sleep(?)::text as slept, $1::text as said where ? <> $1',
      for: '/api/slow/:id',
      requestId: answer.headers['x-request-id'],
    }),
  ])
  expect(lines[0].ms).toBeGreaterThanOrEqual(5)
  expect(JSON.stringify(shown())).not.toMatch(/Camila|12345678/)
})

test.each([
  [
    `select * from a where b = 'it''s' and c = 12.5 and d = $1`,
    'select * from a where b = ? and c = ? and d = $1',
  ],
  ['select $$a$$, $x$b$x$, c3, t1.c2', 'select ?, ?, c3, t1.c2'],
])('the statement «%s» is logged as «%s»', async (text, bare) => {
  const lines: string[] = []
  const logger = createLogger('warn', { write: (line) => lines.push(line) })
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const observe = observeStatements({ slowMs: 1, logger, tracing: null })
  await observe?.(null, text, async () => vi.advanceTimersByTime(1))
  expect(lines.map((line) => JSON.parse(line).text)).toEqual([bare])
})
