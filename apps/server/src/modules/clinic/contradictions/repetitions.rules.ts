import type { ClinicPackage, PartName } from '@mi-portal/contract/clinic/clinic-package'
import type { Contradiction } from './contradiction.rules.ts'

type Fields = readonly (readonly [field: string, value: string | number])[]

/** Returns a contradiction for each row that repeats the value of an earlier one. `series` are the fields that share their values. */
function repeated(series: readonly (readonly [part: PartName, rows: readonly Fields[]])[]): Contradiction[] {
  const seen = new Set<string | number>()
  return series.flatMap(([part, rows]) =>
    rows.flatMap((fields, index) =>
      fields.flatMap(([field, value]) => {
        if (!seen.has(value)) {
          seen.add(value)
          return []
        }
        return [
          {
            part,
            path: [index, field],
            message: `«${value}» ya está en uso`,
            remedy: 'Escribe otro valor o borra la repetición',
          },
        ]
      }),
    ),
  )
}

export function findRepetitions(clinic: Partial<ClinicPackage>): Contradiction[] {
  const column = <Name extends PartName>(
    part: Name,
    pick: (
      row: Extract<ClinicPackage[Name], readonly unknown[]>[number],
    ) => readonly [string, string | number],
  ) => {
    const rows = (clinic[part] ?? []) as Extract<ClinicPackage[Name], readonly unknown[]>
    return [part, rows.map((row) => [pick(row)])] as const
  }
  return [
    repeated([column('sites', ({ id }) => ['id', id])]),
    repeated([column('sites', ({ code }) => ['code', code])]),
    repeated([column('bookingGroups', ({ key }) => ['key', key])]),
    repeated([
      column('specialties', ({ code }) => ['code', code]),
      column('examSpecialties', ({ service_code }) => ['service_code', service_code]),
      column('procedureCategories', ({ service_code }) => ['service_code', service_code]),
    ]),
    // Calendars and appointments know a service by its code alone, so services of different kinds may not share one. The list above
    // already reports two specialties with the same code.
    repeated([
      column('specialties', ({ code }) => ['code', String(code)]),
      column('examSpecialties', ({ code }) => ['code', code]),
      column('procedureCategories', ({ code }) => ['code', code]),
    ]).filter(({ part }) => part !== 'specialties'),
    repeated([column('exams', ({ id }) => ['id', id])]),
    repeated([column('procedures', ({ code }) => ['code', code])]),
    repeated([column('preparations', ({ key }) => ['key', key])]),
    repeated([column('questionnaires', ({ key }) => ['key', key])]),
    repeated([column('laboratoryPanels', ({ code }) => ['code', code])]),
    repeated([column('laboratoryAnalytes', ({ code }) => ['code', code])]),
    repeated([column('testPurposes', ({ code }) => ['code', code])]),
    repeated([column('reservedTests', ({ group }) => ['group', group])]),
    repeated([column('insurers', ({ id }) => ['id', id])]),
    repeated([column('documentTypes', ({ id }) => ['id', id])]),
    repeated([column('quoteTypes', ({ id }) => ['id', id])]),
    repeated([column('cannedAnswers', ({ matter, title }) => ['title', `${matter}: ${title}`])]),
    repeated([column('displayDurations', ({ id }) => ['id', id])]),
    repeated([column('survey', ({ id }) => ['id', id])]),
    repeated([column('survey', ({ name }) => ['name', name])]),
    repeatedInside(clinic),
  ].flat()
}

function repeatedInside({
  contact,
  questionnaires = [],
  reservedTests = [],
}: Partial<ClinicPackage>): Contradiction[] {
  const reasons = repeated([['contact', (contact?.reasons ?? []).map(({ id }) => [['id', id]])]])
  const questions = questionnaires.flatMap((row, index) =>
    repeated([['questionnaires', row.questions.map(({ id }) => [['id', id]])]]).map((found) => ({
      ...found,
      path: [index, 'questions', ...found.path],
    })),
  )
  const codes = repeated([
    ['reservedTests', reservedTests.map(({ loinc }) => Object.keys(loinc).map((one) => [one, one] as const))],
  ])
  return [
    ...reasons.map((found) => ({ ...found, path: ['reasons', ...found.path] })),
    ...questions,
    ...codes.map((found) => ({ ...found, path: [found.path[0] ?? 0, 'loinc', found.path[1] ?? ''] })),
  ]
}
