import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contrast } from '@mi-portal/contract/contrast'
import { expect, test } from 'vitest'
import { color } from './tokens.ts'

test('pages with and without Mantine use the same colours', () => {
  const sheet = readFileSync(join(import.meta.dirname, '../app/styles/tokens.css'), 'utf8')
  for (const [name, shades] of Object.entries(color)) {
    for (const [index, shade] of shades.entries()) {
      expect(sheet).toContain(`--mantine-color-${name}-${index}: ${shade.toLowerCase()};`)
    }
  }
})

test('black on white has a contrast of 21:1, and text that is not a colour has none', () => {
  expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21)
  expect(contrast('red', '#FFFFFF')).toBe(0)
})
