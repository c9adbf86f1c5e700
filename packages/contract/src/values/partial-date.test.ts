import { expect, test } from 'vitest'
import { toDay } from './dates.ts'
import { isInFuture, readPartialDate, showPartialDay, writePartialDate } from './partial-date.ts'

const now = new Date('2026-11-26T15:00:00Z')

test.each([
  ['2026', '2026', '2026', false],
  ['2026-11', '11/2026', '2026-11', false],
  ['2026-12', '12/2026', '2026-12', true],
  ['2026-11-26', '26/11/2026', '2026-11-26', false],
  ['2026-11-27', '27/11/2026', '2026-11-27', true],
  ['2026-11-26T12:30:00-03:00', '26/11/2026', '2026-11-26T15:30:00.000Z', true],
])('the date %s is shown as %s, written as %s, and in the future: %s', (text, shown, written, isFuture) => {
  const date = readPartialDate(text)
  expect(showPartialDay(toDay(date.at), date.precision)).toBe(shown)
  expect(writePartialDate(date.at, date.precision)).toBe(written)
  expect(isInFuture(date, now)).toBe(isFuture)
})

test.each(['ayer', '2026-13', '2026-02-30', ''])('%o is no date', (text) => {
  expect(readPartialDate(text).at.getTime()).toBeNaN()
})
