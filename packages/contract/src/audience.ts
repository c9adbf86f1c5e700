import { ageOn, type Day } from './values/dates.ts'

export const allGenders = 0

export function findPeriodState(
  { shown_from, shown_until }: Readonly<Record<'shown_from' | 'shown_until', Date | string | null>>,
  now: Date,
): 'scheduled' | 'current' | 'ended' {
  if (shown_until !== null && new Date(shown_until) <= now) return 'ended'
  return shown_from !== null && new Date(shown_from) > now ? 'scheduled' : 'current'
}

type Audience = { readonly from_age: number; readonly to_age: number; readonly gender_id: number }

/** Returns whether a publication is meant for a person of this birth date and gender on that day; false without a birth date. */
export function isMeantFor(
  audience: Audience,
  person: { readonly date_birth: Day | null; readonly gender_id: number | null },
  today: Day,
): boolean {
  const { date_birth, gender_id } = person
  return date_birth !== null && isMeantForAge(audience, { age: ageOn(date_birth, today), gender_id })
}

export function isMeantForAge(
  { from_age, to_age, gender_id }: Audience,
  person: { readonly age: number; readonly gender_id: number | null },
): boolean {
  if (gender_id !== allGenders && gender_id !== person.gender_id) return false
  return from_age <= person.age && person.age <= to_age
}
