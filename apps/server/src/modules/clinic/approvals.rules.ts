import type { ClinicalContent, ClinicPackage } from '@mi-portal/contract/clinic/clinic-package'

export function isApproved({ approvals }: Pick<ClinicPackage, 'approvals'>, content: ClinicalContent) {
  return approvals[content] !== undefined
}

export function isContentOffered(
  clinic: Pick<ClinicPackage, 'approvals'>,
  content: ClinicalContent,
  isDemonstration: boolean,
): boolean {
  return isDemonstration || isApproved(clinic, content)
}

function listApprovals(content: unknown, area = ''): string[] {
  if (Array.isArray(content)) return content.flatMap((row) => listApprovals(row))
  if (typeof content !== 'object' || content === null) return []
  const isApproval = 'approved_on' in content && content.approved_on !== null
  const own = isApproval ? [`${area} ${JSON.stringify(content)}`] : []
  return [...own, ...Object.entries(content).flatMap(([key, value]) => listApprovals(value, key))]
}

/** Returns whether a part has an approval that is not published: in any file, a row with `approved_on` is one. */
export function addsApproval(published: ClinicPackage | null, clinic: ClinicPackage, part: string): boolean {
  const read = (all: ClinicPackage | null) =>
    listApprovals(Object.entries(all ?? {}).filter(([name]) => name === part))
  const known = new Set(read(published))
  return read(clinic).some((approval) => !known.has(approval))
}
