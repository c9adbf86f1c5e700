import { expect, test } from 'vitest'
import { describeOpeningHours, type OpeningHours } from './describe-opening-hours.ts'

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const
function buildHours(
  onWeekdays: string[],
  saturday: string[],
  sunday: string[],
  holidays: string[],
): OpeningHours {
  return { ...Object.fromEntries(weekdays.map((day) => [day, onWeekdays])), saturday, sunday, holidays }
}

test.each([
  [
    buildHours(['09:00-20:00'], ['09:00-20:00'], ['09:00-19:30'], ['09:00-19:30']),
    ['Lunes a sábado: 09:00 a 20:00 h', 'Domingo y feriados: 09:00 a 19:30 h'],
  ],
  [
    buildHours(['08:00-13:00', '14:00-18:00'], [], [], []),
    ['Lunes a viernes: 08:00 a 13:00 y 14:00 a 18:00 h', 'Sábado, domingo y feriados: cerrado'],
  ],
  [
    { ...buildHours(['09:00-20:00'], ['09:00-14:00'], [], ['10:00-12:00']), monday: [] },
    [
      'Lunes: cerrado',
      'Martes a viernes: 09:00 a 20:00 h',
      'Sábado: 09:00 a 14:00 h',
      'Domingo: cerrado',
      'Feriados: 10:00 a 12:00 h',
    ],
  ],
  [buildHours([], [], [], []), []],
])('the opening hours %j are described by groups of days', (hours, lines) => {
  expect(describeOpeningHours(hours)).toEqual(lines)
})
