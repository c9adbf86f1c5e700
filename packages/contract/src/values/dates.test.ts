import { expect, onTestFinished, test } from 'vitest'
import {
  addDays,
  addYears,
  ageOn,
  findClockChanges,
  isDay,
  latestBirth,
  readDay,
  rememberClockChanges,
  santiago,
  showDay,
  showDayShort,
  toDay,
  toInstant,
  weekday,
  zone,
} from './dates.ts'

test('a day is the day in Santiago, on both sides of midnight and of the clock changes', () => {
  expect(toDay(new Date('2026-11-27T02:59:59Z'))).toBe('2026-11-26')
  expect(toDay(new Date('2026-11-27T03:00:00Z'))).toBe('2026-11-27')
  // In the night of 6 September 2026 the clocks go from 23:59 to 01:00.
  expect(santiago(new Date('2026-09-06T03:59:59Z'))).toMatchObject({ day: '2026-09-05', time: '23:59' })
  expect(santiago(new Date('2026-09-06T04:00:00Z'))).toMatchObject({ day: '2026-09-06', time: '01:00' })
  // The last hour of 3 April 2027 occurs twice.
  expect(santiago(new Date('2027-04-04T02:30:00Z'))).toMatchObject({ day: '2027-04-03', time: '23:30' })
  expect(santiago(new Date('2027-04-04T03:30:00Z'))).toMatchObject({ day: '2027-04-03', time: '23:30' })
})

test('every hour of a year, and instants of the distant past, are formatted as Intl formats them', () => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  const hours = Array.from({ length: 366 * 24 }, (_, hour) => Date.UTC(2026, 0, 1, hour, 59, 59))
  for (const moment of [...hours, Date.UTC(1955, 8, 30), Date.UTC(1969, 11, 31, 23), Date.UTC(1970, 0, 1)]) {
    const { day, time, seconds } = santiago(new Date(moment))
    expect(`${day} ${time}:${seconds}`).toBe(format.format(moment))
  }
})

test('the changes of the clocks are those of the time zone, between the ends of the time', () => {
  const changes = findClockChanges(2025, 2026)
  expect(changes.map(([from, offset]) => [new Date(from * 60_000).toISOString(), offset])).toEqual([
    ['2025-01-01T00:00:00.000Z', -180],
    ['2025-04-06T03:00:00.000Z', -240],
    ['2025-09-07T04:00:00.000Z', -180],
    ['2026-04-05T03:00:00.000Z', -240],
    ['2026-09-06T04:00:00.000Z', -180],
    ['2027-01-01T00:00:00.000Z', -180],
  ])
})

test('instants before and after the known changes of the clocks are formatted with the time zone', () => {
  const outside = [
    Date.UTC(2021, 6, 1, 12),
    Date.UTC(2021, 11, 31, 23, 59),
    Date.UTC(2023, 0),
    Date.UTC(2040, 6),
  ]
  const usual = outside.map((moment) => santiago(new Date(moment)))
  rememberClockChanges([
    [Date.UTC(2022, 0) / 60_000, 0],
    [Date.UTC(2023, 0) / 60_000, 0],
  ])
  onTestFinished(() => rememberClockChanges([]))
  expect(santiago(new Date(Date.UTC(2022, 6, 1, 12)))).toMatchObject({ time: '12:00' })
  expect(outside.map((moment) => santiago(new Date(moment)))).toEqual(usual)
})

test('a local time is converted to its instant; a skipped time moves on, and a repeated time means the first', () => {
  expect(toInstant('2026-11-26', '09:30').toISOString()).toBe('2026-11-26T12:30:00.000Z')
  expect(toInstant('2026-07-01', '09:30').toISOString()).toBe('2026-07-01T13:30:00.000Z')
  expect(toInstant('2026-09-06', '00:30').toISOString()).toBe('2026-09-06T04:30:00.000Z')
  expect(toInstant('2027-04-03', '23:30').toISOString()).toBe('2027-04-04T02:30:00.000Z')
})

test.each([
  ['2008-11-26', '2026-11-25', 17],
  ['2008-11-26', '2026-11-26', 18],
  ['2008-02-29', '2026-02-28', 17],
  ['2008-02-29', '2026-03-01', 18],
  ['2008-02-29', '2028-02-29', 20],
  ['2009-09-05', '2027-09-04', 17],
  ['2009-09-05', '2027-09-05', 18],
])('a person born on %s is, on %s, %i years old', (birth, day, age) => {
  expect(ageOn(birth, day)).toBe(age)
})

test('only days that exist are valid days', () => {
  expect(['2024-02-29', '2026-12-31', '0001-01-01', '2999-12-31'].every(isDay)).toBe(true)
  const wrong = '2026-02-29 2026-13-01 2026-04-31 2026-00-10 26-01-01 2026-1-1 0000-01-01 3000-01-01'
  expect(['', ...wrong.split(' ')].some(isDay)).toBe(false)
})

test('a person born by the latest birth date of an age has reached that age, and a person born later has not', () => {
  for (const age of [12, 14, 16, 17, 18, 20]) {
    // Leap years and other years, each with births around the limit.
    for (let day = '2023-06-01'; day < '2029-06-01'; day = addDays(day, 1)) {
      const latest = latestBirth(age, day)
      const birth = `${Number(day.slice(0, 4)) - age}${day.slice(4, 7)}-01`
      for (const near of [-2, -1, 0, 1, 27, 28, 29, 30, 31].map((days) => addDays(birth, days)))
        if (near <= latest !== ageOn(near, day) >= age) expect([age, day, near]).toBe(latest)
    }
  }
  expect(latestBirth(18, '2028-02-29')).toBe('2010-02-28')
  expect(latestBirth(18, '2028-03-01')).toBe('2010-03-01')
  expect(latestBirth(20, '2028-02-29')).toBe('2008-02-29')
})

test('days are added, shown and read', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
  expect(addYears('2008-02-29', 18)).toBe('2026-03-01')
  expect(addYears('2026-11-26', -18)).toBe('2008-11-26')
  expect(weekday('2026-11-26')).toBe(4)
  expect(showDay('2026-11-26')).toBe('26/11/2026')
  expect(showDayShort('2026-11-06')).toBe('6 nov')
  expect(readDay('26/11/2026')).toBe('2026-11-26')
  expect(readDay(' 6-1-2026 ')).toBe('2026-01-06')
  expect(readDay('31/02/2026')).toBeNull()
  expect(readDay('hoy')).toBeNull()
})
