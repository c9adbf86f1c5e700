/** The State's register of people, as far as the portal may ask it. */
import type { Day } from '@mi-portal/contract/values/dates'

export type RegisteredPerson = {
  readonly run: string
  readonly names: string
  /** Both surnames: the first word is the first surname, the rest the second. */
  readonly lastname: string
  readonly date_birth: Day
}

export type CivilRegistry = {
  /** Who a run (clean) belongs to, or null. Whether the caller may know is settled before. */
  readonly person: (run: string) => Promise<RegisteredPerson | null>
  /** The runs of a person's parents, as far as the registry names them. */
  readonly parentsOf: (run: string) => Promise<readonly string[]>
}
