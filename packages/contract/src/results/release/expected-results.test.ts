import { expect, test } from 'vitest'
import { expectedResultDay, parseDisplayDuration } from './expected-results.ts'

test.each([
  ['Mismo día', { days: 0, business: false }],
  ['1 día hábil', { days: 1, business: true }],
  ['3 a 5 días hábiles', { days: 5, business: true }],
  ['10 días corridos', { days: 10, business: false }],
  ['15 días', { days: 15, business: false }],
  ['48 horas', { days: 2, business: false }],
  ['Según el examen', null],
  ['', null],
  ['-3 días', null],
])('the duration «%s» is read', (text, duration) => {
  expect(parseDisplayDuration(text)).toEqual(duration)
})

test.each([
  // 8 December is a legal holiday, 5 and 6 December a weekend.
  ['one business day after a Friday', '2026-12-04', { days: 1, business: true }, [], '2026-12-07'],
  ['two business days over a holiday', '2026-12-04', { days: 2, business: true }, [], '2026-12-09'],
  [
    'a business day over a holiday of the clinic',
    '2026-12-04',
    { days: 1, business: true },
    ['2026-12-07'],
    '2026-12-09',
  ],
  [
    'two calendar days over a weekend',
    '2026-12-04',
    { days: 2, business: false },
    ['2026-12-06'],
    '2026-12-06',
  ],
  ['the same day, a Sunday too', '2026-12-06', { days: 0, business: false }, [], '2026-12-06'],
])('%s is the expected day', (_, taken, duration, holidays, day) => {
  expect(expectedResultDay(taken, duration, new Set(holidays))).toBe(day)
})
