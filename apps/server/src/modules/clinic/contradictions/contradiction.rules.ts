import type { ClinicPackage, PartName } from '@mi-portal/contract/clinic/clinic-package'

/** A value of a clinic package that contradicts another one. `path` leads from the content of the part to the value. */
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

export function findDeclaredKeys(clinic: Partial<ClinicPackage>): DeclaredKeys {
  return Object.fromEntries(
    Object.entries(keyFields).flatMap(([part, field]) => {
      const rows: readonly Readonly<Record<string, unknown>>[] | undefined =
        clinic[part as keyof typeof keyFields]
      return rows ? [[part, new Set(rows.map((row) => String(row[field])))]] : []
    }),
  )
}
