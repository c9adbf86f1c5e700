import { ApiError, type ApiErrorCode, type FieldError } from '@mi-portal/contract/calls/api-error'
import {
  type KnownPerson,
  nameFieldNames,
  type PersonalData,
  personalDataFields,
} from '@mi-portal/contract/fields/person-fields'
import { accountStatus, type Role } from '@mi-portal/contract/people'
import { permits, type StaffAccess } from '@mi-portal/contract/permissions/permissions'
import type { AccessRole } from '@mi-portal/contract/profile'
import { lacksSurname, missingSurname } from '@mi-portal/contract/registration'
import { santiago, showDay } from '@mi-portal/contract/values/dates'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import type { getKeyError } from '../people/email.rules.ts'
import { addressBeginning } from '../session/devices.rules.ts'

export function changedFields(before: KnownPerson, after: PersonalData): (keyof PersonalData)[] {
  return personalDataFields.filter((field) => before[field] !== after[field])
}

type Names = Pick<PersonalData, (typeof nameFieldNames)[number]>

export function nameErrors(
  person: Names & { readonly names_proven: boolean; readonly document_type_id: DocumentTypeId },
  form: Partial<Names>,
): readonly FieldError[] {
  if (form.first_name === undefined)
    return person.names_proven ? [] : [{ msg: 'Digita Nombre', param: 'first_name' }]
  if (person.names_proven) {
    const changed = nameFieldNames.find((name) => form[name] !== person[name])
    return changed === undefined ? [] : new ApiError('namesProven', { param: changed }).fieldErrors
  }
  const { document_type_id } = person
  return lacksSurname({ ...form, document_type_id }) ? [{ msg: missingSurname, param: 'last_name' }] : []
}

export function sameMailbox(one: string | null, other: string | null): boolean {
  return (one ?? '').toLowerCase() === (other ?? '').toLowerCase()
}

/** Describes a change of the own e-mail address as its owner reports it: `un cambio de e-mail, el 26-11-2026 a las 09:30`. */
export function describeEmailChange(step: 'asked' | 'made', at: Date): string {
  const { day, time } = santiago(at)
  const what = step === 'asked' ? 'una solicitud de cambio de e-mail' : 'un cambio de e-mail'
  return `${what}, el ${showDay(day)} a las ${time}`
}

/** `emailHours`: how long a new e-mail address can be confirmed. `temporaryPasswordMinutes`: lifetime of a temporary password. */
export const profileLimits = { emailHours: 48, temporaryPasswordMinutes: 30 } as const

type Account = {
  readonly status: number
  readonly deleted: boolean
  /** The age step at which the access of an account opened for a child or a minor ended; null if it has not. */
  readonly outgrown: 'reserve' | 'adult' | null
  readonly locked: boolean
  /** The owner reported a use that was not theirs. */
  readonly frozen: boolean
}

export function closedBecause(
  account: Account,
): 'deleted' | 'cameOfAge' | 'ownAccess' | 'locked' | 'frozen' | 'disabled' | 'pending' | null {
  if (account.deleted) return 'deleted'
  if (account.outgrown !== null) return account.outgrown === 'adult' ? 'cameOfAge' : 'ownAccess'
  if (account.locked) return 'locked'
  if (account.frozen) return 'frozen'
  if (account.status === accountStatus.disabled) return 'disabled'
  return account.status === accountStatus.pending ? 'pending' : null
}

export type NoKeyBecause =
  | NonNullable<ReturnType<typeof closedBecause> | ReturnType<typeof getKeyError>>
  | 'guardian'

export function findRecoveryError(
  staff: Pick<StaffAccess, 'permissions'> & { readonly rol: Role },
  target: Role,
): ApiErrorCode | null {
  if (!permits(staff.permissions, 'users.edit')) return 'forbidden'
  return staff.rol === 'ADMIN_ROLE' && target !== 'STANDART_ROLE' ? 'forbidden' : null
}

const shownRoles: Readonly<Record<string, AccessRole>> = {
  guardian: 'guardian',
  delegate: 'delegate',
  leader: 'STANDART_ROLE',
  share: 'share',
  ADMIN_ROLE: 'ADMIN_ROLE',
  SUPER_ADMIN_ROLE: 'SUPER_ADMIN_ROLE',
  STANDART_ROLE: 'STANDART_ROLE',
  anonymous: 'anonymous',
}

export function shownRole(actorRole: string, isSelf: boolean): AccessRole {
  return isSelf ? 'self' : (shownRoles[actorRole] ?? 'system')
}

const actorsWithoutAccount: Readonly<Partial<Record<AccessRole, string>>> = {
  share: 'Persona con un enlace que compartiste',
  anonymous: 'Persona sin iniciar sesión',
}

export function shownActor(
  role: AccessRole,
  name: string | null,
  branding: { readonly product: string },
): string {
  return name ?? actorsWithoutAccount[role] ?? branding.product
}

const originLabels: Readonly<Record<AccessRole, string>> = {
  self: 'Tu sesión',
  guardian: 'Sesión del portal',
  delegate: 'Sesión del portal',
  STANDART_ROLE: 'Sesión del portal',
  share: 'Enlace compartido',
  ADMIN_ROLE: 'Administración',
  SUPER_ADMIN_ROLE: 'Administración',
  system: 'Sistema',
  anonymous: 'Página pública',
}

/**
 * Describes from where an action other than a sign-in was done. The beginning of the IP address is shown only for the patient's own
 * sessions, so that they recognise a session that was not theirs. The addresses of other people are private.
 */
export function shownOrigin(role: AccessRole, address: string | null): string {
  const beginning = role === 'self' && address !== null ? addressBeginning(address) : null
  return beginning === null ? originLabels[role] : `${originLabels[role]} (${beginning})`
}

export const signInAction = 'session.open'

type SignIn = { readonly outcome: 'done' | 'refused'; readonly ip: string | null; readonly detail: unknown }

/** The kind of device and the beginning of the IP address. Who is behind a rejected sign-in is unknown, so never the owner. */
export function describeSignIn({ outcome, ip, detail }: SignIn, owner: string) {
  const isDone = outcome === 'done'
  const role: AccessRole = isDone ? 'self' : 'anonymous'
  const isNamed = typeof detail === 'object' && detail !== null && 'device' in detail
  const device = isNamed && typeof detail.device === 'string' ? detail.device : originLabels[role]
  return {
    who: isDone ? owner : 'Persona sin iniciar sesión',
    role,
    ...(isDone
      ? { action: 'Inició', what: 'sesión en tu cuenta' }
      : { action: 'Intentó', what: 'iniciar sesión en tu cuenta y no pudo' }),
    from: ip === null ? device : `${device} (${addressBeginning(ip)})`,
  }
}
