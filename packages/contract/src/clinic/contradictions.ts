/** The rules of a clinic package that join two rows or two parts. */

import { foldText } from '../accents.ts'
import { contrast } from '../contrast.ts'
import { parseDisplayDuration } from '../results/release/expected-results.ts'
import type { ClinicPackage, PartName } from './clinic-package.ts'
import { findWrongWording } from './mail-wording.ts'
import { mainColour } from './parts/branding.ts'

/** What contradicts what. `path` leads from the content of the part to the value. */
export type Contradiction = {
  readonly part: PartName
  readonly path: readonly (string | number)[]
  readonly message: string
  readonly remedy: string
}

/**
 * The keys that the parts declare. A reader of files fills them from rows with errors too, so that an error in a site is not followed by
 * one in each exam of that site. A part that could not be read at all is absent: references to it are not judged.
 */
export type DeclaredKeys = Partial<Readonly<Record<keyof typeof keyFields, ReadonlySet<string>>>>

/** The field of each part to which other parts refer. */
export const keyFields = {
  images: 'name',
  sites: 'code',
  specialties: 'code',
  examSpecialties: 'code',
  procedureCategories: 'code',
  preparations: 'key',
  questionnaires: 'key',
  laboratoryPanels: 'code',
  laboratoryAnalytes: 'code',
} as const satisfies Partial<Record<PartName, string>>

/** Returns the keys that the rows of a package declare. */
function declaredKeys(clinic: Partial<ClinicPackage>): DeclaredKeys {
  return Object.fromEntries(
    Object.entries(keyFields).flatMap(([part, field]) => {
      const rows: readonly Readonly<Record<string, unknown>>[] | undefined =
        clinic[part as keyof typeof keyFields]
      return rows ? [[part, new Set(rows.map((row) => String(row[field])))]] : []
    }),
  )
}

/** Returns every contradiction of a package, or of those of its parts that are given. Each is reported once, where it is to be changed. */
export function findContradictions(
  clinic: Partial<ClinicPackage>,
  declared: DeclaredKeys = declaredKeys(clinic),
): Contradiction[] {
  return [
    ...repetitions(clinic),
    ...unknownSites(clinic, declared),
    ...unknownImages(clinic, declared),
    ...unknownBookingReferences(clinic, declared),
    ...unknownLaboratoryReferences(clinic, declared),
    ...groupsAtOdds(clinic, declared),
    ...rangesAtOdds(clinic),
    ...purposesAtOdds(clinic, declared),
    ...releaseRulesAtOdds(clinic),
    ...durationsAtOdds(clinic, declared),
    ...paleColours(clinic),
    ...findWrongWording(clinic.mails ?? {}).map((found) => ({ part: 'mails' as const, ...found })),
  ]
}

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

function repetitions(clinic: Partial<ClinicPackage>): Contradiction[] {
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
    // Calendars and appointments know a service by its code, whatever kind it is of. Two specialties with one code were found above.
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
    repeated([column('displayDurations', ({ id }) => ['id', id])]),
    repeated([column('survey', ({ id }) => ['id', id])]),
    repeated([column('survey', ({ name }) => ['name', name])]),
    repeatedInside(clinic),
  ].flat()
}

/** The repetitions within one row or object. */
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

type References = {
  readonly part: PartName
  readonly path: readonly (string | number)[]
  readonly values: readonly string[]
}

/** Returns one contradiction for each value, list or single, that names something unknown. */
function unknown(
  references: readonly References[],
  known: ReadonlySet<string> | undefined,
  where: string,
): Contradiction[] {
  if (!known) return []
  return references.flatMap(({ part, path, values }) => {
    const missing = values.filter((value) => !known.has(value))
    if (missing.length === 0) return []
    return [
      {
        part,
        path,
        message: `${missing.map((value) => `«${value}»`).join(', ')} no existe en ${where}`,
        remedy: 'Corrige el valor o agrégalo allí',
      },
    ]
  })
}

