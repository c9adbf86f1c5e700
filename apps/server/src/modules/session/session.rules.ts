/** Who may sign in, and through which door. */

import type { FailureCode } from '@mi-portal/contract/failure'
import { accountStatus, type Role } from '@mi-portal/contract/people'
import { sessionLimits } from '@mi-portal/contract/session'

/** The two sign-in pages. */
export type Door = 'patient' | 'staff'

export function doorOf(rol: Role): Door {
  return rol === 'STANDART_ROLE' ? 'patient' : 'staff'
}

type Account = {
  readonly rol: Role
  readonly status: number
  readonly deleted: boolean
  readonly cameOfAge: boolean
}

/**
 * Why an account may not sign in, or null. Whoever has not proven the password is told no more than that it was
 * wrong; one that came through the other door is told the same.
 */
export function refusalOf(account: Account, door: Door, rightPassword: boolean): FailureCode | null {
  if (!rightPassword || doorOf(account.rol) !== door) return 'wrongPassword'
  if (account.deleted) return 'profileDeleted'
  if (account.cameOfAge) return 'cameOfAge'
  if (account.status === accountStatus.disabled) return 'accountDisabled'
  if (account.status === accountStatus.pending) return 'awaitingValidation'
  return null
}

/** Minutes without a call after which a session of that role ends. */
export function idleMinutes(rol: Role): number {
  return doorOf(rol) === 'patient' ? sessionLimits.patientIdle : sessionLimits.staffIdle
}
