import { expect, test } from 'vitest'
import { periodStart } from './results-from.ts'

test.each([
  ['2017-01-01', '2017'],
  ['2021-11-01', 'noviembre de 2021'],
  ['2021-11-15', 'el 15/11/2021'],
  ['{laboratoryFrom}', '{laboratoryFrom}'],
])('a period from %s on begins in words with %s', (day, words) => {
  expect(periodStart(day)).toBe(words)
})
