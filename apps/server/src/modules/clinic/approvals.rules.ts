import type { ClinicalContent, ClinicPackage } from '@mi-portal/contract/clinic/clinic-package'

export function isApproved(
  { approvals }: Pick<ClinicPackage, 'approvals'>,
  content: ClinicalContent,
): boolean {
  return approvals[content] !== undefined
}

/** Returns whether the content is offered: once it is approved, and always in the demonstration. */
export function isContentOffered(
  clinic: Pick<ClinicPackage, 'approvals'>,
  content: ClinicalContent,
  isDemonstration: boolean,
): boolean {
  return isDemonstration || isApproved(clinic, content)
}
