import type { RecordDenialReason } from '@mi-portal/contract/family/members'
import { requestStatus } from '@mi-portal/contract/family/requests'
import type { DelegableMatter, RecordMatter } from '@mi-portal/contract/record-matters'
import type { AgeStep, Ages } from '@mi-portal/contract/values/ages'
import type { Day } from '@mi-portal/contract/values/dates'
import { addDays, addYears, ageOn } from '@mi-portal/contract/values/dates'
import { isMinor } from '../people/people.rules.ts'

export type GroupLink = {
  readonly state: 'pending' | 'approved' | 'ended'
  readonly leader_is_guardian: boolean
  readonly guardian_proof: 'registry' | 'staff' | null
  /** Staff denied the guardianship. The denial overrides every proof. */
  readonly guardian_denied: boolean
  /** The access of the guardian has begun, and nothing stopped it. The database decides. */
  readonly is_guardian_now: boolean
  /** Another guardian or the adolescent objected. */
  readonly is_frozen: boolean
  readonly may_book: boolean
  readonly owner: { readonly enabled: boolean; readonly date_birth: Day | null }
  readonly member: { readonly enabled: boolean; readonly date_birth: Day | null }
}

export type RecordAccess =
  | {
      readonly may: true /** Information that the law reserves is left out. */
      readonly withoutReserved: boolean
    }
  | { readonly may: false; readonly because: RecordDenialReason }

function accountProblem(groupLink: GroupLink, today: Day, ages: Ages): RecordDenialReason | null {
  if (groupLink.state !== 'approved') return 'notApproved'
  if (!groupLink.owner.enabled || !groupLink.member.enabled) return 'notEnabled'
  return isMinor(groupLink.owner.date_birth, today, ages) ? 'leaderIsMinor' : null
}

/**
 * Decides whether a group owner may see a member's record on a calendar day of Santiago. The link must be approved,
 * both accounts enabled, the guardianship proven and announced, and the member a minor. From the age of reserve on, information
 * that the law reserves for the adolescent is left out (Ley 21.430, Ley 20.418, Ley 20.987).
 */
export function decideRecordAccess(groupLink: GroupLink, today: Day, ages: Ages): RecordAccess {
  const because = accountProblem(groupLink, today, ages) ?? guardianshipProblem(groupLink, today, ages)
  if (because !== null) return { may: false, because }
  const birth = groupLink.member.date_birth
  return { may: true, withoutReserved: birth !== null && ageOn(birth, today) >= ages.reserve }
}

function guardianshipProblem(groupLink: GroupLink, today: Day, ages: Ages): RecordDenialReason | null {
  if (!isMinor(groupLink.member.date_birth, today, ages)) return 'ofAge'
  if (!groupLink.leader_is_guardian) return 'notGuardian'
  if (groupLink.guardian_denied) return 'denied'
  if (groupLink.guardian_proof === null) return 'notProven'
  if (groupLink.is_frozen) return 'frozen'
  return groupLink.is_guardian_now ? null : 'announced'
}

export function mayBook(groupLink: GroupLink, today: Day, ages: Ages): boolean {
  if (decideRecordAccess(groupLink, today, ages).may) return true
  if (accountProblem(groupLink, today, ages) !== null) return false
  return !isMinor(groupLink.member.date_birth, today, ages) && groupLink.may_book
}

export type Delegation = {
  readonly matters: readonly DelegableMatter[]
  readonly may_book: boolean
  readonly expires_at: Date
  readonly grantor: { readonly enabled: boolean; readonly date_birth: Day | null }
  readonly delegate: { readonly enabled: boolean; readonly date_birth: Day | null }
}

/** Returns whether a delegate has access now to a matter of the grantor's record. The whole record cannot be delegated. */
export function hasDelegatedAccess(
  { matters, expires_at, grantor, delegate }: Delegation,
  matter: RecordMatter,
  now: Date,
  today: Day,
  ages: Ages,
): boolean {
  if (matter === 'whole' || !matters.includes(matter) || expires_at <= now) return false
  const areAdults = !isMinor(grantor.date_birth, today, ages) && !isMinor(delegate.date_birth, today, ages)
  return areAdults && grantor.enabled && delegate.enabled
}

export function mayBookAsDelegate(delegation: Delegation, now: Date, today: Day, ages: Ages): boolean {
  return delegation.may_book && hasDelegatedAccess(delegation, 'appointments', now, today, ages)
}

