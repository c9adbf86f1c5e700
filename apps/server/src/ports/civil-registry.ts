import type { Day } from '@mi-portal/contract/values/dates'
import type { Queries } from '../platform/database/database.ts'

type RegisteredPerson = {
  readonly run: string
  readonly names: string
  readonly last_name: string
  readonly second_name: string
  readonly date_birth: Day
  /** With the day of the death, if the registry knows it; null for a person who lives, and where the registry says nothing. */
  readonly deceased: { readonly on: Day | null } | null
}

/** A person of the embedded registry, as a file describes them. Texts are empty, and RUNs and communes null, if they are not known. */
export type RegistryEntry = Omit<RegisteredPerson, 'deceased'> & {
  readonly card_hash: string
  readonly mother_run: string | null
  readonly mother_name: string
  readonly father_run: string | null
  readonly father_name: string
  readonly marital_status: string
  /** Codes of communes (Código Único Territorial). */
  readonly birth_commune: string | null
  readonly home_commune: string | null
  readonly is_deceased: boolean
  readonly deceased_on: Day | null
}

export const maritalStatuses = [
  'Soltero/a',
  'Casado/a',
  'Conviviente civil',
  'Divorciado/a',
  'Viudo/a',
] as const

/** What the identity check asks a person about. A text is empty if the registry does not have it. */
export type IdentityFacts = {
  readonly date_birth: string
  /** The parents' given names. Surnames are left out because the child's own name reveals them. */
  readonly mother_given_names: string
  readonly father_given_names: string
  readonly marital_status: string
  readonly birth_commune: string
  readonly home_commune: string
}

export type HolderFacts = {
  readonly own: IdentityFacts
  readonly others: readonly IdentityFacts[]
}

/** An external registry throws `ApiError('registryDown')` from every function while it does not answer. RUNs have neither dots nor dash. */
export type CivilRegistry = {
  /** Returns the person of a RUN, or null. The caller has checked that this may be asked. */
  readonly person: (run: string) => Promise<RegisteredPerson | null>
  readonly findParents: (run: string) => Promise<readonly string[]>
  readonly findHolderFacts: (run: string, cardNumber: string) => Promise<HolderFacts | null>
  /** At most 500 deaths of patients that were imported and not recorded yet. An external registry returns none. */
  readonly listUnrecordedDeaths: () => Promise<
    readonly { readonly run: string; readonly personId: number; readonly on: Day | null }[]
  >
  readonly markDeathRecorded: (tx: Queries, run: string) => Promise<void>
}
