import { expect, test } from 'vitest'
import { buildSlot } from '../../../../test/scheduling.ts'
import { describeClashes, findClashes } from './clashes.rules.ts'
import { groupByDay, selectShownDays, splitByNoon } from './free-slots.rules.ts'

const busy = {
  id_appointment: 90,
  patient_id: 7,
  first_name: 'Camila',
  starts_at: '2026-11-26T12:40:00.000Z',
  ends_at: '2026-11-26T13:10:00.000Z',
}
const ofChild = { ...busy, id_appointment: 91, patient_id: 12, first_name: 'Martina' }

test.each([
  ['an appointment that overlaps the slot', busy, { patientId: 7 }, 'Ya tienes hora'],
  ['an appointment of a child', ofChild, { patientId: 12 }, 'Martina ya tiene hora'],
  ['an appointment of another person than the chosen one', busy, { patientId: 12 }, null],
  ['the appointment that is moved', busy, { patientId: 7, movedId: 90 }, null],
  [
    'an appointment that begins when the slot ends',
    { ...busy, starts_at: buildSlot().ends_at },
    { patientId: 7 },
    null,
  ],
])('%s clashes only if it is another one of the same person at the same time', (_, time, people, text) => {
  expect(describeClashes(findClashes(buildSlot(), [time], { userId: 7, ...people }), 7)).toBe(text)
})

test('equal slots of several professionals are one, and days begin at midnight in Santiago', () => {
  const late = buildSlot({ id: 33, starts_at: '2026-11-27T02:00:00.000Z' })
  const other = buildSlot({ id: 34, office_id: 'MAIPU' })
  const days = groupByDay([buildSlot(), buildSlot({ id: 32 }), other, late])
  expect([...days].map(([day, slots]) => [day, slots.map(({ id }) => id)])).toEqual([
    ['2026-11-26', [31, 34, 33]],
  ])
  expect(splitByNoon([buildSlot(), late]).map(({ name, slots }) => [name, slots.length])).toEqual([
    ['Mañana', 1],
    ['Tarde', 1],
  ])
  expect(splitByNoon([buildSlot()]).map(({ name }) => name)).toEqual(['Mañana'])
})

test('the days of the week are offered without a Sunday on which nothing is free', () => {
  expect(selectShownDays('2026-11-28', 2, new Map())).toEqual(['2026-11-28', '2026-11-30'])
  expect(selectShownDays('2026-11-28', 2, new Map([['2026-11-29', []]]))).toEqual([
    '2026-11-28',
    '2026-11-29',
  ])
})
