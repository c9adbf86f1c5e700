import { expect, test } from 'vitest'
import { listLegalHolidays } from './holidays.ts'

/**
 * The days, as month and day, written by hand from the laws (2.977, 19.668, 19.973, 20.148, 20.215, 20.299, 20.983,
 * 21.357). They were compared with the calendar of 2026 to 2028 of an open payroll program, which lacks 17
 * September 2027; that Friday is a holiday, as 17 September 2021 was (calendar at mundapi.cl, Ley 20.983). Sources
 * read in November 2026. Elections are left out: staff add them.
 */
const published: Readonly<Record<number, string>> = {
  2024: '01-01 03-29 03-30 05-01 05-21 06-20 06-29 07-16 08-15 09-18 09-19 09-20 10-12 10-31 11-01 12-08 12-25',
  2025: '01-01 04-18 04-19 05-01 05-21 06-20 06-29 07-16 08-15 09-18 09-19 10-12 10-31 11-01 12-08 12-25',
  2026: '01-01 04-03 04-04 05-01 05-21 06-21 06-29 07-16 08-15 09-18 09-19 10-12 10-31 11-01 12-08 12-25',
  2027: '01-01 03-26 03-27 05-01 05-21 06-21 06-28 07-16 08-15 09-17 09-18 09-19 10-11 10-31 11-01 12-08 12-25',
  2028: '01-01 04-14 04-15 05-01 05-21 06-20 06-26 07-16 08-15 09-18 09-19 10-09 10-27 11-01 12-08 12-25',
  2029: '01-01 03-30 03-31 05-01 05-21 06-20 07-02 07-16 08-15 09-17 09-18 09-19 10-15 11-01 11-02 12-08 12-25',
  2030: '01-01 04-19 04-20 05-01 05-21 06-21 06-29 07-16 08-15 09-18 09-19 09-20 10-12 10-31 11-01 12-08 12-25',
}

test.each(Object.entries(published))('the holidays of %s are the published ones', (year, days) => {
  expect(listLegalHolidays(Number(year)).map(({ day }) => day)).toEqual(
    days.split(' ').map((day) => `${year}-${day}`),
  )
})

test('2 January is a holiday when it is a Monday: in 2023, and next in 2034', () => {
  const years = Array.from({ length: 15 }, (_, index) => 2022 + index)
  expect(years.filter((year) => listLegalHolidays(year).some(({ day }) => day.endsWith('01-02')))).toEqual([
    2023, 2034,
  ])
})
