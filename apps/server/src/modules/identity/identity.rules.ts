import { type IdentityCode, type IdentityState, identityCodes } from '@mi-portal/contract/identity'

export function findCode(state: IdentityState): IdentityCode | null {
  return state === 'asking' ? null : identityCodes[state]
}

/** All questions are asked even after a wrong answer, so that it does not show. All answers must be right. */
export function judgeAnswers(
  answered: number,
  wrong: number,
  questions: number,
): 'asking' | 'verified' | 'failed' {
  if (answered < questions) return 'asking'
  return wrong === 0 ? 'verified' : 'failed'
}

/** `check`: how long a check stays open. `proof`: how long its proof is valid. In milliseconds. */
export const lifetimes = { check: 10 * 60_000, proof: 30 * 60_000 } as const

/** Splits the surnames of a provider, which sends them as one text: the first word is the first surname, the rest the second. */
export function splitSurnames(lastname: string): { last_name: string; second_name: string } {
  const [last_name = '', ...rest] = lastname.trim().split(/\s+/)
  return { last_name, second_name: rest.join(' ') }
}
