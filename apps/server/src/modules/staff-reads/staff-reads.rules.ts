import { listPermissions } from '@mi-portal/contract/permissions/permissions'
import type { Role } from '@mi-portal/contract/permissions/roles'

type StaffMember = { readonly rol: Role; readonly permission_set: string | null }

/** What `open_person` of the database decides: `site` of a patient whom the sites of the member of staff do not see. */
export type OpeningOutcome = 'opened' | 'site' | 'budget'

/** Returns those who answer for personal data: the staff with that set, or all who have its permission if no member has the set. */
export function findPrivacyOfficers<Member extends StaffMember>(staff: readonly Member[]): readonly Member[] {
  const officers = staff.filter((one) => one.rol === 'ADMIN_ROLE' && one.permission_set === 'privacy-officer')
  return officers.length > 0
    ? officers
    : staff.filter((one) => listPermissions(one.rol, one.permission_set).includes('privacy.manage'))
}
