import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { StaffAccess } from '@mi-portal/contract/permissions/permissions'

type Limited = { readonly actor: Pick<StaffAccess, 'sites'> }

export function requireSites({ actor: { sites } }: Limited, siteIds: readonly number[]): void {
  if (sites !== null && !siteIds.every((id) => sites.includes(id))) throw new ApiError('otherSites')
}

/** Throws 403 if the member of staff is limited to sites, because a change would affect all of them. */
export function requireEverySite({ actor: { sites } }: Limited): void {
  if (sites !== null) throw new ApiError('otherSites')
}
