import { reportedFromPlain } from '@mi-portal/contract/results/plain-result'
import type { ReportedResult } from '@mi-portal/contract/results/reported-result'
import { expect, test } from 'vitest'
import { changeSinceLast, writeChange } from './change-since-last.rules.ts'

function glucose(value: string | null, more: Partial<ReportedResult> = {}): ReportedResult {
  const plain = {
    value,
    text: value === null ? 'Hemolizada' : null,
    unit: 'mg/dL',
    ucum: 'mg/dL',
    decimals: 1,
  }
  return { ...reportedFromPlain({ ...plain, low: 70, high: 99, reference_text: null }), ...more }
}
const below = glucose('20', { value: { kind: 'number', number: '20', comparator: '<' } })

/** Returns the words for the last of these results, which is of 20 November 2026. */
function changeOf(...past: readonly (readonly [date: string, reported: ReportedResult])[]): string | null {
  const course = past.map(([date, reported]) => ({ date, reported }))
  const last = course.at(-1)
  if (last === undefined) throw new Error('no result')
  const change = changeSinceLast({ reported: last.reported, course }, '2026-11-20')
  return change && writeChange(change)
}
const today = '2026-11-20'
const march = '2026-03-12'

test.each([
  [[march, glucose('92.5')], [today, glucose('92.8')], 'Subió 0,3 mg/dL desde el 12 de marzo de 2026.'],
  [[march, glucose('1092.5')], [today, glucose('92.5')], 'Bajó 1.000,0 mg/dL desde el 12 de marzo de 2026.'],
  [[march, glucose('92.50')], [today, glucose('92.5')], 'Sin cambio desde el 12 de marzo de 2026.'],
  [
    [today, glucose('92.5')],
    [today, glucose('93.5')],
    'Subió 1,0 mg/dL desde el resultado anterior del mismo día.',
  ],
  [
    [march, glucose('6.1', { unit: '%', ucum: null })],
    [today, glucose('6.4', { unit: '%' })],
    'Subió 0,3 puntos porcentuales desde el 12 de marzo de 2026.',
  ],
] as const)(
  'the change since the last result is written with its exact size and its day (%#)',
  (before, now, words) => {
    expect(changeOf(before, now)).toBe(words)
  },
)

test.each([
  [
    glucose('92', { method: 'Enzimático' }),
    glucose('93', { method: 'Hexoquinasa' }),
    'cambió el método, de «Enzimático» a «Hexoquinasa»',
  ],
  [glucose('92'), glucose('93', { method: 'Hexoquinasa' }), 'uno de los dos informes no dice el método'],
  [
    glucose('5.1', { unit: 'mmol/L', ucum: 'mmol/L' }),
    glucose('93'),
    'cambió la unidad, de «mmol/L» a «mg/dL»',
  ],
  [glucose('92', { unit: null, ucum: null }), glucose('93'), 'uno de los dos informes no dice la unidad'],
  [glucose('92', { body_site: 'Brazo' }), glucose('93'), 'las muestras son de distinto sitio'],
  [below, glucose('93'), 'uno de los dos no es un número exacto'],
  [glucose('92'), below, 'uno de los dos no es un número exacto'],
  [glucose(null), glucose('93'), 'uno de los dos no es un número exacto'],
] as const)('a result that is not comparable with the one before says why (%#)', (before, now, reason) => {
  expect(changeOf([march, before], [today, now])).toBe(
    `No se compara con el resultado del 12 de marzo de 2026: ${reason}.`,
  )
})

test('the result that can be compared is taken from several results of the last day', () => {
  const inOtherUnit = glucose('5.1', { unit: 'mmol/L', ucum: 'mmol/L' })
  expect(
    changeOf(
      ['2026-01-02', glucose('50')],
      [march, glucose('92')],
      [march, inOtherUnit],
      [today, glucose('93')],
    ),
  ).toBe('Subió 1,0 mg/dL desde el 12 de marzo de 2026.')
})

test('a result is compared with what was before its own exam, never with a later result', () => {
  const course = [
    { date: march, reported: glucose('90') },
    { date: today, reported: glucose('95') },
    { date: '2026-11-25', reported: glucose('99') },
  ]
  const change = changeSinceLast({ reported: glucose('95'), course }, today)
  expect(change && writeChange(change)).toBe('Subió 5,0 mg/dL desde el 12 de marzo de 2026.')
  expect(changeSinceLast({ reported: glucose('90'), course }, march)).toBeNull()
})

test('nothing is said where the result cannot be found in its course, or is there twice on its day', () => {
  const twice = [
    { date: march, reported: glucose('90') },
    { date: today, reported: glucose('95') },
    { date: today, reported: glucose('95') },
  ]
  expect(changeSinceLast({ reported: glucose('95'), course: twice }, today)).toBeNull()
  expect(changeSinceLast({ reported: glucose('96'), course: twice }, today)).toBeNull()
  expect(changeSinceLast({ reported: glucose('95'), course: [] }, today)).toBeNull()
})
