/** The robot check as a proof of work by ALTCHA. It takes about a second on a cheap phone; the server derives one or two keys. */
import { createHash, hkdfSync, randomInt } from 'node:crypto'
import type { CheckedForm } from '@mi-portal/contract/robot-check'
import { type Challenge, createChallenge, type Solution, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import type { RobotCheck } from '../../ports/robot-check.ts'
import * as altchaSql from './altcha.sql.ts'

const algorithm = 'PBKDF2/SHA-256'
// The number of derivations is random between `least` and `most`, each with `rounds` rounds. Their mean sets the visitor's wait.
const work = { rounds: 1_000, least: 250, most: 750 } as const
const minutes = 10

type Payload = { readonly challenge: Challenge; readonly solution: Solution }

function read(text: string): Payload | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64').toString('utf8'))
    const isPayload =
      typeof value === 'object' && value !== null && 'challenge' in value && 'solution' in value
    // The signature, which is checked later, guarantees the rest of the payload.
    return isPayload ? (value as Payload) : null
  } catch {
    return null
  }
}

export function createAltchaCheck({
  db,
  secrets: known,
  clock,
}: {
  db: Database
  secrets: Secrets
  clock: Clock
}): RobotCheck {
  const deriveKeys = (secret: string) => {
    const key = (purpose: string) =>
      Buffer.from(hkdfSync('sha256', secret, 'mi-portal', purpose, 32)).toString('hex')
    return { hmacSignatureSecret: key('robot-check'), hmacKeySignatureSecret: key('robot-check-key') }
  }
  const [current] = known

  async function isRight(payload: Payload): Promise<boolean> {
    for (const secret of known) {
      try {
        const { verified } = await verifySolution({ ...payload, deriveKey, ...deriveKeys(secret) })
        if (verified) return true
      } catch {
        return false // The payload is not a challenge.
      }
    }
    return false
  }

  return {
    challenge: (form: CheckedForm) =>
      createChallenge({
        algorithm,
        cost: work.rounds,
        counter: randomInt(work.least, work.most),
        deriveKey,
        data: { form, until: clock.now().getTime() + minutes * 60_000 },
        ...deriveKeys(current),
      }),

    consume: async (queries, form, solution) => {
      const payload = read(solution)
      const { data, algorithm: used, cost } = payload?.challenge.parameters ?? {}
      const until = Number(data?.until)
      const isFresh = data?.form === form && until > clock.now().getTime()
      // Checked first, so that a forged challenge cannot choose how much work the server does to verify it.
      if (!payload || !isFresh || used !== algorithm || cost !== work.rounds) return false
      if (!(await isRight(payload))) return false
      const hash = createHash('sha256').update(String(payload.challenge.signature)).digest()
      return (await queries.run(altchaSql.insertSolution, { hash, expires_at: new Date(until) })).length > 0
    },

    purge: async () => (await db.run(altchaSql.deleteExpired, { now: clock.now() })).length,
  }
}
