/** The rules of the family group over lists in memory: what the service and the store do, without a database. */
import type { Ages } from '@mi-portal/contract/values/ages'
import { dayOf } from '@mi-portal/contract/values/dates'
import {
  additionErrorOf,
  decisionOf,
  endingOf,
  type GroupLink,
  mayBook,
  recordAccessOf,
} from '../../src/modules/family/family.rules.ts'
import { isAdolescent, isMinor } from '../../src/modules/people/people.rules.ts'
import type { FamilyPerson, Relation } from './sequence.ts'

const ages: Ages = { reserve: 14, paediatric: 15, consent: 16, adult: 18 }
const staffId = 1_000

type Link = {
  readonly id: number
  readonly from: FamilyPerson
  readonly to: FamilyPerson
  readonly as: Relation
  state: GroupLink['state']
  proof: GroupLink['guardian_proof']
  denied: boolean
  books: boolean
  /** When the access of the proven guardian begins; null before the link is accepted and proven. */
  begins: Date | null
  status: 0 | 1 | 2 | 3
  decidedBy: number | null
  decidedAt: Date | null
}

export function familyEngine(isParent: (parent: FamilyPerson, child: FamilyPerson) => boolean) {
  const links: Link[] = []
  let now = new Date(0)
  const today = () => dayOf(now)
  const idOf = (who: FamilyPerson | 'staff') => (who === 'staff' ? staffId : who.index + 1)

  /** Returns the status with which the checks before the handler reject a caller, or null. */
  const callerErrorOf = (who: FamilyPerson | 'staff', adultsOnly: boolean) => {
    if (who === 'staff') return null
    if (!who.open) return 401
    return adultsOnly && isMinor(who.birth, today(), ages) ? 403 : null
  }
  const groupLinkOf = (link: Link): GroupLink => ({
    state: link.state,
    leader_is_guardian: link.as.guardian,
    guardian_proof: link.proof,
    guardian_denied: link.denied,
    is_guardian_now: link.begins !== null && link.begins <= now,
    is_frozen: false,
    may_book: link.books,
    owner: { enabled: link.from.open, date_birth: link.from.birth },
    member: { enabled: link.to.open, date_birth: link.to.birth },
  })
  /** The access begins at once without another guardian and without an adolescent who did not accept it, and otherwise in 72 hours. */
  const beginAccess = (link: Link, acceptedBy: FamilyPerson | 'staff') => {
    if (link.proof === null || !isMinor(link.to.birth, today(), ages)) return
    const isWatched = links.some(
      (other) =>
        other.to === link.to &&
        other.from !== link.from &&
        other.state === 'approved' &&
        other.begins !== null &&
        other.begins <= now &&
        other.from.open &&
        !isMinor(other.from.birth, today(), ages),
    )
    const isAsked = isAdolescent(link.to.birth, today(), ages) && link.to.open && acceptedBy !== link.to
    link.begins = new Date(now.getTime() + (isWatched || isAsked ? 72 * 3_600_000 : 0))
  }
  const between = (a: FamilyPerson, b: FamilyPerson) =>
    links.find((link) => link.from === a && link.to === b && link.state !== 'ended')

  return {
    at: (moment: number) => {
      now = new Date(moment)
    },
    ask: (a: FamilyPerson, b: FamilyPerson, as: Relation, legal: boolean): number => {
      const rejected = callerErrorOf(a, true)
      if (rejected !== null) return rejected
      const live = between(a, b) ?? between(b, a) ?? null
      const rejections = links.filter((link) => link.from === a && link.to === b && link.status === 2)
      const rejection = additionErrorOf(
        {
          owner: { id: idOf(a), date_birth: a.birth },
          invited: b.open ? { id: idOf(b), date_birth: b.birth } : null,
          relationship: { member_may_be_minor: as.ofMinor },
          legalTextAccepted: legal,
          live:
            live === null || live.state === 'ended'
              ? null
              : { leader_id: idOf(live.from), state: live.state },
          rejectedAt: rejections.at(-1)?.decidedAt ?? null,
          isProtected: false,
        },
        now,
        today(),
        ages,
      )
      if (rejection !== null) return 400
      const denied = links.findLast((link) => link.from === a && link.to === b)?.denied ?? false
      links.push({
        id: links.length + 1,
        from: a,
        to: b,
        as,
        state: 'pending',
        proof: as.guardian && !denied && isParent(a, b) ? 'registry' : null,
        denied,
        books: false,
        begins: null,
        status: 0,
        decidedBy: null,
        decidedAt: null,
      })
      return 200
    },
    decide: (n: number, who: FamilyPerson | 'staff', yes: boolean): number => {
      const rejected = callerErrorOf(who, false)
      if (rejected !== null) return rejected
      const link = links[n]
      const request = link && {
        id: link.id,
        family_id: link.id,
        applicant_id: idOf(link.from),
        member_id: idOf(link.to),
        request_status: link.status,
        decided_by: link.decidedBy,
        decided_at: link.decidedAt,
      }
      const ids = { request_id: n + 1, family_id: n + 1, applicant_id: link ? idOf(link.from) : 1 }
      const meets = decisionOf(
        request ?? null,
        ids,
        { id: idOf(who), isStaff: who === 'staff', arrivedAt: now },
        yes,
      )
      if (meets === 'open' && link) {
        link.state = yes ? 'approved' : 'ended'
        link.status = yes ? 1 : 2
        // The member of staff who confirms the acceptance decides, and not the one who requested it.
        link.decidedBy = who === 'staff' && yes ? staffId + 1 : idOf(who)
        link.decidedAt = now
        if (yes) beginAccess(link, who)
      }
      return { open: 200, repeated: 200, decided: 409, absent: 404 }[meets]
    },
    end: (n: number, who: FamilyPerson | 'staff'): number => {
      const rejected = callerErrorOf(who, true)
      if (rejected !== null) return rejected
      const link = links[n]
      const facts = link && { leader_id: idOf(link.from), member_id: idOf(link.to), state: link.state }
      const how = endingOf(facts ?? null, who === 'staff' ? (facts?.leader_id ?? 0) : idOf(who))
      if (how === null || !link) return 404
      link.state = 'ended'
      link.status = 3
      return 200
    },
    judge: (n: number, yes: boolean): number => {
      const link = links[n]
      if (!link || link.state === 'ended') return 404
      if (!link.as.guardian) return 400
      if (yes && link.state !== 'approved') return 409
      link.proof = yes ? 'staff' : null
      link.denied = !yes
      if (!yes) link.begins = null
      else if (link.begins === null) beginAccess(link, 'staff')
      return 200
    },
    letBook: (n: number, who: FamilyPerson, yes: boolean): number => {
      const rejected = callerErrorOf(who, true)
      if (rejected !== null) return rejected
      const link = links[n]
      if (!link || link.to !== who || link.state !== 'approved') return 404
      link.books = yes
      return 200
    },
    sees: (a: FamilyPerson, b: FamilyPerson) => {
      const link = between(a, b)
      const sight = link && recordAccessOf(groupLinkOf(link), today(), ages)
      if (!sight?.may) return 'nothing'
      return sight.withoutReserved ? 'part' : 'all'
    },
    books: (a: FamilyPerson, b: FamilyPerson) => {
      const link = between(a, b)
      return link !== undefined && mayBook(groupLinkOf(link), today(), ages)
    },
  }
}
