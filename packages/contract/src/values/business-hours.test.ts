import { describe, expect, test } from 'vitest'
import { afterBusinessHours, beforeBusinessHours, isBusinessDay } from './business-hours.ts'

const weekdaysOff = (year: number) => {
  const off: string[] = []
  for (let at = Date.UTC(year, 0, 1, 12); new Date(at).getUTCFullYear() === year; at += 86_400_000) {
    const date = new Date(at)
    const day = date.toISOString().slice(0, 10)
    if (![0, 6].includes(date.getUTCDay()) && !isBusinessDay(day)) off.push(day.slice(5))
  }
  return off
}

describe('Chile’s holidays', () => {
  test('the holidays on weekdays of 2023 to 2026 are those of the official calendar', () => {
    expect(weekdaysOff(2024)).toEqual([
      '01-01',
      '03-29',
      '05-01',
      '05-21',
      '06-20',
      '07-16',
      '08-15',
      '09-18',
      '09-19',
      '09-20',
      '10-31',
      '11-01',
      '12-25',
    ])
    expect(weekdaysOff(2025)).toEqual([
      '01-01',
      '04-18',
      '05-01',
      '05-21',
      '06-20',
      '07-16',
      '08-15',
      '09-18',
      '09-19',
      '10-31',
      '12-08',
      '12-25',
    ])
    expect(weekdaysOff(2026)).toEqual([
      '01-01',
      '04-03',
      '05-01',
      '05-21',
      '06-29',
      '07-16',
      '09-18',
      '10-12',
      '12-08',
      '12-25',
    ])
    expect(weekdaysOff(2023)).toEqual([
      '01-02',
      '04-07',
      '05-01',
      '06-21',
      '06-26',
      '08-15',
      '09-18',
      '09-19',
      '10-09',
      '10-27',
      '11-01',
      '12-08',
      '12-25',
    ])
  })
})

describe('48 business hours', () => {
  test.each([
    ['over plain days', '2026-11-23T13:00:00Z', '2026-11-25T13:00:00Z'],
    ['over a weekend', '2026-11-26T15:00:00Z', '2026-11-30T15:00:00Z'],
    ['begun on a Saturday', '2026-11-28T15:00:00Z', '2026-12-02T03:00:00Z'],
    ['over a holiday in the week', '2026-12-07T15:00:00Z', '2026-12-10T15:00:00Z'],
    // The clocks go forward on Sunday, 6 September: noon is 15 UTC on Monday and was 16 UTC on Friday.
    ['over the change of the clocks', '2026-09-04T16:00:00Z', '2026-09-08T15:00:00Z'],
  ])('48 business hours %s end at the right time', (_, from, to) => {
    expect(afterBusinessHours(new Date(from), 48).toISOString()).toBe(`${to.slice(0, -1)}.000Z`)
  })

  test('exactly what began at or before the start of the last 48 business hours is over', () => {
    for (let hours = 0; hours < 24 * 21; hours += 5) {
      const now = new Date(Date.parse('2026-12-01T00:30:00Z') + hours * 3_600_000)
      const since = beforeBusinessHours(now, 48)
      expect(afterBusinessHours(since, 48).getTime()).toBeLessThanOrEqual(now.getTime())
      expect(afterBusinessHours(new Date(since.getTime() + 1000), 48).getTime()).toBeGreaterThan(
        now.getTime() - 1,
      )
    }
  })
})
