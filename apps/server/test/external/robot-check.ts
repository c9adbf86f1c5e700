import type { CheckedForm } from '@mi-portal/contract/robot-check'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Portal } from '../portal.ts'

export async function solveRobotCheck({ app }: Pick<Portal, 'app'>, form: CheckedForm): Promise<string> {
  const answer = await app.inject({ url: `/agenda/v1/challenge?form=${form}` })
  const challenge: Challenge = answer.json()
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}
