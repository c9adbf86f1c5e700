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

test.each([
  ['body text on the page', color.piedra[8], color.piedra[0]],
  ['secondary text on the page', color.piedra[6], color.piedra[0]],
  ['a disabled button', color.piedra[6], color.piedra[2]],
  ['the primary button', '#FFFFFF', color.lapis[6]],
  ['a link on the page', color.lapis[6], color.piedra[0]],
  ['an error message', color.copihue[6], '#FFFFFF'],
  ['an error notice', color.copihue[8], color.copihue[0]],
  ['a warning notice', color.aromo[8], color.aromo[0]],
  ['a pending badge', color.aromo[7], color.aromo[1]],
  ['an approved badge', color.araucaria[6], color.araucaria[0]],
  ['the banner of a relative', color.arrebol[8], color.arrebol[0]],
])('%s has a contrast of at least 4.5:1', (_, ink, fill) => {
  expect(contrast(ink, fill)).toBeGreaterThanOrEqual(4.5)
})

test.each([
  ['the edge of a field', color.piedra[5], color.piedra[0]],
  ['the focus ring on the page', color.arrebol[5], color.piedra[0]],
  ['the focus ring on the night menu', color.arrebol[5], '#0D1637'],
])('%s has a contrast of at least 3:1', (_, ink, fill) => {
  expect(contrast(ink, fill)).toBeGreaterThanOrEqual(3)
})

test('black on white has a contrast of 21:1, and text that is not a colour has none', () => {
  expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21)
  expect(contrast('red', '#FFFFFF')).toBe(0)
})
