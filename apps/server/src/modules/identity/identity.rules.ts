/** The states of an identity check and the code each ends with. */
import { type IdentityCode, type IdentityState, identityCodes } from '@mi-portal/contract/identity'

/** Null while it is still being asked. */
export function codeOf(state: IdentityState): IdentityCode | null {
  return state === 'asking' ? null : identityCodes[state]
}

/** Every question is asked, also after a wrong answer: which one it was must not show. All must be right. */
export function verdictOf(
  answered: number,
  wrong: number,
  questions: number,
): 'asking' | 'verified' | 'failed' {
  if (answered < questions) return 'asking'
  return wrong === 0 ? 'verified' : 'failed'
}

/** How long a check stays open, and how long its proof lives, in milliseconds. */
export const lifetimes = { check: 10 * 60_000, proof: 30 * 60_000 } as const
