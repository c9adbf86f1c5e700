/** The audience of a publication: a range of ages and a gender. */
import { ageOn, type Day } from './values/dates.ts'

/** The gender «Todos», which includes everyone. */
export const allGenders = 0

type Audience = { readonly from_age: number; readonly to_age: number; readonly gender_id: number }

/**
 * Returns whether a publication is meant for a person of this birth date and gender on that day. Without a birth
 * date it is not.
 */
export function isMeantFor(
  audience: Audience,
  person: { readonly date_birth: Day | null; readonly gender_id: number | null },
  today: Day,
): boolean {
  if (audience.gender_id !== allGenders && audience.gender_id !== person.gender_id) return false
  if (person.date_birth === null) return false
  const age = ageOn(person.date_birth, today)
  return audience.from_age <= age && age <= audience.to_age
}
