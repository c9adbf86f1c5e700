import type { ClinicPackage } from '@mi-portal/contract/clinic/clinic-package'
import { expect, test } from 'vitest'
import { findContradictions } from './contradictions.rules.ts'

type Rule = NonNullable<ClinicPackage['clinic']['result_release']>[number]
type Duration = ClinicPackage['displayDurations'][number]

const since = '2026-01-01'

/** Returns the places of the contradictions of a package with only these rules. The other fields of the part are not judged. */
function placesOf(result_release: readonly Rule[]) {
  const clinic = { result_release } as ClinicPackage['clinic']
  return findContradictions({ clinic }).map(({ part, path }) => [part, ...path])
}

test.each<[string, readonly Rule[], readonly (readonly unknown[])[]]>([
  [
    'a rule of days with its days is right',
    [{ type: 'laboratory', shown: 'after_days', days: 3, since }],
    [],
  ],
  [
    'a rule of days without days is wrong',
    [{ type: 'laboratory', shown: 'after_days', since }],
    [['clinic', 'result_release', 0, 'shown']],
  ],
  [
    'days of another rule are wrong',
    [{ type: 'laboratory', shown: 'when_released', days: 3, since }],
    [['clinic', 'result_release', 0, 'days']],
  ],
  [
    'a rule after one for all exams of its type is wrong',
    [
      { type: 'imaging', shown: 'immediately', since },
      { type: 'imaging', name_contains: 'Biopsia', shown: 'when_released', since },
    ],
    [['clinic', 'result_release', 1, 'type']],
  ],
  [
    'a rule whose words contain those of an earlier rule is wrong, also with other accents',
    [
      { type: 'imaging', name_contains: 'ecografia', shown: 'immediately', since },
      { type: 'imaging', name_contains: 'Ecografía mamaria', shown: 'when_released', since },
    ],
    [['clinic', 'result_release', 1, 'type']],
  ],
  [
    'a special rule before a general one is right',
    [
      { type: 'imaging', name_contains: 'Biopsia', shown: 'when_released', since },
      { type: 'imaging', shown: 'immediately', since },
    ],
    [],
  ],
])('%s', (_, rules, places) => {
  expect(placesOf(rules)).toEqual(places)
})

test('a last reminder that is not after the first one is wrong, also beside the usual days', () => {
  const places = (fields: Partial<ClinicPackage['clinic']>) =>
    findContradictions({ clinic: fields as ClinicPackage['clinic'] }).map(({ path }) => path)
  expect(places({ first_reminder_days: 5, last_reminder_days: 2 })).toEqual([])
  for (const fields of [{ first_reminder_days: 3, last_reminder_days: 3 }, { last_reminder_days: 8 }])
    expect(places(fields)).toEqual([['last_reminder_days']])
})

test('a duration of an unknown code, of a code that another row has, or without a number of days is wrong', () => {
  const row = (id: number, day_withdrawal_portal: string, applies_to: string[]): Duration => ({
    ...{ id, category_id: 1, category_name: 'Imágenes', name_exam: 'Examen', day_withdrawal: '1 día hábil' },
    ...{ day_withdrawal_portal, applies_to },
  })
  const found = findContradictions(
    {
      displayDurations: [
        row(1, '2 días hábiles', ['RX', 'NADA']),
        row(2, '1 día hábil', ['RX']),
        row(3, 'Según el examen', ['CAR']),
        row(4, 'Según el examen', []),
      ],
    },
    { examSpecialties: new Set(['RX']), procedureCategories: new Set(['CAR']) },
  )
  expect(found.map(({ path }) => path)).toEqual([
    [0, 'applies_to'],
    [1, 'applies_to'],
    [2, 'day_withdrawal_portal'],
  ])
})
