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

type PartRow<Name extends PartName> = ClinicPackage[Name] extends readonly (infer Row)[] ? Row : never

/** Returns the values of a column. Its cells are empty, or have one value or a list. */
function listColumn<Name extends PartName>(
  clinic: Partial<ClinicPackage>,
  part: Name,
  field: keyof PartRow<Name> & string,
): References[] {
  const rows = (clinic[part] ?? []) as readonly Readonly<Record<string, unknown>>[]
  return rows.map((row, index) => {
    const values = [row[field] || []].flat().map(String)
    return { part, path: [index, field], values }
  })
}

function listSites(clinic: Partial<ClinicPackage>): References[] {
  const branches = clinic.contact?.branches
  return [
    ...listColumn(clinic, 'specialties', 'sites'),
    ...listColumn(clinic, 'examSpecialties', 'sites'),
    ...listColumn(clinic, 'exams', 'sites'),
    ...listColumn(clinic, 'procedureCategories', 'sites'),
    ...listColumn(clinic, 'procedures', 'sites'),
    ...(clinic.bookingGroups ?? []).flatMap((group, index) =>
      Object.keys(group.sites ?? {}).map((site) => ({
        part: 'bookingGroups' as const,
        path: [index, 'sites', site],
        values: [site],
      })),
    ),
    ...(branches ? [{ part: 'contact' as const, path: ['branches'], values: branches }] : []),
  ]
}

function listImages(clinic: Partial<ClinicPackage>): References[] {
  const { logo, logo_on_dark, favicon, images = {} } = clinic.branding ?? {}
  const named = [
    ...Object.entries({ logo, logo_on_dark, favicon }).map(([name, file]) => ({ path: [name], file })),
    ...Object.entries(images).map(([name, file]) => ({ path: ['images', name], file })),
  ]
  return [
    ...named.map(({ path, file }) => ({ part: 'branding' as const, path, values: file ? [file] : [] })),
    ...listColumn(clinic, 'sites', 'photo'),
  ]
}

export function findUnknownReferences(
  clinic: Partial<ClinicPackage>,
  declared: DeclaredKeys,
): Contradiction[] {
  const examSpecialties = [
    ...listColumn(clinic, 'exams', 'specialty_code'),
    ...listColumn(clinic, 'examSpecialties', 'same_exams_as'),
    ...listColumn(clinic, 'questionnaires', 'applies_to'),
  ]
  const questionnaires = listColumn(clinic, 'exams', 'questionnaire')
  const preparations = [
    ...listColumn(clinic, 'exams', 'preparation'),
    ...listColumn(clinic, 'procedures', 'preparation'),
  ]
  const categories = listColumn(clinic, 'procedures', 'category_code')
  const panels = listColumn(clinic, 'laboratoryAnalytes', 'panel')
  const analytes = listColumn(clinic, 'laboratoryRanges', 'analyte')
  return [
    ...findUnknown(listSites(clinic), declared.sites, 'sites.yaml'),
    ...findUnknown(listImages(clinic), declared.images, 'la carpeta images'),
    ...findUnknown(examSpecialties, declared.examSpecialties, 'exam-specialties.csv'),
    ...findUnknown(questionnaires, declared.questionnaires, 'questionnaires.yaml'),
    ...findUnknown(preparations, declared.preparations, 'la carpeta preparations'),
    ...findUnknown(categories, declared.procedureCategories, 'procedure-categories.csv'),
    ...findUnknown(panels, declared.laboratoryPanels, 'laboratory/panels.csv'),
    ...findUnknown(analytes, declared.laboratoryAnalytes, 'laboratory/analytes.csv'),
  ]
}
