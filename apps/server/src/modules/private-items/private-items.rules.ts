import type { Ages } from '@mi-portal/contract/values/ages'
import { ageOn, type Day } from '@mi-portal/contract/values/dates'

/**
 * Returns whether a person may set the mark: from the age of reserve on while a minor, because a guardian may have access or get it;
 * as an adult while another adult has access. A patient may always remove their own marks.
 */
export function maySetMark(
  person: { readonly date_birth: Day | null; readonly hasDelegate: boolean },
  today: Day,
  ages: Ages,
): boolean {
  const age = person.date_birth === null ? null : ageOn(person.date_birth, today)
  if (age === null || age >= ages.adult) return person.hasDelegate
  return age >= ages.reserve
}
