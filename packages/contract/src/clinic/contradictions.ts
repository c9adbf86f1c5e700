/** The rules of a clinic package that join two rows or two parts. */
import type { ClinicPackage } from './clinic-package.ts'
import { type Contradiction, type DeclaredKeys, findDeclaredKeys } from './contradictions/contradiction.ts'
import { findUnknownReferences } from './contradictions/references.ts'
import { findRepetitions } from './contradictions/repetitions.ts'
import { findContradictoryValues } from './contradictions/values.ts'
import { findWrongWording } from './mail-wording.ts'

/** Returns every contradiction of a package, or of those of its parts that are given. Each is reported once, where it is to be changed. */
export function findContradictions(
  clinic: Partial<ClinicPackage>,
  declared: DeclaredKeys = findDeclaredKeys(clinic),
): Contradiction[] {
  return [
    ...findRepetitions(clinic),
    ...findUnknownReferences(clinic, declared),
    ...findContradictoryValues(clinic, declared),
    ...findWrongWording(clinic.mails ?? {}).map((found) => ({ part: 'mails' as const, ...found })),
  ]
}
