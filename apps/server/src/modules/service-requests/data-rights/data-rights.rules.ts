import { type DataRight, isOwnDecision } from '@mi-portal/contract/service-requests/data-rights'
import type { Ages } from '@mi-portal/contract/values/ages'
import { ageOn, type Day } from '@mi-portal/contract/values/dates'

/**
 * Returns whether a guardian may use a right for a minor in their care. Access and portability are always allowed. Decisions over the data
 * are allowed until the age from which sensitive data need the minor's own consent (Ley 19.628, art. 16 quáter).
 */
export function mayUseFor(right: DataRight, birth: Day | null, today: Day, ages: Ages): boolean {
  return !isOwnDecision(right) || birth === null || ageOn(birth, today) < ages.consent
}

/** Returns whether the deadline of a request may be extended: once, before it ends, and never for a blocking. */
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
