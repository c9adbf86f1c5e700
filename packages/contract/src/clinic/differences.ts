import { type ClinicPackage, type PartName, partNames, parts } from './clinic-package.ts'

/** What changed in a part. Rows of lists are named by their keys, fields of an object by their names. */
export type PartDifference = {
  readonly part: PartName
  readonly added: readonly string[]
  readonly changed: readonly string[]
  readonly retired: readonly string[]
  readonly isReordered: boolean
}

/** The fields that tell the rows of a list apart. */
const rowKeys: Readonly<Partial<Record<PartName, readonly string[]>>> = {
  images: ['name'],
  sites: ['code'],
  bookingGroups: ['key'],
  specialties: ['code'],
  examSpecialties: ['code'],
  exams: ['id'],
  procedureCategories: ['code'],
  procedures: ['code'],
  preparations: ['key'],
  questionnaires: ['key'],
  laboratoryPanels: ['code'],
  laboratoryAnalytes: ['code'],
  laboratoryRanges: ['analyte', 'sex', 'age_min_years'],
  testPurposes: ['code'],
  reservedTests: ['group'],
  insurers: ['id'],
  documentTypes: ['id'],
  quoteTypes: ['id'],
  cannedAnswers: ['matter', 'title'],
  displayDurations: ['id'],
  survey: ['id'],
  help: ['screen'],
  legalTexts: ['key', 'version'],
}

export function getKeyFields(part: PartName): readonly string[] {
  return rowKeys[part] ?? []
}

/** Returns the key of a row of a part: the values of its key fields, separated by spaces. */
export function getRowKey(part: PartName, row: object): string {
  return getKeyFields(part)
    .map((field) => String(Reflect.get(row, field)))
    .join(' ')
}

/**
 * Returns the parts that differ, in the order of the package. `before` is null if there was no package. The fields of both stand in the
 * order of the schemas, as `parsePart` returns them.
 */
export function comparePackages(before: ClinicPackage | null, after: ClinicPackage): PartDifference[] {
  return partNames.flatMap((part) => {
    const old = before === null ? new Map<string, string>() : listEntries(part, before[part])
    const next = listEntries(part, after[part])
    const difference = {
      part,
      added: [...next.keys()].filter((key) => !old.has(key)),
      changed: [...next].flatMap(([key, value]) => (old.has(key) && old.get(key) !== value ? [key] : [])),
      retired: [...old.keys()].filter((key) => !next.has(key)),
      isReordered: 'row' in parts[part] && isReordered([...old.keys()], [...next.keys()]),
    }
    const { added, changed, retired } = difference
    return added.length + changed.length + retired.length > 0 || difference.isReordered ? [difference] : []
  })
}

function isReordered(old: readonly string[], next: readonly string[]): boolean {
  const common = next.filter((key) => old.includes(key))
  return old.filter((key) => next.includes(key)).some((key, index) => key !== common[index])
}

/** Returns the rows of a list, or the fields of an object, as JSON by their keys. Rows with the same key are numbered. */
function listEntries(part: PartName, content: unknown): ReadonlyMap<string, string> {
  if (!Array.isArray(content)) return new Map(listFields(content))
  const entries = new Map<string, string>()
  for (const row of content) {
    const key = getRowKey(part, row)
    let name = key
    for (let count = 2; entries.has(name); count += 1) name = `${key} (${count})`
    entries.set(name, JSON.stringify(row))
  }
  return entries
}

function listFields(content: unknown): (readonly [string, string])[] {
  if (typeof content !== 'object' || content === null) return []
  // A field that is left out is the same as one without a value.
  return Object.entries(content).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, JSON.stringify(value)] as const],
  )
}
