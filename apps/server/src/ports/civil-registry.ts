/** The civil registry of the State, as far as the portal may query it. */
import type { Day } from '@mi-portal/contract/values/dates'

export type RegisteredPerson = {
  readonly run: string
  readonly names: string
  /** Both surnames: the first word is the first surname, the rest the second. */
  readonly lastname: string
  readonly date_birth: Day
}

export type CivilRegistry = {
  /** Returns the person of a RUN (without dots and dash), or null. The caller has checked that this may be asked. */
  readonly person: (run: string) => Promise<RegisteredPerson | null>
  /** Returns the RUNs of a person's parents, as far as the registry has them. */
  readonly parentsOf: (run: string) => Promise<readonly string[]>
}
