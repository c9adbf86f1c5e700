/** The robot check: the user's device computes for about a second, and no one has to solve image puzzles. */
import { CallError } from '@mi-portal/contract/calls/call-error'
import { type CheckedForm, robotCheckEndpoints } from '@mi-portal/contract/robot-check'
import type { Challenge } from 'altcha-lib'
import { call } from './call.ts'

/** The number of the rejection that requires the check. */
export const robotCheckNumber = 11

/**
 * Sends a form. When the server requires the robot check, it is solved and the form is sent once more with the
 * solution in its field `altcha`; the user only waits longer. Rejects with the server's error.
 */
export async function sendWithRobotCheck<Answer>(
  form: CheckedForm,
  send: (altcha?: string) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof CallError && error.number === robotCheckNumber)) throw error
    const altcha = await solveRobotCheck(form).catch(() => {
      throw error
    })
    return send(altcha)
  }
}

/** Solves the robot check of a form that always requires it. Returns the value of its field `altcha`. */
export async function solveRobotCheck(form: CheckedForm): Promise<string> {
  const [{ solveChallenge }, { deriveKey }, challenge] = await Promise.all([
    import('altcha-lib'),
    import('altcha-lib/algorithms/web/pbkdf2'),
    call(robotCheckEndpoints.challenge, { query: { form } }),
  ])
  if (!isChallenge(challenge)) throw new Error('The server sent no challenge')
  const solution = await solveChallenge({ challenge, deriveKey })
  return btoa(JSON.stringify({ challenge, solution }))
}

function isChallenge(value: unknown): value is Challenge {
  return typeof value === 'object' && value !== null && 'parameters' in value && 'signature' in value
}
