/**
 * The page on which an applicant follows an application, and the code that proves at the counter that the person there is the
 * applicant.
 */

import { ApiError } from '@mi-portal/contract/api-error'
import { type ApplicationState, counterCodeRules } from '@mi-portal/contract/applications'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Origin } from '../../platform/http/actor.ts'
import { limits, type RateLimiter } from '../../platform/security/rate-limiter.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import { createKeyedHash, hashToken, newSpokenCode } from '../../platform/security/tokens.ts'
import * as applicationsSql from './applications.sql.ts'

type ApplicationStatesDependencies = {
  readonly db: Database
  readonly rateLimiter: RateLimiter
  readonly audit: Audit
  readonly clock: Clock
  readonly secrets: Secrets
}

const hour = 3_600_000

export function createApplicationStatesService(dependencies: ApplicationStatesDependencies) {
  const { db, rateLimiter, audit, clock } = dependencies
  const codeHashes = createKeyedHash(dependencies.secrets, 'counter-code')

  async function findByKey(key: string) {
    const application = await applicationsSql.byLink(db, hashToken(key))
    if (application === null) throw new ApiError('notFound')
    return application
  }

  return {
    /** Returns the state of the application of a link. It contains no name, because the mailbox of an application is not proven. */
    find: async (key: string): Promise<ApplicationState> => {
      const { applied_at, due_at, is_waiting, approved, reason, decided_at, code_expires_at, code_attempts } =
        await findByKey(key)
      const isCodeValid =
        code_expires_at !== null &&
        code_expires_at > clock.now() &&
        (code_attempts ?? 0) < counterCodeRules.attempts
      const decision = approved === true ? 'approved' : 'denied'
      return {
        state: is_waiting ? 'waiting' : decision,
        applied_at: applied_at.toISOString(),
        due_at: due_at.toISOString(),
        decided_at: decided_at?.toISOString() ?? null,
        reason: approved === false ? (reason ?? '') : '',
        code_expires_at: isCodeValid ? code_expires_at.toISOString() : null,
      }
    },

    /** Creates a counter code, which is shown only now. Throws 409 if the application is decided. */
    createCode: async (key: string, origin: Origin) => {
      const { person_id, applied_at } = await findByKey(key)
      await rateLimiter.consumeEach([limits.counterCode], String(person_id))
      const code = newSpokenCode()
      const expires_at = new Date(clock.now().getTime() + counterCodeRules.hours * hour)
      await db.transaction(async (tx) => {
        const code_hash = codeHashes.of(`${person_id}:${code}`)
        if (!(await applicationsSql.setCode(tx, { person_id, applied_at, code_hash, expires_at })))
          throw new ApiError('decidedAlready')
        await audit.add(tx, {
          actorId: null,
          actorRole: 'anonymous',
          action: 'applications.createCode',
          patientId: person_id,
          origin,
        })
      })
      return { code, expires_at: expires_at.toISOString() }
    },

    /**
     * Counts an attempt and returns whether this is the counter code of a person's application. Returns false for an expired code, and
     * for one that was typed too often.
     */
    isCounterCode: async (personId: number, code: string): Promise<boolean> => {
      const stored = await applicationsSql.useAttempt(db, personId, counterCodeRules.attempts, clock.now())
      return (
        stored !== null && codeHashes.candidates(`${personId}:${code}`).some((hash) => hash.equals(stored))
      )
    },

    purgeLinks: (before: Date) => applicationsSql.purgeLinks(db, before),
  }
}

export type ApplicationStatesService = ReturnType<typeof createApplicationStatesService>
