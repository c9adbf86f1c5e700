/** The rules of the family group, pure: who may see and book for whom, and what becomes of requests and links. */
import type { SightRefusal } from '@mi-portal/contract/family'
import { requestStatus } from '@mi-portal/contract/family'
import type { Ages } from '@mi-portal/contract/values/ages'
import type { Day } from '@mi-portal/contract/values/dates'
import { addDays, addYears, ageOn } from '@mi-portal/contract/values/dates'

/** What is known of a leader, a member and the link between them. */
export type Bond = {
  readonly state: 'pending' | 'approved' | 'ended'
  readonly leader_is_guardian: boolean
  readonly guardian_proof: 'registry' | 'staff' | null
  /** Staff denied it: that wins over every proof. */
  readonly guardian_denied: boolean
  /** The adult member's switch. */
  readonly may_book: boolean
  readonly leader: { readonly enabled: boolean; readonly date_birth: Day | null }
  readonly member: { readonly enabled: boolean; readonly date_birth: Day | null }
}

export type Sight =
  | { readonly may: true /** Reserved matters are left out. */; readonly withoutReserved: boolean }
  | { readonly may: false; readonly because: SightRefusal }

function isUnderAge(birth: Day | null, today: Day, ages: Ages): boolean {
  // Of whom no birth date is known is nobody's minor.
  return birth !== null && ageOn(birth, today) < ages.adult
}

/** What both sight and booking need, or why there is neither. */
function standingOf(bond: Bond, today: Day, ages: Ages): SightRefusal | null {
  if (bond.state !== 'approved') return 'notApproved'
  if (!bond.leader.enabled || !bond.member.enabled) return 'notEnabled'
  return isUnderAge(bond.leader.date_birth, today, ages) ? 'leaderIsMinor' : null
}

/**
 * Whether a leader may see a member's record on a day of Santiago: a proven guardian's, approved and both enabled, until the
 * member comes of age. From the age of reserve on, what the law reserves to the adolescent is left out (Ley 21.430, Ley 20.418, Ley 20.987).
 */
export function sightOf(bond: Bond, today: Day, ages: Ages): Sight {
  const because = standingOf(bond, today, ages) ?? guardianshipFault(bond, today, ages)
  if (because !== null) return { may: false, because }
  const birth = bond.member.date_birth
  return { may: true, withoutReserved: birth !== null && ageOn(birth, today) >= ages.reserve }
}

function guardianshipFault(bond: Bond, today: Day, ages: Ages): SightRefusal | null {
  if (!isUnderAge(bond.member.date_birth, today, ages)) return 'ofAge'
  if (!bond.leader_is_guardian) return 'notGuardian'
  if (bond.guardian_denied) return 'denied'
  return bond.guardian_proof === null ? 'notProven' : null
}

/** Whether a leader may book for a member: for a minor whose record they see, and for an adult who lets them. */
export function mayBook(bond: Bond, today: Day, ages: Ages): boolean {
  if (sightOf(bond, today, ages).may) return true
  if (standingOf(bond, today, ages) !== null) return false
  return !isUnderAge(bond.member.date_birth, today, ages) && bond.may_book
}

/** What is known when somebody asks another person into a group. */
type AdditionFacts = {
  readonly leader: { readonly id: number; readonly date_birth: Day | null }
  /** Null where nobody with an open account has that document. */
  readonly invited: { readonly id: number; readonly date_birth: Day | null } | null
  readonly relationship: { readonly member_may_be_minor: boolean } | null
  /** The text in force was accepted. */
  readonly legalTextAccepted: boolean
  /** What joins the two at present, in either direction. */
  readonly live: { readonly leader_id: number; readonly state: 'pending' | 'approved' } | null
  /** When the invited person last rejected this leader. */
  readonly rejectedAt: Date | null
}

export type AdditionRefusal =
  | 'leaderIsMinor'
  | 'notRegistered'
  | 'ownDocument'
  | 'relationshipUnknown'
  | 'relationshipNotOfMinor'
  | 'legalTextNeeded'
  | 'memberAlready'
  | 'askedAlready'
  | 'leaderOfTheirs'
  | 'askedByThem'
  | 'rejectedLately'

const restAfterRejection = 24 * 3_600_000

