/** Who may use which right over personal data, and what staff are shown of it. */
import { type DataRight, dataRights, isOwnDecision, rightNames } from '@mi-portal/contract/privacy'
import type { Ages } from '@mi-portal/contract/values/ages'
import { ageOn, type Day } from '@mi-portal/contract/values/dates'

/** What the tray calls a request. */
export function subjectOf(kind: string): string {
  const right = dataRights.find((one) => one === kind)
  return right === undefined ? kind : rightNames[right]
}

/**
 * Whether a guardian may use that right for a minor in their care: to know, always; to decide over the data, until the
 * minor has the age at which sensitive data need their own consent alone (Ley 19.628, art. 16 quáter).
 */
export function mayUseFor(right: DataRight, birth: Day | null, today: Day, ages: Ages): boolean {
  return !isOwnDecision(right) || birth === null || ageOn(birth, today) < ages.consent
}

/** Whether the term of a request may be extended: once, before it is over, never of a blocking. */
export function mayExtend(
  request: {
    readonly kind: string
    readonly state: string
    readonly due_at: Date
    readonly extended_at: Date | null
  },
  now: Date,
): boolean {
  return (
    request.kind !== 'blocking' &&
    request.state === 'pendiente' &&
    request.extended_at === null &&
    request.due_at > now
  )
}
