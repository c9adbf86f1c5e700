import type { ClinicPackage } from '@mi-portal/contract/clinic/clinic-package'
import { findWrongWording } from '@mi-portal/contract/clinic/mail-wording'
import { type Contradiction, type DeclaredKeys, findDeclaredKeys } from './contradiction.rules.ts'
import { findUnknownReferences } from './references.rules.ts'
import { findRepetitions } from './repetitions.rules.ts'
import { findWrongSites } from './sites.rules.ts'
import { findUnreplacedPlaceholders } from './texts.rules.ts'
import { findContradictoryValues } from './values.rules.ts'

/** Each contradiction is reported once, where it is to be changed. With `today`, an approval after that day is one too. */
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
    ...findUnreplacedPlaceholders(clinic),
    ...(today === undefined ? [] : findFutureApprovals(clinic, today)),
    ...findWrongWording(clinic.mails ?? {}).map((found) => ({ part: 'mails' as const, ...found })),
  ]
}

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
