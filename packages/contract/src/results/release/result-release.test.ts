import { expect, test } from 'vitest'
import { describeHold, findResultHold, type ReleasableExam, type ReleaseRule } from './result-release.ts'

const since = '2026-01-01'
const exam: ReleasableExam = {
  type: 'laboratory',
  type_exam: 'Biopsia gástrica',
  taken_at: new Date('2026-11-25T12:00:00Z'),
  available_at: new Date('2026-11-26T12:00:00Z'),
  is_released: false,
}
const now = new Date('2026-11-26T15:00:00Z')
const threeDays: ReleaseRule = { type: 'laboratory', shown: 'after_days', days: 3, since }

test.each<[string, readonly ReleaseRule[], Partial<ReleasableExam>, string | null]>([
  ['a result without a rule is visible', [], {}, null],
  ['a rule of another type does not hold a result', [{ ...threeDays, type: 'imaging' }], {}, null],
  ['a rule for other names does not hold a result', [{ ...threeDays, name_contains: 'hemograma' }], {}, null],
  [
    'a rule finds the name without accents and capitals',
    [{ ...threeDays, name_contains: 'GASTRICA' }],
    {},
    '2026-11-29',
  ],
  ['days count from the arrival and not from the exam', [threeDays], {}, '2026-11-29'],
  [
    'a result whose days have passed is visible',
    [threeDays],
    { available_at: new Date('2026-11-23T12:00:00Z') },
    null,
  ],
  [
    'an exam from before the first day of the rule is visible',
    [{ ...threeDays, since: '2026-11-26' }],
    {},
    null,
  ],
  ['a released result is visible', [threeDays], { is_released: true }, null],
  ['the first rule that fits decides', [{ ...threeDays, shown: 'immediately' }, threeDays], {}, null],
  [
    'a result without a release is held for 30 days',
    [{ ...threeDays, shown: 'when_released' }],
    {},
    '2026-12-26',
  ],
  ['no rule holds a result for more than 30 days', [{ ...threeDays, days: 400 }], {}, '2026-12-26'],
])('%s', (_, rules, changes, until) => {
  expect(findResultHold(rules, { ...exam, ...changes }, now)?.until ?? null).toBe(until)
})

test('the words of a held result say when it is visible', () => {
  expect(describeHold({ cause: 'days', until: '2026-12-03' })).toBe('Disponible desde el 3 de diciembre')
  expect(describeHold({ cause: 'release', until: '2026-12-26' })).toBe(
    'Tu médico te lo mostrará en tu control. Si no, estará aquí desde el 26 de diciembre',
  )
})