function unknownSites(clinic: Partial<ClinicPackage>, { sites }: DeclaredKeys): Contradiction[] {
  const lists = ['specialties', 'examSpecialties', 'exams', 'procedureCategories', 'procedures'] as const
  const branches = clinic.contact?.branches
  return unknown(
    [
      ...lists.flatMap((part) =>
        (clinic[part] ?? []).map((row, index) => ({ part, path: [index, 'sites'], values: row.sites })),
      ),
      ...(clinic.bookingGroups ?? []).flatMap((group, index) =>
        Object.keys(group.sites ?? {}).map((site) => ({
          part: 'bookingGroups' as const,
          path: [index, 'sites', site],
          values: [site],
        })),
      ),
      ...(branches ? [{ part: 'contact' as const, path: ['branches'], values: branches }] : []),
    ],
    sites,
    'sites.yaml',
  )
}

function unknownImages(
  { branding, sites = [] }: Partial<ClinicPackage>,
  { images }: DeclaredKeys,
): Contradiction[] {
  const named = branding
    ? [
        ...(['logo', 'logo_on_dark', 'favicon'] as const).map((name) => ({
          path: [name],
          values: [branding[name]],
        })),
        ...Object.entries(branding.images).map(([name, file]) => ({
          path: ['images', name],
          values: file ? [file] : [],
        })),
      ]
    : []
  return unknown(
    [
      ...named.map((reference) => ({ part: 'branding' as const, ...reference })),
      ...sites.map(({ photo }, index) => ({
        part: 'sites' as const,
        path: [index, 'photo'],
        values: photo ? [photo] : [],
      })),
    ],
    images,
    'la carpeta images',
  )
}

function unknownBookingReferences(clinic: Partial<ClinicPackage>, declared: DeclaredKeys): Contradiction[] {
  const { examSpecialties = [], exams = [], procedures = [], questionnaires = [] } = clinic
  const single = (part: PartName, rows: readonly (string | null)[], field: string): References[] =>
    rows.map((value, index) => ({ part, path: [index, field], values: value === null ? [] : [value] }))
  return [
    ...unknown(
      [
        ...single(
          'exams',
          exams.map((row) => row.specialty_code),
          'specialty_code',
        ),
        ...examSpecialties.map((row, index) => ({
          part: 'examSpecialties' as const,
          path: [index, 'same_exams_as'],
          values: row.same_exams_as,
        })),
        ...questionnaires.map((row, index) => ({
          part: 'questionnaires' as const,
          path: [index, 'applies_to'],
          values: row.applies_to,
        })),
      ],
      declared.examSpecialties,
      'exam-specialties.csv',
    ),
    ...unknown(
      single(
        'exams',
        exams.map((row) => row.questionnaire),
        'questionnaire',
      ),
      declared.questionnaires,
      'questionnaires.yaml',
    ),
    ...unknown(
      [
        ...single(
          'exams',
          exams.map((row) => row.preparation),
          'preparation',
        ),
        ...single(
          'procedures',
          procedures.map((row) => row.preparation),
          'preparation',
        ),
      ],
      declared.preparations,
      'la carpeta preparations',
    ),
    ...unknown(
      single(
        'procedures',
        procedures.map((row) => row.category_code),
        'category_code',
      ),
      declared.procedureCategories,
      'procedure-categories.csv',
    ),
  ]
}

function unknownLaboratoryReferences(
  clinic: Partial<ClinicPackage>,
  declared: DeclaredKeys,
): Contradiction[] {
  const { laboratoryAnalytes = [], laboratoryRanges = [] } = clinic
  return [
    ...unknown(
      laboratoryAnalytes.map(({ panel }, index) => ({
        part: 'laboratoryAnalytes',
        path: [index, 'panel'],
        values: [panel],
      })),
      declared.laboratoryPanels,
      'laboratory/panels.csv',
    ),
    ...unknown(
      laboratoryRanges.map(({ analyte }, index) => ({
        part: 'laboratoryRanges',
        path: [index, 'analyte'],
        values: [analyte],
      })),
      declared.laboratoryAnalytes,
      'laboratory/analytes.csv',
    ),
  ]
}

