/** Family groups between patients of the demonstration, in every state. */
import { declarationNumber } from './legal-texts.ts'
import type { DemonstrationPeople } from './people.ts'
import type { Plan } from './plan.ts'
import { createSeededRandom } from './seeded-random.ts'

/** Returns the time on a day that is `daysAgo` days before the fill. */
export type At = (daysAgo: number, time: string) => Date

type Decision = {
  readonly status: 0 | 1 | 2 | 3
  readonly at: Date | null
  readonly proven?: boolean
  readonly legal?: boolean
  /** The member lets the group owner book for them. */
  readonly mayBook?: boolean
}

const stateOf = { 0: 'pending', 1: 'approved', 2: 'ended', 3: 'ended' } as const

function addLink(
  plan: Plan,
  leader_id: number,
  member_id: number,
  relationship_type_id: number,
  created_at: Date,
  decision: Decision,
): number {
  const deciders = { 0: null, 1: member_id, 2: member_id, 3: leader_id }
  const state = stateOf[decision.status]
  const family_id = plan.links.add({
    leader_id,
    member_id,
    relationship_type_id,
    state,
    guardian_proof: decision.proven ? 'registry' : null,
    access_from: decision.proven ? decision.at : null,
    may_book: decision.mayBook ?? false,
    created_at,
    approved_at: state === 'approved' ? decision.at : null,
    ended_at: state === 'ended' ? decision.at : null,
  })
  return plan.requests.add({
    family_id,
    applicant_id: leader_id,
    request_status: decision.status,
    legal_text_id: decision.legal ? declarationNumber : null,
    created_at,
    decided_at: decision.at,
    decided_by: deciders[decision.status],
  })
}

/** Adds the named families, and requests of every kind between other patients. Returns Diego's request. */
export function addFamily(plan: Plan, cast: DemonstrationPeople, at: At): number {
  const { camila, martina, jorge, diego } = cast.accounts
  addLink(plan, camila, martina, 3, at(380, '21:10'), {
    status: 1,
    at: at(380, '21:40'),
    proven: true,
    legal: true,
  })
  addLink(plan, camila, jorge, 2, at(250, '20:05'), {
    status: 1,
    at: at(249, '09:30'),
    mayBook: true,
  })
  const request = addLink(plan, diego, camila, 6, at(2, '19:45'), { status: 0, at: null })

  const adults = plan.people.all.filter(
    (person) => cast.others.includes(person.id) && !person.opened_as_minor && person.status === 1,
  )
  const by = createSeededRandom('families')
  const kinds = [
    [4, 1],
    [7, 1],
    [2, 1],
    [10, 1],
    [6, 0],
    [17, 0],
    [7, 0],
    [4, 2],
    [8, 2],
    [12, 3],
  ] as const
  kinds.forEach(([relationship, status], index) => {
    const leader = adults[index * 4]
    const member = adults[index * 4 + 2]
    if (!leader || !member) return
    const daysAgo = by.whole(3, 200)
    addLink(plan, leader.id, member.id, relationship, at(daysAgo, '18:30'), {
      status,
      at: status === 0 ? null : at(daysAgo - 1, '10:20'),
    })
  })
  return request
}
