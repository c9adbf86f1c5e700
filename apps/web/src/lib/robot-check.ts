/** The robot check: this machine does a little work, about a second, and nobody is asked to look at pictures. */
import { Failure } from '@mi-portal/contract/failure'
import { type CheckedForm, robotCheckEndpoints } from '@mi-portal/contract/robot-check'
import type { Challenge } from 'altcha-lib'
import { call } from './call.ts'

/** The number of a refusal that asks for the check. */
export const robotCheckNumber = 11

/**
 * Sends a form. Where the server asks for the robot check first it is done, and the form sent once more with what goes
 * into its field `altcha`: whoever waits sees only a longer wait. Rejects with the server's refusal.
 */
export async function sendChecked<Answer>(
  form: CheckedForm,
  send: (altcha?: string) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await send()
  } catch (refusal) {
    if (!(refusal instanceof Failure && refusal.number === robotCheckNumber)) throw refusal
    const altcha = await solveRobotCheck(form).catch(() => {
      throw refusal
    })
    return send(altcha)
  }
}

/** Does the work for a form that always asks for it; gives what goes into its field `altcha`. */
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
