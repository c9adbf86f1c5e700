import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { removeServerRows } from './server-messages.ts'

const table = readFileSync(join(import.meta.dirname, '../../../packages/contract/src/api-error.ts'), 'utf8')

test('the browser’s error table has the errors that the browser creates, and those of an answer 503', () => {
  const left = removeServerRows(table, new Set(['hourNotMovable']))
  for (const code of ['invalid', 'unavailable', 'schedulingDown', 'hourNotMovable'])
    expect(left).toMatch(new RegExp(`^ {2}${code}: \\{`, 'm'))
  for (const code of ['slotTaken', 'confirmationNeeded', 'notFound'])
    expect(left).not.toMatch(new RegExp(`^ {2}${code}: \\{`, 'm'))
  expect(left.length).toBeLessThan(table.length / 2)
})

test('the code around the table stays', () => {
  const [, code = ''] = table.split('} as const satisfies')
  expect(code.length).toBeGreaterThan(1000)
  expect(removeServerRows(table, new Set())).toContain(code)
})
