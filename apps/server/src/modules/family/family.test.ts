import type { Ages } from '@mi-portal/contract/values/ages'
import { describe, expect, test } from 'vitest'
import {
  additionRefusal,
  type Bond,
  decisionOf,
  endingOf,
  guardianshipOf,
  mayBook,
  nearComingOfAge,
  sightOf,
} from './family.rules.ts'

const ages: Ages = { reserve: 14, paediatric: 15, consent: 16, adult: 18 }

const bond: Bond = {
  state: 'approved',
  leader_is_guardian: true,
  guardian_proof: 'registry',
  guardian_denied: false,
  may_book: true,
  leader: { enabled: true, date_birth: '1988-04-12' },
  member: { enabled: true, date_birth: '2016-11-26' },
}

describe('a guardian’s sight of a member', () => {
  test.each<[string, Partial<Bond>, string]>([
    ['is not there before the member approves', { state: 'pending' }, 'notApproved'],
    ['is not there after the link has ended', { state: 'ended' }, 'notApproved'],
    ['needs a relationship that makes a guardian', { leader_is_guardian: false }, 'notGuardian'],
    ['needs proof', { guardian_proof: null }, 'notProven'],
    ['needs that staff have not denied it', { guardian_denied: true }, 'denied'],
    ['needs an enabled leader', { leader: { ...bond.leader, enabled: false } }, 'notEnabled'],
    ['needs an enabled member', { member: { ...bond.member, enabled: false } }, 'notEnabled'],
    ['needs a leader of age', { leader: { enabled: true, date_birth: '2008-11-27' } }, 'leaderIsMinor'],
    ['ends for a member of age', { member: { enabled: true, date_birth: '2008-11-26' } }, 'ofAge'],
    ['is not there for a member of unknown age', { member: { enabled: true, date_birth: null } }, 'ofAge'],
  ])('%s', (_, change, because) => {
    expect(sightOf({ ...bond, ...change }, '2026-11-26', ages)).toEqual({ may: false, because })
  })

  test('is whole below the age of reserve, and without what is reserved from it on', () => {
    const born = (date_birth: string) =>
      sightOf({ ...bond, member: { enabled: true, date_birth } }, '2026-11-26', ages)
    expect(born('2012-11-27')).toEqual({ may: true, withoutReserved: false })
    expect(born('2012-11-26')).toEqual({ may: true, withoutReserved: true })
    expect(born('2008-11-27')).toEqual({ may: true, withoutReserved: true })
  })

  test.each([
    ['2009-09-05', '2027-09-04', true],
    ['2009-09-05', '2027-09-05', false],
    ['2008-02-29', '2026-02-28', true],
    ['2008-02-29', '2026-03-01', false],
  ])('of who was born on %s is on %s: %s', (date_birth, today, may) => {
    expect(sightOf({ ...bond, member: { enabled: true, date_birth } }, today, ages).may).toBe(may)
  })

  test('is proven by staff as well as by the registry, for a leader of unknown birth date too', () => {
    const change: Partial<Bond> = { guardian_proof: 'staff', leader: { enabled: true, date_birth: null } }
    expect(sightOf({ ...bond, ...change }, '2026-11-26', ages).may).toBe(true)
  })
})

describe('booking for a member', () => {
  const today = '2026-11-26'
  const adult = { enabled: true, date_birth: '1980-01-01' }
  test.each<[string, Partial<Bond>, boolean]>([
    ['is a proven guardian’s', {}, true],
    ['is nobody’s without proof, while the member is a minor', { guardian_proof: null }, false],
    ['is not an uncle’s, while the member is a minor', { leader_is_guardian: false }, false],
    ['is the leader’s of an adult, proof or not', { member: adult, guardian_proof: null }, true],
    ['ends with the adult’s switch', { member: adult, may_book: false }, false],
    ['is not for a child to switch off', { may_book: false }, true],
    ['needs the approval', { member: adult, state: 'pending' }, false],
    ['needs both accounts', { member: { ...adult, enabled: false } }, false],
    ['needs a leader of age', { member: adult, leader: { enabled: true, date_birth: '2008-11-27' } }, false],
    ['is there for who has no known age, as for an adult', { member: { ...adult, date_birth: null } }, true],
  ])('%s', (_, change, may) => {
    expect(mayBook({ ...bond, ...change }, today, ages)).toBe(may)
  })
})

