/** How long a link that verifies an address works, and how long an address that staff entered takes no temporary password. */
export const emailLimits = { verificationDays: 7, recoveryHoldHours: 72, questionEveryDays: 365 } as const

const hour = 3_600_000
const day = 24 * hour

type Address = {
  readonly email: string | null
  readonly email_verified_at: Date | null
  readonly recovery_held_until: Date | null
}

/**
 * Returns why an address must not receive a temporary password or a code that opens the account, or null if it may. `unverified`: no
 * message that went to the mailbox alone has come back from it. `held`: staff entered the address less than 72 hours ago.
 */
export function getKeyError(
  { email, email_verified_at, recovery_held_until }: Address,
  now: Date,
): 'unverified' | 'held' | null {
  if (email === null || email_verified_at === null) return 'unverified'
  return recovery_held_until !== null && recovery_held_until > now ? 'held' : null
}

export function recoveryHeldUntil(now: Date): Date {
  return new Date(now.getTime() + emailLimits.recoveryHoldHours * hour)
}

export function isEmailQuestionDue(
  person: Address & { readonly email_asked_at: Date | null },
  now: Date,
): boolean {
  const { email, email_verified_at, email_asked_at } = person
  if (email === null || email_verified_at === null) return false
  const last = Math.max(email_verified_at.getTime(), email_asked_at?.getTime() ?? 0)
  return now.getTime() - last >= emailLimits.questionEveryDays * day
}
