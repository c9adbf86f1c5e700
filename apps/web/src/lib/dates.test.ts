import { expect, test } from 'vitest'
import { chipParts, formatDay, formatHour, formatMoment, formatNumber } from './dates.ts'

test('a day is written day first, a moment at Santiago’s clock in summer and winter', () => {
  expect(formatDay('2026-11-26')).toBe('26/11/2026')
  expect(formatDay('2026-07-01T03:30:00Z')).toBe('30/06/2026')
  expect(formatHour('2026-11-26T12:30:00Z')).toBe('09:30 h')
  expect(formatHour('2026-07-01T03:30:00Z')).toBe('23:30 h')
})

test('what is no date is shown as it came', () => {
  expect(formatDay('por confirmar')).toBe('por confirmar')
  expect(formatHour('por confirmar')).toBe('por confirmar')
})

test('a moment is its day and its hour', () => {
  expect(formatMoment('2026-07-01T03:30:00Z')).toBe('30/06/2026, 23:30 h')
})

test('an hour carries its h', () => {
  expect(formatHour('09:30')).toBe('09:30 h')
})

test('a chip is made of any spelling of a date, and of nothing else', () => {
  expect(chipParts('26/11/2026')).toEqual({ day: '26', month: 'nov' })
  expect(chipParts('26-11-2026')).toEqual({ day: '26', month: 'nov' })
  expect(chipParts('2026-09-03')).toEqual({ day: '03', month: 'sep' })
  expect(chipParts('26/13/2026')).toBeNull()
  expect(chipParts('mañana')).toBeNull()
})

test('numbers are written with a decimal comma', () => {
  expect(formatNumber(13.5)).toBe('13,5')
  expect(formatNumber(13.5, 2)).toBe('13,50')
})
