import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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
