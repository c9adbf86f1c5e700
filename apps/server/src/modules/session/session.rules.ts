import type { ApiErrorCode } from '@mi-portal/contract/calls/api-error'
import { accountStatus, type Role } from '@mi-portal/contract/people'
import { sessionLimits } from '@mi-portal/contract/session/session-limits'
import { santiago, showDay } from '@mi-portal/contract/values/dates'

export type SignInArea = 'patient' | 'staff'

export function getSignInArea(rol: Role): SignInArea {
  return rol === 'STANDART_ROLE' ? 'patient' : 'staff'
}

type Account = {
  readonly rol: Role
  readonly status: number
  readonly deleted: boolean
  /** The age step at which the access of an account opened for a child or a minor ended; null if it has not. */
  readonly outgrown: 'reserve' | 'adult' | null
  readonly locked: boolean
  readonly deceased: boolean
}

/** Returns why an account may not sign in, or null. A wrong password and the other page learn only of a wrong password. */
export function findSignInError(
  account: Account,
  area: SignInArea,
  rightPassword: boolean,
): ApiErrorCode | null {
  if (!rightPassword || getSignInArea(account.rol) !== area) return 'wrongPassword'
  if (account.deceased) return 'personDeceased'
  if (account.deleted) return 'profileDeleted'
  if (account.outgrown !== null) return account.outgrown === 'adult' ? 'cameOfAge' : 'ownAccessNeeded'
  if (account.locked) return 'accountLocked'
  if (account.status === accountStatus.disabled) return 'accountDisabled'
  if (account.status === accountStatus.pending) return 'awaitingValidation'
  return null
}

export function idleMinutes(rol: Role): number {
  return getSignInArea(rol) === 'patient' ? sessionLimits.patientIdle : sessionLimits.staffIdle
}

export function nameSignIn(at: Date, device: string, network: string | null): string {
  const { day, time } = santiago(at)
  const from = network === null ? '' : `, conexión ${network}`
  return `un inicio de sesión el ${showDay(day)} a las ${time} con ${device}${from}`
}
