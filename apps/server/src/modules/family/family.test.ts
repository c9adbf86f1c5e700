import type { Ages } from '@mi-portal/contract/values/ages'
import { describe, expect, test } from 'vitest'
import { type Bond, sightOf } from './family.rules.ts'

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
