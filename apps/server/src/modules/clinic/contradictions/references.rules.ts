import type { ClinicPackage, PartName } from '@mi-portal/contract/clinic/clinic-package'
import type { Contradiction, DeclaredKeys } from './contradiction.rules.ts'

type References = {
  readonly part: PartName
  readonly path: readonly (string | number)[]
  readonly values: readonly string[]
}

export function findUnknown(
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

function findUnknownSites(clinic: Partial<ClinicPackage>, { sites }: DeclaredKeys): Contradiction[] {
  const lists = ['specialties', 'examSpecialties', 'exams', 'procedureCategories', 'procedures'] as const
  const branches = clinic.contact?.branches
  return findUnknown(
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

function findUnknownImages(
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
  return findUnknown(
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

function findUnknownBookingReferences(
  clinic: Partial<ClinicPackage>,
  declared: DeclaredKeys,
): Contradiction[] {
  const { examSpecialties = [], exams = [], procedures = [], questionnaires = [] } = clinic
  const single = (part: PartName, rows: readonly (string | null)[], field: string): References[] =>
    rows.map((value, index) => ({ part, path: [index, field], values: value === null ? [] : [value] }))
  return [
    ...findUnknown(
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
    ...findUnknown(
      single(
        'exams',
        exams.map((row) => row.questionnaire),
        'questionnaire',
      ),
      declared.questionnaires,
      'questionnaires.yaml',
    ),
    ...findUnknown(
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
    ...findUnknown(
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

function findUnknownLaboratoryReferences(
  clinic: Partial<ClinicPackage>,
  declared: DeclaredKeys,
): Contradiction[] {
  const { laboratoryAnalytes = [], laboratoryRanges = [] } = clinic
  return [
    ...findUnknown(
      laboratoryAnalytes.map(({ panel }, index) => ({
        part: 'laboratoryAnalytes',
        path: [index, 'panel'],
        values: [panel],
      })),
      declared.laboratoryPanels,
      'laboratory/panels.csv',
    ),
    ...findUnknown(
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

export function findUnknownReferences(
  clinic: Partial<ClinicPackage>,
  declared: DeclaredKeys,
): Contradiction[] {
  return [
    ...findUnknownSites(clinic, declared),
    ...findUnknownImages(clinic, declared),
    ...findUnknownBookingReferences(clinic, declared),
    ...findUnknownLaboratoryReferences(clinic, declared),
  ]
}
