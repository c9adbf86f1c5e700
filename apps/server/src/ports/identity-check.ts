/** The identity check: how a person proves their identity, and what the registration uses of it. */
import type { Queries } from '../platform/database/database.ts'

/** One question. Neither the order nor the ids of the options reveal the right one. */
export type IdentityQuestion = {
  readonly text: string
  readonly options: readonly { readonly id: string; readonly text: string }[]
  /** The id of the right option. Only the demonstration sends it to the browser. */
  readonly right: string
}

/** The portal's own check, which asks questions that the person should be able to answer. */
export type QuestionCheck = {
  readonly kind: 'embedded'
  /** Returns questions about a person, different each time; null if the RUN is unknown or the card number is not theirs. */
  readonly ask: (run: string, cardNumber: string) => Promise<readonly IdentityQuestion[] | null>
}

export type ProvenPerson = {
  readonly run: string
  /** The names as the provider sends them; null if it sends none. */
  readonly names: string | null
  readonly lastname: string | null
}

/**
 * An external provider: the window is redirected to it and back. Both functions throw `ApiError('unavailable')` while the
 * provider does not answer.
 */
export type ProviderCheck = {
  readonly kind: 'oidc'
  /** Returns the address to redirect to, and the data (JSON) that the server stores to verify the redirect back. */
  readonly begin: () => Promise<{
    readonly address: URL
    readonly returnState: Readonly<Record<string, string>>
  }>
  /** Returns the result of the redirect back. `refused` means that it does not belong to the check that was begun. */
  readonly finish: (
    returned: URL,
    returnState: Readonly<Record<string, string>>,
  ) => Promise<ProvenPerson | 'cancelled' | 'failed' | 'refused'>
}

/** No automatic check: the clinic's staff verify each account. */
export type StaffCheck = { readonly kind: 'staff' }

export type IdentityCheck = QuestionCheck | ProviderCheck | StaffCheck

/** The identity checks of an installation. The administration may change the mode while the server runs. */
export type IdentityChecks = {
  /** Returns the check that new registrations use. */
  readonly current: () => Promise<IdentityCheck>
  /** Returns the check that began as this kind, also after the mode was changed; null if the installation lacks its settings. */
  readonly of: (kind: IdentityCheck['kind']) => IdentityCheck | null
}

/**
 * The data of a person who passed a check. A member is null, or a surname empty, if neither the civil registry nor the provider has
 * it.
 */
export type ProvenRecord = {
  readonly names: string | null
  readonly last_name: string
  readonly second_name: string
  readonly date_birth: string | null
}

/** The proofs of passed identity checks, as the registration uses them. */
export type IdentityProofs = {
  /** Returns whether a person with a RUN registers without a check and waits for staff. */
  readonly isLeftToStaff: () => Promise<boolean>
  /** Returns the person of a proof, or null if the proof is forged, consumed, too old or for another RUN. */
  readonly find: (solem: string, run: string) => Promise<ProvenRecord | null>
  /** Consumes a proof. Returns false if it is invalid or was consumed by a concurrent request. */
  readonly consume: (tx: Queries, solem: string, run: string) => Promise<boolean>
}