/** Why somebody cannot be asked into a group now, or null. */
export function additionRefusal(
  facts: AdditionFacts,
  now: Date,
  today: Day,
  ages: Ages,
): AdditionRefusal | null {
  const { leader, invited, relationship, rejectedAt } = facts
  if (isUnderAge(leader.date_birth, today, ages)) return 'leaderIsMinor'
  if (invited === null) return 'notRegistered'
  if (invited.id === leader.id) return 'ownDocument'
  if (relationship === null) return 'relationshipUnknown'
  if (isUnderAge(invited.date_birth, today, ages)) {
    if (!relationship.member_may_be_minor) return 'relationshipNotOfMinor'
    if (!facts.legalTextAccepted) return 'legalTextNeeded'
  }
  if (facts.live !== null) return joinedRefusal(leader.id, facts.live)
  const rests = rejectedAt !== null && now.getTime() - rejectedAt.getTime() < restAfterRejection
  return rests ? 'rejectedLately' : null
}

function joinedRefusal(leaderId: number, live: NonNullable<AdditionFacts['live']>): AdditionRefusal {
  if (live.leader_id === leaderId) return live.state === 'approved' ? 'memberAlready' : 'askedAlready'
  return live.state === 'approved' ? 'leaderOfTheirs' : 'askedByThem'
}

/** A request as far as it matters who decides it. */
type RequestFacts = {
  readonly id: number
  readonly family_id: number
  readonly applicant_id: number
  readonly member_id: number
  readonly request_status: 0 | 1 | 2 | 3
  readonly decided_by: number | null
  readonly decided_at: Date | null
}

export type RequestIds = {
  readonly request_id: number
  readonly applicant_id: number
  readonly family_id: number
}

/** Who decides, and when the call arrived: before anything was asked of the database. */
type Decider = { readonly id: number; readonly isStaff: boolean; readonly arrivedAt: Date }

/**
 * What a decision meets. `repeated` is the same decision by the same person over again, which changes nothing; a call
 * that was under way when the decision was made came second in a race, and is told so. `absent` also where the three ids are not one request's or the decider is not the one who was asked.
 */
export function decisionOf(
  request: RequestFacts | null,
  ids: RequestIds,
  decider: Decider,
  approves: boolean,
): 'open' | 'repeated' | 'decided' | 'absent' {
  if (request === null || request.applicant_id !== ids.applicant_id || request.family_id !== ids.family_id)
    return 'absent'
  if (!decider.isStaff && request.member_id !== decider.id) return 'absent'
  if (request.request_status === requestStatus.pending) return 'open'
  const same = request.request_status === (approves ? requestStatus.approved : requestStatus.rejected)
  const after = request.decided_at !== null && decider.arrivedAt > request.decided_at
  return same && request.decided_by === decider.id && after ? 'repeated' : 'decided'
}

type LinkFacts = {
  readonly leader_id: number
  readonly member_id: number
  readonly state: 'pending' | 'approved' | 'ended'
}

/** How somebody ends a link: the leader removes a member or takes a request back, the member leaves; null where they may not. */
export function endingOf(link: LinkFacts | null, personId: number): 'removed' | 'withdrawn' | 'left' | null {
  if (link === null || link.state === 'ended') return null
  if (link.leader_id === personId) return link.state === 'approved' ? 'removed' : 'withdrawn'
  return link.member_id === personId && link.state === 'approved' ? 'left' : null
}

/** Days before the coming of age from which on those concerned are told. */
export const noticeDays = 30

/** The day somebody comes of age, if that is near: from thirty days before it until the day before. */
export function nearComingOfAge(birth: Day, today: Day, ages: Ages): Day | null {
  const day = addYears(birth, ages.adult)
  return today < day && day <= addDays(today, noticeDays) ? day : null
}

/** How it stands with a leader's guardianship, to be shown. */
export function guardianshipOf(
  bond: Pick<Bond, 'leader_is_guardian' | 'guardian_proof' | 'guardian_denied'>,
): 'none' | 'unproven' | 'registry' | 'staff' | 'denied' {
  if (!bond.leader_is_guardian) return 'none'
  return bond.guardian_denied ? 'denied' : (bond.guardian_proof ?? 'unproven')
}

/** A bond as a row tells it. */
type FlatBond = {
  readonly state: Bond['state']
  readonly leader_is_guardian: boolean
  readonly guardian_proof: Bond['guardian_proof']
  readonly guardian_denied: boolean
  readonly may_book: boolean
  readonly leader_enabled: boolean
  readonly leader_birth: Day | null
  readonly member_enabled: boolean
  readonly member_birth: Day | null
}

export function bondOf(row: FlatBond): Bond {
  return {
    state: row.state,
    leader_is_guardian: row.leader_is_guardian,
    guardian_proof: row.guardian_proof,
    guardian_denied: row.guardian_denied,
    may_book: row.may_book,
    leader: { enabled: row.leader_enabled, date_birth: row.leader_birth },
    member: { enabled: row.member_enabled, date_birth: row.member_birth },
  }
}
