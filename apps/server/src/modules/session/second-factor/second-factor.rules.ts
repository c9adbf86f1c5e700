/** `minutes`: lifetime of a challenge. `rateLimiter`: wrong answers it allows. `recoveryCodes`: codes created for a lost telephone. */
export const secondFactorLimits = { minutes: 5, rateLimiter: 5, recoveryCodes: 10 } as const

export const noticeAfter = 5

/**
 * Returns whether this wrong code, counted by day, makes the password void. Each tenth one does: a caller who has the
 * password and guesses codes has to know the owner's mailbox too before they may go on.
 */
export function voidsPassword(countOfDay: number): boolean {
  return countOfDay > 0 && countOfDay % 10 === 0
}

type ReadCode = { readonly kind: 'time' | 'recovery'; readonly code: string }

/** Six digits come from the authenticator app; anything else is a recovery code, in any case and with or without its dash. */
export function readCode(text: string): ReadCode {
  const code = text.trim()
  if (/^\d{6}$/.test(code)) return { kind: 'time', code }
  return { kind: 'recovery', code: code.toUpperCase().replace('-', '') }
}