/** The groups whose kind and sites do not fit, and those that name specialties which do not exist. */
function groupsAtOdds(
  { bookingGroups = [] }: Partial<ClinicPackage>,
  declared: DeclaredKeys,
): Contradiction[] {
  const { specialties, examSpecialties, procedureCategories } = declared
  const known =
    specialties && examSpecialties && procedureCategories
      ? new Set([...specialties, ...examSpecialties, ...procedureCategories])
      : undefined
  return bookingGroups.flatMap((group, index): Contradiction[] => {
    const sites = Object.entries(group.sites ?? {})
    if ((group.kind === 'specialties') !== sites.length > 0) {
      return [
        {
          part: 'bookingGroups',
          path: [index, 'kind'],
          message: `El grupo «${group.key}» ${sites.length > 0 ? 'tiene «sites» y su tipo no es «specialties»' : 'no dice qué se reserva en cada sede'}`,
          remedy: 'Usa «sites» con el tipo «specialties», y solo con ese tipo',
        },
      ]
    }
    return unknown(
      sites.map(([site, values]) => ({ part: 'bookingGroups', path: [index, 'sites', site], values })),
      known,
      'specialties.csv ni en exam-specialties.csv',
    )
  })
}

/** The rows whose upper limit is below the lower one, or that attend no one. */
function rangesAtOdds({ specialties = [], laboratoryRanges = [] }: Partial<ClinicPackage>): Contradiction[] {
  const isReversed = (low: number | null, high: number | null) => low !== null && high !== null && high < low
  const reversed = (part: PartName, index: number, field: string): Contradiction => ({
    part,
    path: [index, field],
    message: 'El límite superior es menor que el inferior',
    remedy: 'Corrige uno de los dos',
  })
  return [
    ...specialties.flatMap((row, index) => {
      if (isReversed(row.age_min, row.age_max)) return [reversed('specialties', index, 'age_max')]
      if (row.adult || row.paediatric) return []
      return [
        {
          part: 'specialties' as const,
          path: [index, 'adult'],
          message: 'La especialidad no atiende a adultos ni a niños',
          remedy: 'Escribe sí en «adult» o en «paediatric»',
        },
      ]
    }),
    ...laboratoryRanges.flatMap((row, index) => [
      ...(isReversed(row.age_min_years, row.age_max_years)
        ? [reversed('laboratoryRanges', index, 'age_max_years')]
        : []),
      ...(isReversed(row.low, row.high) ? [reversed('laboratoryRanges', index, 'high')] : []),
    ]),
  ]
}

/** Returns rules of visible results whose number of days does not fit their kind, and rules that an earlier one hides. */
function releaseRulesAtOdds({ clinic }: Partial<ClinicPackage>): Contradiction[] {
  const rules = clinic?.result_release ?? []
  const wrong = (index: number, field: string, message: string, remedy: string): Contradiction => ({
    part: 'clinic',
    path: ['result_release', index, field],
    message,
    remedy,
  })
  return rules.flatMap((rule, index) => {
    const found: Contradiction[] = []
    if (rule.shown === 'after_days' && rule.days === undefined)
      found.push(wrong(index, 'shown', 'Falta el número de días', 'Escribe los días en «days»'))
    if (rule.shown !== 'after_days' && rule.days !== undefined)
      found.push(
        wrong(index, 'days', 'Los días son solo para «after_days»', 'Borra los días o elige «after_days»'),
      )
    const isHidden = rules
      .slice(0, index)
      .some(
        ({ type, name_contains }) =>
          type === rule.type &&
          (name_contains === undefined ||
            (rule.name_contains !== undefined &&
              foldText(rule.name_contains).includes(foldText(name_contains)))),
      )
    if (isHidden)
      found.push(
        wrong(
          index,
          'type',
          'Una regla anterior ya decide sobre todos estos exámenes',
          'Borra esta regla o ponla antes de la otra',
        ),
      )
    return found
  })
}

