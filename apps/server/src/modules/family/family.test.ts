import type { Ages } from '@mi-portal/contract/values/ages'
import { describe, expect, test } from 'vitest'
import {
  classifyDecision,
  decideRecordAccess,
  describeGuardianship,
  findAdditionError,
  findEnding,
  type GroupLink,
  mayBook,
  nearAgeStep,
} from './family.rules.ts'

const ages: Ages = { reserve: 14, paediatric: 15, consent: 16, adult: 18 }

const born = (date_birth: string | null) => ({ enabled: true, date_birth })

const groupLink: GroupLink = {
  state: 'approved',
  leader_is_guardian: true,
  guardian_proof: 'registry',
  guardian_denied: false,
  is_guardian_now: true,
  is_frozen: false,
  may_book: true,
  owner: { enabled: true, date_birth: '1988-04-12' },
  member: { enabled: true, date_birth: '2016-11-26' },
}

test.each<[string, Partial<GroupLink>, string]>([
  ['access is denied before the member approves', { state: 'pending' }, 'notApproved'],
  ['access is denied after the link has ended', { state: 'ended' }, 'notApproved'],
  ['access needs a relationship that makes a guardian', { leader_is_guardian: false }, 'notGuardian'],
  ['access needs proof of the guardianship', { guardian_proof: null }, 'notProven'],
  ['access begins after the announcement', { is_guardian_now: false }, 'announced'],
  ['access is denied after an objection', { is_guardian_now: false, is_frozen: true }, 'frozen'],
  ['access is denied if staff denied the guardianship', { guardian_denied: true }, 'denied'],
  ['access needs an enabled group owner', { owner: { ...groupLink.owner, enabled: false } }, 'notEnabled'],
  ['access needs an enabled member', { member: { ...groupLink.member, enabled: false } }, 'notEnabled'],
  ['access needs a group owner of age', { owner: born('2008-11-27') }, 'leaderIsMinor'],
  ['access ends when the member comes of age', { member: born('2008-11-26') }, 'ofAge'],
  ['access to the record of a member of unknown age is denied', { member: born(null) }, 'ofAge'],
])('%s', (_, change, because) => {
  expect(decideRecordAccess({ ...groupLink, ...change }, '2026-11-26', ages)).toEqual({ may: false, because })
})

test('a guardian sees all results below the age of reserve, and no reserved results from that age on', () => {
  const accessTo = (date_birth: string) =>
    decideRecordAccess({ ...groupLink, member: born(date_birth) }, '2026-11-26', ages)
  expect(accessTo('2012-11-27')).toEqual({ may: true, withoutReserved: false })
  expect(accessTo('2012-11-26')).toEqual({ may: true, withoutReserved: true })
  expect(accessTo('2008-11-27')).toEqual({ may: true, withoutReserved: true })
})

test.each([
  ['2009-09-05', '2027-09-04', true],
  ['2009-09-05', '2027-09-05', false],
  ['2008-02-29', '2026-02-28', true],
  ['2008-02-29', '2026-03-01', false],
])('a guardian of a child born on %s has access on %s: %s', (date_birth, today, may) => {
  expect(decideRecordAccess({ ...groupLink, member: { enabled: true, date_birth } }, today, ages).may).toBe(
    may,
  )
})

test('staff can prove a guardianship like the registry, also for a group owner of unknown birth date', () => {
  const change: Partial<GroupLink> = { guardian_proof: 'staff', owner: { enabled: true, date_birth: null } }
  expect(decideRecordAccess({ ...groupLink, ...change }, '2026-11-26', ages).may).toBe(true)
})

describe('booking for a member', () => {
  const adult = { enabled: true, date_birth: '1980-01-01' }
  const young = { enabled: true, date_birth: '2008-11-27' }
  test.each<[string, Partial<GroupLink>, boolean]>([
    ['a proven guardian may book', {}, true],
    ['a guardian without proof may not book for a minor', { guardian_proof: null }, false],
    ['an uncle may not book for a minor', { leader_is_guardian: false }, false],
    ['a group owner may book for an adult without proof', { member: adult, guardian_proof: null }, true],
    ['an adult member may forbid booking', { member: adult, may_book: false }, false],
    ['a child may not forbid booking', { may_book: false }, true],
    ['booking needs an approved link', { member: adult, state: 'pending' }, false],
    ['booking needs both accounts enabled', { member: { ...adult, enabled: false } }, false],
    ['booking needs a group owner of age', { member: adult, owner: young }, false],
    ['a member of unknown age is an adult in booking', { member: { ...adult, date_birth: null } }, true],
  ])('%s', (_, change, may) => {
    expect(mayBook({ ...groupLink, ...change }, '2026-11-26', ages)).toBe(may)
  })
})

