/** For whom an announcement is meant, pure. */
import type { Ad } from '@mi-portal/contract/ads'
import { ageOn, type Day } from '@mi-portal/contract/values/dates'

const everybody = 0

/** Whether an ad is for somebody of this birth and gender on that day; of whom no birth is known no age is assumed. */
export function isMeantFor(
  ad: Pick<Ad, 'from_age' | 'to_age' | 'gender_id'>,
  person: { readonly date_birth: Day | null; readonly gender_id: number | null },
  today: Day,
): boolean {
  if (ad.gender_id !== everybody && ad.gender_id !== person.gender_id) return false
  if (person.date_birth === null) return false
  const age = ageOn(person.date_birth, today)
  return ad.from_age <= age && age <= ad.to_age
}
