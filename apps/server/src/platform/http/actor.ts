import type { OpenedThrough } from '@mi-portal/contract/calls/endpoint'
import type { ServiceScope } from '@mi-portal/contract/fhir/fhir'
import type { Role } from '@mi-portal/contract/people'
import type { Permission } from '@mi-portal/contract/permissions/permissions'
import type { RecordMatter } from '@mi-portal/contract/record-matters'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'

export type Actor = {
  readonly id: number
  readonly rol: Role
  readonly permissions: readonly Permission[]
  /** The sites to which a member of staff is limited; null: every site. */
  readonly sites: readonly number[] | null
  readonly isMinor: boolean
  readonly documentType: DocumentTypeId
  readonly sessionId: number
  /** The person signed in with a temporary password: the session may only change that password. */
  readonly temporaryKey: boolean
  readonly lacksFactor: boolean
  readonly lacksConsent: boolean
  readonly isConfirmed: boolean
  readonly visiting?: true
  readonly booksFor?: number
}

export type Service = {
  readonly id: number
  readonly scopes: readonly ServiceScope[]
  readonly identifierSystems: readonly string[]
}

export type Origin = { readonly ip: string; readonly requestId: string }

/** In which role a person has access to a patient's record. A delegate is an adult to whom the patient gave access to some matters. */
export type RecordRole = 'self' | 'guardian' | 'delegate' | 'staff'

/**
 * Proof that this caller may access these matters of this patient's record. Only `family/patient-access.ts` creates one, after it checked
 * the access rule and wrote the audit entry. Every query about a patient's record needs one. A function that needs one matter
 * names it, for example `AuthorizedPatient<'exams'>`: an authorization for another matter does not compile there. Without a
 * matter, the type is proof of access to the whole record.
 */
export type AuthorizedPatient<Matter extends RecordMatter = RecordMatter> = {
  readonly id: number
  readonly role: RecordRole
  /** Results that the law reserves for the patient are left out for this caller. */
  readonly withoutReserved: boolean
  readonly [authorizedBrand]: { readonly [M in Matter]: true }
}
declare const authorizedBrand: unique symbol

/**
 * The authorization that access to a matter gives. Access to the whole record gives access to each matter. For a matter that is known
 * only when the program runs, the type is the union of what each matter would give, so it is proof of none of them alone.
 */
export type AuthorizedFor<Matter extends RecordMatter> = Matter extends 'whole'
  ? AuthorizedPatient
  : AuthorizedPatient<Matter>

export function getAuditRole(caller: Pick<Actor, 'rol'>, { role }: { readonly role: RecordRole }): string {
  return role === 'guardian' || role === 'delegate' ? role : caller.rol
}

/** The access that a request asks for: to which patient's record (null: the caller's own), which part of it, and for which action. */
export type Claim = {
  readonly patientId: number | null
  readonly matter: RecordMatter
  readonly action: string
  readonly object: string | null
  readonly beforeConsent: boolean
  readonly stepUp: boolean
  readonly staffToo: boolean
}

export type Admission = {
  /**
   * Finds the session of a token. Throws 401 if the token has no session. If a patient claims their own record, the same SQL statement
   * writes the audit entry. A `passive` request does not extend the session and has no claim.
   */
  readonly open: (
    token: string | undefined,
    claim: Claim | null,
    origin: Origin,
    passive: boolean,
  ) => Promise<Actor>
  /** Finds the patient of a token of the scheduling service, or the staff who book with it. Throws 401 if the token is not valid. */
  readonly bearer: (token: string | undefined) => Promise<Actor>
  /** Throws 401 for an unknown secret, 429 if its account used up its requests or this address sent too many wrong secrets. */
  readonly service: (secret: string | undefined, origin: Origin) => Promise<Service>
  /** Returns the person to whom this token belonged when this process last checked it, or null. The session may have ended since then. */
  readonly lastSeen: (token: string | undefined) => Actor | null
  readonly findOpened: (through: OpenedThrough, id: number) => Promise<number | null>
  /** Counts that a member of staff opens a person; throws 404 if their sites do not see the person, and 403 above the daily budget. */
  readonly openPerson: (actor: Actor, personId: number, origin: Origin) => Promise<void>
  readonly authorizePatient: (
    actor: Actor,
    claim: Omit<Claim, 'beforeConsent' | 'stepUp'>,
    origin: Origin,
  ) => Promise<AuthorizedPatient<never>>
}