const now = new Date('2026-11-26T15:00:00Z')
type Facts = Parameters<typeof findAdditionError>[0]
const facts: Facts = {
  owner: { id: 1, date_birth: '1988-04-12' },
  invited: { id: 2, date_birth: '1990-01-01' },
  relationship: { member_may_be_minor: false },
  legalTextAccepted: false,
  live: null,
  rejectedAt: null,
  isProtected: false,
}
const invited = { id: 2, date_birth: '2016-01-01' }
const asChild = { invited, relationship: { member_may_be_minor: true } }
const owner = (date_birth: string) => ({ owner: { id: 1, date_birth } })
const live = (leader_id: number, state: 'approved' | 'pending') => ({ live: { leader_id, state } })
test.each<[string, Partial<Facts>, string | null]>([
  ['an adult, without a legal text', {}, null],
  ['an adult, by a minor', owner('2008-11-27'), 'leaderIsMinor'],
  ['an adult, by a person who is eighteen today', owner('2008-11-26'), null],
  ['a document without an account', { invited: null }, 'notRegistered'],
  ['themself', { invited: { id: 1, date_birth: '1988-04-12' } }, 'ownDocument'],
  ['a person with an unknown relationship', { relationship: null }, 'relationshipUnknown'],
  ['a minor as a mother', { invited, legalTextAccepted: true }, 'relationshipNotOfMinor'],
  ['a minor without the legal text', asChild, 'legalTextNeeded'],
  ['a minor with the legal text', { ...asChild, legalTextAccepted: true }, null],
  ['a protected minor', { ...asChild, legalTextAccepted: true, isProtected: true }, 'additionNotPossible'],
  ['an adult who was protected as a minor', { isProtected: true }, null],
  ['a member', live(1, 'approved'), 'memberAlready'],
  ['a person with a pending request', live(1, 'pending'), 'askedAlready'],
  ['the owner of a group, by its member', live(2, 'approved'), 'leaderOfTheirs'],
  ['a person who sent a request', live(2, 'pending'), 'askedByThem'],
  ['a person who rejected just now', { rejectedAt: now }, 'rejectedLately'],
  ['a person who rejected a day ago', { rejectedAt: new Date('2026-11-25T15:00:00Z') }, null],
  ['one who rejected almost a day ago', { rejectedAt: new Date('2026-11-25T15:00:01Z') }, 'rejectedLately'],
])('a group owner who invites %s is answered as expected', (_, change, rejection) => {
  expect(findAdditionError({ ...facts, ...change }, now, '2026-11-26', ages)).toBe(rejection)
})

const decided_at = new Date('2026-11-26T15:00:00Z')
const ids = { request_id: 7, applicant_id: 1, family_id: 8 }
const asked = { id: 7, family_id: 8, applicant_id: 1, member_id: 2 }
const open = { ...asked, request_status: 0 as const, decided_by: null, decided_at: null }
const approved = { ...open, request_status: 1 as const, decided_by: 2, decided_at }
const withdrawn = { ...open, request_status: 3 as const }
const member = { id: 2, isStaff: false, arrivedAt: new Date('2026-11-26T15:00:01Z') }
const staff = { ...member, id: 99, isStaff: true }
test.each<[string, Parameters<typeof classifyDecision>, string]>([
  ['by the invited person on an open request', [open, ids, member, true], 'open'],
  ['by staff on an open request', [open, ids, staff, false], 'open'],
  ['by the applicant', [open, ids, { ...member, id: 1 }, true], 'absent'],
  ['on no request', [null, ids, member, true], 'absent'],
  ['with the applicant of another request', [open, { ...ids, applicant_id: 3 }, member, true], 'absent'],
  ['with the link of another request', [open, { ...ids, family_id: 9 }, staff, true], 'absent'],
  ['that is repeated by the same person', [approved, ids, member, true], 'repeated'],
  ['that was under way', [approved, ids, { ...member, arrivedAt: decided_at }, true], 'decided'],
  ['that is the opposite of the first', [approved, ids, member, false], 'decided'],
  ['that another person repeats', [approved, ids, staff, true], 'decided'],
  ['on a withdrawn request', [withdrawn, ids, member, true], 'decided'],
])('a decision %s is judged right', (_, given, meets) => {
  expect(classifyDecision(...given)).toBe(meets)
})

test.each([
  ['approved', 1, 'removed'],
  ['approved', 2, 'left'],
  ['approved', 3, null],
  ['pending', 1, 'withdrawn'],
  ['pending', 2, null],
  ['ended', 1, null],
  ['ended', 2, null],
] as const)('a link that is %s is ended by person %d: %s', (state, person, how) => {
  expect(findEnding({ leader_id: 1, member_id: 2, state }, person)).toBe(how)
})

test.each([
  ['2008-12-31', '2026-11-30', null],
  ['2008-12-31', '2026-12-01', '2026-12-31'],
  ['2008-12-31', '2026-12-30', '2026-12-31'],
  ['2008-12-31', '2026-12-31', null],
  ['2008-02-29', '2026-01-29', null],
  ['2008-02-29', '2026-01-30', '2026-03-01'],
  ['2008-02-29', '2026-02-28', '2026-03-01'],
])('the coming of age of a member born on %s is notified on %s for %s', (birth, today, day) => {
  expect(nearAgeStep(birth, 'adult', today, ages)).toBe(day)
})

test('a step before the coming of age is near by its own setting, and never at the age of an adult', () => {
  expect(nearAgeStep('2012-12-26', 'reserve', '2026-11-26', ages)).toBe('2026-12-26')
  expect(nearAgeStep('2012-12-27', 'reserve', '2026-11-26', ages)).toBeNull()
  expect(nearAgeStep('2010-12-26', 'consent', '2026-11-26', ages)).toBe('2026-12-26')
  expect(nearAgeStep('2008-12-26', 'consent', '2026-11-26', { ...ages, consent: 18 })).toBeNull()
})

test('the state of a guardianship is one word, and a denial overrides every proof', () => {
  expect(describeGuardianship({ ...groupLink, leader_is_guardian: false })).toBe('none')
  expect(describeGuardianship({ ...groupLink, guardian_proof: null })).toBe('unproven')
  expect(describeGuardianship(groupLink)).toBe('registry')
  expect(describeGuardianship({ ...groupLink, guardian_denied: true })).toBe('denied')
})
