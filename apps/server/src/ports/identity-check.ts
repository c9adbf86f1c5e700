/** How somebody proves who they are, and what the registration needs of it. */
import type { Queries } from '../platform/database/database.ts'

/** One question; the order of the options says nothing, nor do their ids. */
export type IdentityQuestion = {
  readonly text: string
  readonly options: readonly { readonly id: string; readonly text: string }[]
  /** The id of the right option; never leaves the server but in the demonstration. */
  readonly right: string
}

/** The portal's own provider: asks what the person should know. */
export type QuestionCheck = {
  readonly kind: 'embedded'
  /** Questions about a person, other ones each time; null when the run is unknown or the card is not theirs. */
  readonly ask: (run: string, cardNumber: string) => Promise<readonly IdentityQuestion[] | null>
}

export type ProvenPerson = {
  readonly run: string
  /** As the provider tells them; null where it does not. */
  readonly names: string | null
  readonly lastname: string | null
}

/** A provider elsewhere: the window goes there and comes back. Both calls throw `Failure('unavailable')` while it is down. */
export type ProviderCheck = {
  readonly kind: 'oidc'
  /** Where to send the window, and what the server keeps to judge the way back (JSON). */
  readonly begin: () => Promise<{ readonly address: URL; readonly kept: Readonly<Record<string, string>> }>
  /** What the way back says. `refused`: it is not the answer to what was begun. */
  readonly finish: (
    returned: URL,
    kept: Readonly<Record<string, string>>,
  ) => Promise<ProvenPerson | 'cancelled' | 'failed' | 'refused'>
}

/** Nobody is asked: the clinic's staff look at each account. */
export type StaffCheck = { readonly kind: 'staff' }

export type IdentityCheck = QuestionCheck | ProviderCheck | StaffCheck

/** What is known of the person who passed a check; null where neither the civil registry nor the provider knows. */
export type ProvenRecord = {
  readonly names: string | null
  readonly lastname: string | null
  readonly date_birth: string | null
}

/** The proofs that passed checks left, as a registration uses them. */
export type IdentityProofs = {
  /** Whether a run registers without a check and waits for staff. */
  readonly leftToStaff: boolean
  /** The person of a proof, or null when it is forged, another run's, used up or too old. */
  readonly look: (solem: string, run: string) => Promise<ProvenRecord | null>
  /** Uses a proof up; false when it is none, also because somebody used it at the same moment. */
  readonly spend: (tx: Queries, solem: string, run: string) => Promise<boolean>
}
