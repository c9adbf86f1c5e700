/** Who may see whom: the rules of the family group, pure. */

import type { Ages } from '@mi-portal/contract/values/ages'
import type { Day } from '@mi-portal/contract/values/dates'
import { ageOn } from '@mi-portal/contract/values/dates'

/** What is known of a leader, a member and the link between them. */
export type Bond = {
  readonly state: 'pending' | 'approved' | 'ended'
  readonly leader_is_guardian: boolean
  readonly guardian_proof: 'registry' | 'staff' | null
  readonly leader: { readonly enabled: boolean; readonly date_birth: Day | null }
  readonly member: { readonly enabled: boolean; readonly date_birth: Day | null }
}

export type Sight =
  | { readonly may: true /** Reserved matters are left out. */; readonly withoutReserved: boolean }
  | {
      readonly may: false
      readonly because: 'notApproved' | 'notEnabled' | 'leaderIsMinor' | 'ofAge' | 'notGuardian' | 'notProven'
    }

/**
 * Whether a leader may see a member's record on a day of Santiago: a proven guardian's, approved and both enabled, until the
 * member comes of age. From the age of reserve on, what the law reserves to the adolescent is left out (Ley 21.430, Ley 20.418, Ley 20.987).
 */
export function sightOf(bond: Bond, today: Day, ages: Ages): Sight {
  if (bond.state !== 'approved') return { may: false, because: 'notApproved' }
  if (!bond.leader.enabled || !bond.member.enabled) return { may: false, because: 'notEnabled' }
  if (bond.leader.date_birth !== null && ageOn(bond.leader.date_birth, today) < ages.adult) {
    return { may: false, because: 'leaderIsMinor' }
  }
  // Of whom no birth date is known is nobody's minor.
  const age = bond.member.date_birth === null ? ages.adult : ageOn(bond.member.date_birth, today)
  if (age >= ages.adult) return { may: false, because: 'ofAge' }
  if (!bond.leader_is_guardian) return { may: false, because: 'notGuardian' }
  if (bond.guardian_proof === null) return { may: false, because: 'notProven' }
  return { may: true, withoutReserved: age >= ages.reserve }
}
