/** How long a challenge lives, and how a code is read. */

/** Minutes in which a challenge has to be answered, wrong answers it takes, and codes handed out for a lost telephone. */
export const secondFactorLimits = { minutes: 5, tries: 5, recoveryCodes: 10 } as const

type ReadCode = { readonly kind: 'time' | 'recovery'; readonly code: string }

/** Six digits come from the application; anything else is a recovery code, in any case and with or without its dash. */
export function readCode(text: string): ReadCode {
  const code = text.trim()
  if (/^\d{6}$/.test(code)) return { kind: 'time', code }
  return { kind: 'recovery', code: code.toUpperCase().replace('-', '') }
}
