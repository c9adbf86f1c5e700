import { expect, onTestFinished, test, vi } from 'vitest'
import { chipParts, formatDay, formatTaken, formatTime, today } from './dates.ts'

test('a day is formatted day first, and a timestamp in the time of Santiago, in summer and winter', () => {
  expect(formatDay('2026-11-26')).toBe('26/11/2026')
  expect(formatDay('2026-07-01T03:30:00Z')).toBe('30/06/2026')
  expect(formatTime('2026-11-26T12:30:00Z')).toBe('09:30 h')
  expect(formatTime('2026-07-01T03:30:00Z')).toBe('23:30 h')
})

test('text that is not a date is shown unchanged', () => {
  expect(formatDay('por confirmar')).toBe('por confirmar')
  expect(formatTime('por confirmar')).toBe('por confirmar')
})

test('the date of an exam has a time only if one is known', () => {
  expect(formatTaken({ date: '26/11/2026', hour: '09:30' })).toBe('26/11/2026, 09:30 h')
  expect(formatTaken({ date: '11/2026', hour: '' })).toBe('11/2026')
})

test('a chip is made from any spelling of a date, and from nothing else', () => {
  expect(chipParts('26/11/2026')).toEqual({ day: '26', month: 'nov' })
  expect(chipParts('26-11-2026')).toEqual({ day: '26', month: 'nov' })
  expect(chipParts('2026-09-03')).toEqual({ day: '03', month: 'sep' })
  expect(chipParts('26/13/2026')).toBeNull()
  expect(chipParts('mañana')).toBeNull()
})

test('today is the date in Santiago, also in the evening, when it is tomorrow in UTC', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  vi.setSystemTime(new Date('2026-11-27T01:30:00Z'))
  expect(today()).toBe('2026-11-26')
  vi.setSystemTime(new Date('2026-11-27T03:00:00Z'))
  expect(today()).toBe('2026-11-27')
})
