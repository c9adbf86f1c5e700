/** The rules of a clinic package that join two rows or two parts. */
import type { ClinicPackage } from './clinic-package.ts'
import { type Contradiction, type DeclaredKeys, findDeclaredKeys } from './contradictions/contradiction.ts'
import { findUnknownReferences } from './contradictions/references.ts'
import { findRepetitions } from './contradictions/repetitions.ts'
import { findWrongSites } from './contradictions/sites.ts'
import { findUnknownPlaceholders } from './contradictions/texts.ts'
import { findContradictoryValues } from './contradictions/values.ts'
import { findWrongWording } from './mail-wording.ts'

/**
 * Returns every contradiction of a package, or of those of its parts that are given. Each is reported once, where it is to be changed.
 * With `today`, an approval after that day is one too.
 */
export function findContradictions(
  clinic: Partial<ClinicPackage>,
  declared: DeclaredKeys = findDeclaredKeys(clinic),
  today?: string,
): Contradiction[] {
  return [
    ...findRepetitions(clinic),
    ...findUnknownReferences(clinic, declared),
    ...findContradictoryValues(clinic, declared),
    ...findWrongSites(clinic),
    ...findUnknownPlaceholders(clinic),
    ...(today === undefined ? [] : findFutureApprovals(clinic, today)),
    ...findWrongWording(clinic.mails ?? {}).map((found) => ({ part: 'mails' as const, ...found })),
  ]
}

/** Returns the approvals that are dated after today. */
function findFutureApprovals(
  { approvals = {}, testPurposes = [] }: Partial<ClinicPackage>,
  today: string,
): Contradiction[] {
  const places = [
    ...Object.entries(approvals).map(([area, approval]) => ({
      part: 'approvals' as const,
      path: [area, 'approved_on'],
      day: approval?.approved_on,
    })),
    ...testPurposes.map(({ approved_on }, index) => ({
      part: 'testPurposes' as const,
      path: [index, 'approved_on'],
      day: approved_on,
    })),
  ]
  return places
    .filter(({ day }) => typeof day === 'string' && day > today)
    .map(({ part, path }) => ({
      part,
      path,
      message: 'La aprobación tiene una fecha futura',
      remedy: 'Escribe el día en que se aprobó',
    }))
}
