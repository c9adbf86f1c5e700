/** Who is calling, and what every call carries besides its input. */
import type { ServiceScope } from '@mi-portal/contract/fhir'
import type { Role } from '@mi-portal/contract/people'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'

/** The person behind a live session. */
export type Actor = {
  readonly id: number
  readonly rol: Role
  readonly isMinor: boolean
  /** With what document the account was opened. */
  readonly documentType: DocumentTypeId
  readonly sessionId: number
  /** The session was opened with a temporary password and may only change it. */
  readonly temporaryKey: boolean
  /** Staff that must set up the second factor before anything else. */
  readonly lacksFactor: boolean
  /** A legal text waits to be accepted before anything else. */
  readonly lacksConsent: boolean
  /** Comes through another portal, which itself tells the person what becomes of their hours. */
  readonly visiting?: true
}

/** Another system, by its service account. */
export type Service = { readonly id: number; readonly scopes: readonly ServiceScope[] }

/** From where a call comes; goes into the audit trail. */
export type Origin = { readonly ip: string; readonly requestId: string }

/**
 * Proof that this caller may see that patient: minted by `family/reach.ts` alone, after the rule was asked and
 * the audit row written. Everything about a patient is asked for with it.
 */
export type ReachablePatientId = {
  readonly id: number
  /** What the law reserves to the patient is left out for this caller. */
  readonly withoutReserved: boolean
  readonly [minted]: true
}
declare const minted: unique symbol

/** What a call about a patient asks for: whose record (null: the caller's own) and what is done with it. */
export type Claim = {
  readonly patientId: number | null
  readonly action: string
  readonly object: string | null
}

/** Lets calls in. Where each rule lives is the wiring's affair. */
export type Admission = {
  /**
   * Finds the session behind a token, or refuses with 401. A patient's claim on their own record leaves its audit
   * row in the same statement. `passive` calls do not count as use of the session and claim nothing.
   */
  readonly open: (
    token: string | undefined,
    claim: Claim | null,
    origin: Origin,
    passive: boolean,
  ) => Promise<Actor>
  /** Finds the patient behind a token of the scheduling service, or refuses with 401. */
  readonly bearer: (token: string | undefined) => Promise<Actor>
  /** Finds the service account behind a secret, or refuses with 401; 429 beyond its calls or this address's wrong secrets. */
  readonly service: (secret: string | undefined, origin: Origin) => Promise<Service>
  /** Whom this token belonged to when it was last used here, or null. It says nothing about whether it still does. */
  readonly lastSeen: (token: string | undefined) => Actor | null
  /** Proves that the caller may see the patient of the claim, or refuses with 404. */
  readonly reach: (actor: Actor, claim: Claim, origin: Origin) => Promise<ReachablePatientId>
}
