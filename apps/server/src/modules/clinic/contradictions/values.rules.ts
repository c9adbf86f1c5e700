import { readVisits } from '@mi-portal/contract/booking/visit-settings'
import type { ClinicPackage, PartName } from '@mi-portal/contract/clinic/clinic-package'
import { mainColour } from '@mi-portal/contract/clinic/parts/branding'
import { contrast } from '@mi-portal/contract/contrast'
import { foldText } from '@mi-portal/contract/fields/accents'
import { parseDisplayDuration } from '@mi-portal/contract/results/release/expected-results'
import type { Contradiction, DeclaredKeys } from './contradiction.rules.ts'
import { findUnknown } from './references.rules.ts'

function findWrongGroups(
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
    if (group.frequent && group.kind !== 'consultation') {
      return [
        {
          part: 'bookingGroups',
          path: [index, 'frequent'],
          message: `El grupo «${group.key}» tiene «frequent» y su tipo no es «consultation»`,
          remedy: 'Usa «frequent» solo con el tipo «consultation»',
        },
      ]
    }
    return [
      ...findUnknown(
        sites.map(([site, values]) => ({ part: 'bookingGroups', path: [index, 'sites', site], values })),
        known,
        'specialties.csv ni en exam-specialties.csv',
      ),
      ...findUnknown(
        (group.frequent ?? []).map((code, place) => ({
          part: 'bookingGroups',
          path: [index, 'frequent', place],
          values: [code],
        })),
        specialties,
        'specialties.csv',
      ),
    ]
  })
}

function findWrongRanges({
  specialties = [],
  laboratoryRanges = [],
}: Partial<ClinicPackage>): Contradiction[] {
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

function findWrongReleaseRules({ clinic }: Partial<ClinicPackage>): Contradiction[] {
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

function findWrongReminders({ clinic }: Partial<ClinicPackage>): Contradiction[] {
  if (clinic === undefined) return []
  const [first = 0, last = 0] = readVisits(clinic).reminder_days
  if (last < first) return []
  return [
    {
      part: 'clinic',
      path: ['last_reminder_days'],
      message: `El último recordatorio (${last} días antes) no puede ser anterior al primero (${first} días antes)`,
      remedy: 'Escribe un número menor que «first_reminder_days»',
    },
  ]
}

function findWrongDurations(
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
    ...findUnknown(references, known, 'exam-specialties.csv ni en procedure-categories.csv'),
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

function findWrongPurposes(
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
    ...findUnknown(references, known, 'laboratory/analytes.csv ni en laboratory/panels.csv'),
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

/** The least contrast on white of the main shade of each colour (WCAG 2.2: 1.4.3 and 1.4.11). */
const leastContrast = { action: 4.5, accent: 3, neutral: 4.5 } as const

function findPaleColours({ branding }: Partial<ClinicPackage>): Contradiction[] {
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

export function findContradictoryValues(
  clinic: Partial<ClinicPackage>,
  declared: DeclaredKeys,
): Contradiction[] {
  return [
    ...findWrongGroups(clinic, declared),
    ...findWrongRanges(clinic),
    ...findWrongPurposes(clinic, declared),
    ...findWrongReleaseRules(clinic),
    ...findWrongDurations(clinic, declared),
    ...findWrongReminders(clinic),
    ...findPaleColours(clinic),
  ]
}
