import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { removeServerRows } from './server-messages.ts'

const table = readFileSync(join(import.meta.dirname, '../../../packages/contract/src/error-table.ts'), 'utf8')

test('the browser’s error table has the errors that the browser creates, and those of an answer 503', () => {
  const left = removeServerRows(table, new Set(['hourNotMovable']))
  for (const code of ['invalid', 'unavailable', 'schedulingDown', 'hourNotMovable'])
    expect(left).toMatch(new RegExp(`^ {2}${code}: \\{`, 'm'))
  for (const code of ['slotTaken', 'confirmationNeeded', 'notFound'])
    expect(left).not.toMatch(new RegExp(`^ {2}${code}: \\{`, 'm'))
  expect(left.length).toBeLessThan(table.length / 2)
})

test('the code around the table stays', () => {
  const [code = '', rest = ''] = table.split('export const errorTable = {')
  expect(code).toContain('type ErrorRow')
  expect(rest).toContain('} as const satisfies')
  const left = removeServerRows(table, new Set())
  expect(left.startsWith(code)).toBe(true)
  expect(left.trimEnd().endsWith('} as const satisfies Record<string, ErrorRow>')).toBe(true)
})
