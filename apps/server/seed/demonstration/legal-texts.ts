/** The legal texts that the people of the demonstration have read and accepted. */
import type { ClinicPackage } from '@mi-portal/contract/clinic/clinic-package'
import { legalTextRows } from '../legal-texts.ts'

/** Returns the legal texts of the clinic by kind. Throws if one is missing. */
export function getLegalTexts(clinic: ClinicPackage) {
  const rows = legalTextRows(clinic.legalTexts)
  const textOf = (kind: (typeof rows)[number]['kind']) => {
    const row = rows.find((one) => one.kind === kind)
    if (!row) throw new Error(`demonstration: the package has no legal text ${kind}`)
    return row
  }
  return { terms: textOf('terms'), privacy: textOf('privacy'), declaration: textOf('family_group') }
}

/** The number of the declaration in the plan. */
export const declarationNumber = 1