describe('asking somebody into a group', () => {
  const now = new Date('2026-11-26T15:00:00Z')
  const facts: Parameters<typeof additionRefusal>[0] = {
    leader: { id: 1, date_birth: '1988-04-12' },
    invited: { id: 2, date_birth: '1990-01-01' },
    relationship: { member_may_be_minor: false },
    legalTextAccepted: false,
    live: null,
    rejectedAt: null,
  }
  const minor = { id: 2, date_birth: '2016-01-01' }
  test.each<[string, Partial<typeof facts>, string | null]>([
    ['an adult needs no legal text', {}, null],
    ['a leader under age', { leader: { id: 1, date_birth: '2008-11-27' } }, 'leaderIsMinor'],
    ['a leader of eighteen today', { leader: { id: 1, date_birth: '2008-11-26' } }, null],
    ['nobody', { invited: null }, 'notRegistered'],
    ['oneself', { invited: { id: 1, date_birth: '1988-04-12' } }, 'ownDocument'],
    ['no relationship', { relationship: null }, 'relationshipUnknown'],
    ['a minor as a mother', { invited: minor, legalTextAccepted: true }, 'relationshipNotOfMinor'],
    [
      'a minor without the text',
      { invited: minor, relationship: { member_may_be_minor: true } },
      'legalTextNeeded',
    ],
    [
      'a minor with it',
      { invited: minor, relationship: { member_may_be_minor: true }, legalTextAccepted: true },
      null,
    ],
    ['a member', { live: { leader_id: 1, state: 'approved' } }, 'memberAlready'],
    ['who is asked', { live: { leader_id: 1, state: 'pending' } }, 'askedAlready'],
    ['who leads', { live: { leader_id: 2, state: 'approved' } }, 'leaderOfTheirs'],
    ['who asks', { live: { leader_id: 2, state: 'pending' } }, 'askedByThem'],
    ['who rejected just now', { rejectedAt: now }, 'rejectedLately'],
    ['who rejected a day ago', { rejectedAt: new Date('2026-11-25T15:00:00Z') }, null],
    ['who rejected a second less ago', { rejectedAt: new Date('2026-11-25T15:00:01Z') }, 'rejectedLately'],
  ])('%s', (_, change, refusal) => {
    expect(additionRefusal({ ...facts, ...change }, now, '2026-11-26', ages)).toBe(refusal)
  })
})

describe('a decision', () => {
  const decidedAt = new Date('2026-11-26T15:00:00Z')
  const open = {
    id: 7,
    family_id: 8,
    applicant_id: 1,
    member_id: 2,
    request_status: 0 as const,
    decided_by: null,
    decided_at: null,
  }
  const approved = { ...open, request_status: 1 as const, decided_by: 2, decided_at: decidedAt }
  const ids = { request_id: 7, applicant_id: 1, family_id: 8 }
  const member = { id: 2, isStaff: false, arrivedAt: new Date('2026-11-26T15:00:01Z') }
  const staff = { ...member, id: 99, isStaff: true }
  test.each<[string, Parameters<typeof decisionOf>, string]>([
    ['by the invited person', [open, ids, member, true], 'open'],
    ['by staff', [open, ids, staff, false], 'open'],
    ['by the applicant', [open, ids, { ...member, id: 1 }, true], 'absent'],
    ['about nothing', [null, ids, member, true], 'absent'],
    ['with another’s applicant', [open, { ...ids, applicant_id: 3 }, member, true], 'absent'],
    ['with another’s link', [open, { ...ids, family_id: 9 }, staff, true], 'absent'],
    ['the same again', [approved, ids, member, true], 'repeated'],
    [
      'the same, under way at the same time',
      [approved, ids, { ...member, arrivedAt: decidedAt }, true],
      'decided',
    ],
    ['the opposite', [approved, ids, member, false], 'decided'],
    ['the same by somebody else', [approved, ids, staff, true], 'decided'],
    ['after a withdrawal', [{ ...open, request_status: 3 }, ids, member, true], 'decided'],
  ])('%s: %#', (_, given, meets) => {
    expect(decisionOf(...given)).toBe(meets)
  })
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
  expect(endingOf({ leader_id: 1, member_id: 2, state }, person)).toBe(how)
})

test.each([
  ['2008-12-31', '2026-11-30', null],
  ['2008-12-31', '2026-12-01', '2026-12-31'],
  ['2008-12-31', '2026-12-30', '2026-12-31'],
  ['2008-12-31', '2026-12-31', null],
  ['2008-02-29', '2026-01-29', null],
  ['2008-02-29', '2026-01-30', '2026-03-01'],
  ['2008-02-29', '2026-02-28', '2026-03-01'],
])('who was born on %s is told on %s of %s', (birth, today, day) => {
  expect(nearComingOfAge(birth, today, ages)).toBe(day)
})

test('how a guardianship stands is told in one word, denial first', () => {
  expect(guardianshipOf({ ...bond, leader_is_guardian: false })).toBe('none')
  expect(guardianshipOf({ ...bond, guardian_proof: null })).toBe('unproven')
  expect(guardianshipOf(bond)).toBe('registry')
  expect(guardianshipOf({ ...bond, guardian_denied: true })).toBe('denied')
})