type AdditionFacts = {
  readonly owner: { readonly id: number; readonly date_birth: Day | null }
  readonly invited: { readonly id: number; readonly date_birth: Day | null } | null
  readonly relationship: { readonly member_may_be_minor: boolean } | null
  readonly legalTextAccepted: boolean
  /** The present link between the two people, in either direction. */
  readonly live: { readonly leader_id: number; readonly state: 'pending' | 'approved' } | null
  /** When the invited person last rejected this group owner. */
  readonly rejectedAt: Date | null
  readonly isProtected: boolean
}

export type AdditionErrorCode =
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
  | 'additionNotPossible'

const pauseAfterRejection = 24 * 3_600_000

export function findAdditionError(
  facts: AdditionFacts,
  now: Date,
  today: Day,
  ages: Ages,
): AdditionErrorCode | null {
  const { owner, invited, relationship, rejectedAt } = facts
  if (isMinor(owner.date_birth, today, ages)) return 'leaderIsMinor'
  if (invited === null) return 'notRegistered'
  if (invited.id === owner.id) return 'ownDocument'
  if (relationship === null) return 'relationshipUnknown'
  if (isMinor(invited.date_birth, today, ages)) {
    if (!relationship.member_may_be_minor) return 'relationshipNotOfMinor'
    if (!facts.legalTextAccepted) return 'legalTextNeeded'
  }
  if (facts.live !== null) return findLinkError(owner.id, facts.live)
  const mustWait = rejectedAt !== null && now.getTime() - rejectedAt.getTime() < pauseAfterRejection
  if (mustWait) return 'rejectedLately'
  return facts.isProtected && isMinor(invited.date_birth, today, ages) ? 'additionNotPossible' : null
}

function findLinkError(ownerId: number, live: NonNullable<AdditionFacts['live']>): AdditionErrorCode {
  if (live.leader_id === ownerId) return live.state === 'approved' ? 'memberAlready' : 'askedAlready'
  return live.state === 'approved' ? 'leaderOfTheirs' : 'askedByThem'
}

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

type Decider = { readonly id: number; readonly isStaff: boolean; readonly arrivedAt: Date }

/**
 * Returns how a decision applies to a request. `repeated`: the same person made the same decision before this call arrived, and nothing
 * changes. `decided`: a decision came first, also one made while this call was under way. `absent`: there is no such request, the three ids
 * do not belong to one request, or the decider is neither staff nor the invited person.
 */
export function classifyDecision(
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

/** A group owner removes a member or withdraws a request, a member leaves. Null if the person may not end the link. */
export function findEnding(
  link: LinkFacts | null,
  personId: number,
): 'removed' | 'withdrawn' | 'left' | null {
  if (link === null || link.state === 'ended') return null
  if (link.leader_id === personId) return link.state === 'approved' ? 'removed' : 'withdrawn'
  return link.member_id === personId && link.state === 'approved' ? 'left' : null
}

/** The ages of a minor at which the rights of a guardian change, in their order. Each is a setting of the installation. */
export const ageSteps: readonly AgeStep[] = ['reserve', 'consent', 'adult']

export const noticeDays = 30

/**
 * Returns the day on which a person reaches an age step if it is near: from thirty days before it until the day before. Null
 * otherwise, and if the installation sets the step to an age at which the person is an adult.
 */
export function nearAgeStep(birth: Day, step: AgeStep, today: Day, ages: Ages): Day | null {
  if (step !== 'adult' && ages[step] >= ages.adult) return null
  const day = addYears(birth, ages[step])
  return today < day && day <= addDays(today, noticeDays) ? day : null
}

export function describeGuardianship(
  groupLink: Pick<GroupLink, 'leader_is_guardian' | 'guardian_proof' | 'guardian_denied'>,
): 'none' | 'unproven' | 'registry' | 'staff' | 'denied' {
  if (!groupLink.leader_is_guardian) return 'none'
  return groupLink.guardian_denied ? 'denied' : (groupLink.guardian_proof ?? 'unproven')
}

type FlatGroupLink = Omit<GroupLink, 'owner' | 'member'> & {
  readonly leader_enabled: boolean
  readonly leader_birth: Day | null
  readonly member_enabled: boolean
  readonly member_birth: Day | null
}

export function toGroupLink(row: FlatGroupLink): GroupLink {
  return {
    ...row,
    owner: { enabled: row.leader_enabled, date_birth: row.leader_birth },
    member: { enabled: row.member_enabled, date_birth: row.member_birth },
  }
}
