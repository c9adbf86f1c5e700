/** The robot check: this machine does a little work, about a second, and nobody is asked to look at pictures. */
import { type CheckedForm, robotCheckEndpoints } from '@mi-portal/contract/robot-check'
import type { Challenge } from 'altcha-lib'
import { call } from './call.ts'

/** What goes into the form's field `altcha`. Rejects where no challenge can be had or the work comes to no end. */
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