/** Returns durations of exams that do not exist, that have two durations, or whose duration names no time. */
function durationsAtOdds(
  { displayDurations = [] }: Partial<ClinicPackage>,
  { examSpecialties, procedureCategories }: DeclaredKeys,
): Contradiction[] {
  const part = 'displayDurations' as const
  const seen = new Set<string>()
  const known =
    examSpecialties && procedureCategories && new Set([...examSpecialties, ...procedureCategories])
  const references = displayDurations.map((row, index) => ({
    part,
    path: [index, 'applies_to'],
    values: row.applies_to,
  }))
  return [
    ...unknown(references, known, 'exam-specialties.csv ni en procedure-categories.csv'),
    ...displayDurations.flatMap((row, index) => {
      const found: Contradiction[] = []
      if (row.applies_to.some((code) => seen.has(code)))
        found.push({
          ...{ part, path: [index, 'applies_to'] },
          message: 'Una fila anterior ya tiene uno de estos códigos',
          remedy: 'Deja cada código en una sola fila',
        })
      for (const code of row.applies_to) seen.add(code)
      if (row.applies_to.length > 0 && parseDisplayDuration(row.day_withdrawal_portal) === null)
        found.push({
          ...{ part, path: [index, 'day_withdrawal_portal'] },
          message: `«${row.day_withdrawal_portal}» no dice cuántos días son`,
          remedy: 'Escribe por ejemplo «Mismo día», «2 días hábiles» o «3 a 5 días»',
        })
      return found
    }),
  ]
}

/** The least contrast on white of the main shade of each colour (WCAG 2.2: 1.4.3 and 1.4.11). */
const leastContrast = { action: 4.5, accent: 3, neutral: 4.5 } as const

/** Returns the texts on tests whose code is unknown, and those whose approval is incomplete or ends before it begins. */
function purposesAtOdds(
  { testPurposes = [] }: Partial<ClinicPackage>,
  { laboratoryPanels, laboratoryAnalytes }: DeclaredKeys,
): Contradiction[] {
  const isLoinc = (code: string) => /^\d{1,7}-\d$/.test(code)
  const known =
    laboratoryPanels && laboratoryAnalytes ? new Set([...laboratoryPanels, ...laboratoryAnalytes]) : undefined
  const references = testPurposes.map(({ code }, index) => ({
    part: 'testPurposes' as const,
    path: [index, 'code'],
    values: isLoinc(code) ? [] : [code],
  }))
  return [
    ...unknown(references, known, 'laboratory/analytes.csv ni en laboratory/panels.csv'),
    ...testPurposes.flatMap((row, index): Contradiction[] => {
      const { approved_by, approved_on, next_review_on } = row
      const fields = { approved_by, approved_on, next_review_on }
      const missing = Object.entries(fields).filter(([, value]) => value === null)
      const [first] = missing
      if (first !== undefined && missing.length < 3)
        return [
          {
            part: 'testPurposes',
            path: [index, first[0]],
            message: 'La aprobación está incompleta',
            remedy: 'Escribe quién aprobó el texto, cuándo, y la próxima revisión; o deja los tres vacíos',
          },
        ]
      if (approved_on === null || next_review_on === null || next_review_on > approved_on) return []
      return [
        {
          part: 'testPurposes',
          path: [index, 'next_review_on'],
          message: 'La próxima revisión no es posterior a la aprobación',
          remedy: 'Corrige una de las dos fechas',
        },
      ]
    }),
  ]
}

function paleColours({ branding }: Partial<ClinicPackage>): Contradiction[] {
  if (!branding) return []
  return Object.entries(leastContrast).flatMap(([name, least]) => {
    const colour = mainColour(branding.colours[name as keyof typeof leastContrast])
    const found = contrast(colour, '#FFFFFF')
    if (found >= least) return []
    return [
      {
        part: 'branding' as const,
        path: ['colours', name],
        message: `El contraste de ${colour} con el blanco es ${found.toFixed(1)} y debe ser ${least} o más`,
        remedy: 'Elige un color más oscuro',
      },
    ]
  })
}
