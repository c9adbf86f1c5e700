/**
 * Mails a code of six digits to the verified address of an account. A password that staff typed opens the account only together with it,
 * so that staff cannot enter the account themselves.
 */

import { ApiError } from '@mi-portal/contract/api-error'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import { limits, type RateLimiter } from '../../../platform/security/rate-limiter.ts'
import type { Secrets } from '../../../platform/security/secrets.ts'
import { createKeyedHash, hashToken, newSpokenCode, newToken } from '../../../platform/security/tokens.ts'
import type { MailQueue } from '../../../ports/mail.ts'
import type { PeopleService } from '../../people/people.service.ts'
import { signInCode } from '../session.mails.ts'
import * as mailedCodesSql from './mailed-codes.sql.ts'
import type { Person } from './session-opening.service.ts'

/** Minutes for which a code works, and the wrong answers that it allows. */
const codeLimits = { minutes: 10, tries: 5 } as const

type MailedCodesDependencies = {
  readonly db: Database
  readonly people: Pick<PeopleService, 'keyErrorOf'>
  readonly rateLimiter: RateLimiter
  readonly mail: MailQueue
  readonly clock: Clock
  readonly secrets: Secrets
}

export function createMailedCodesService({
  db,
  people,
  rateLimiter,
  mail,
  clock,
  secrets,
}: MailedCodesDependencies) {
  const codeHashes = createKeyedHash(secrets, 'mailed-code')

  /**
   * Mails a code and returns the challenge that it answers. Throws 409 if the address of the account must not receive one, and 429 above
   * five codes an hour.
   */
  async function sendCode(person: Person, keyHash: string): Promise<string> {
    const { email } = person
    const now = clock.now()
    if (email === null || (await people.keyErrorOf(person)) !== null)
      throw new ApiError('changedMeanwhile', {
        msg: 'Por tu seguridad, esta contraseña no se puede usar todavía: falta verificar tu e-mail. Contacta a servicio al cliente',
      })
    const { over, retryAfter } = await rateLimiter.consume(limits.mailedCode, String(person.id))
    if (over) throw new ApiError('tooManySignIns', { retryAfter })
    const [challenge, code] = [newToken(), newSpokenCode()]
    const until = new Date(now.getTime() + codeLimits.minutes * 60_000)
    await db.transaction(async (tx) => {
      await mailedCodesSql.put(tx, {
        token_hash: hashToken(challenge),
        person_id: person.id,
        temporary_key_hash: keyHash,
        code_hash: codeHashes.of(code),
        now,
        expires_at: until,
      })
      await mail.queue(tx, signInCode, {
        recipient: email,
        person_id: person.id,
        data: { first_name: person.greeting_name, code, minutes: codeLimits.minutes },
        notAfter: until,
      })
    })
    mail.trigger()
    return challenge
  }

  /**
   * Returns the person of the challenge, the hash of the temporary password, and whether the code is right, which consumes the challenge.
   * Throws 400 with error number 8 for a challenge that is over, and 429 above ten answers of one account within a day.
   */
  async function answerChallenge(
    challenge: string,
    code: string,
  ): Promise<{ personId: number; keyHash: string; isRight: boolean }> {
    const tokenHash = hashToken(challenge)
    const owner = await mailedCodesSql.ownerOf(db, tokenHash)
    if (owner === null) throw new ApiError('challengeOver')
    // An answer is counted before it is judged, so that concurrent guesses cannot exceed the limit.
    const { over, retryAfter } = await rateLimiter.consume(limits.mailedCodeAnswer, String(owner))
    if (over) throw new ApiError('tooManySignIns', { retryAfter })
    const found = await mailedCodesSql.attempt(db, tokenHash, clock.now(), codeLimits.tries)
    if (found === null) throw new ApiError('challengeOver')
    const isRight = codeHashes.candidates(code).some((hash) => hash.equals(found.code_hash))
    if (isRight) {
      if (!(await mailedCodesSql.consume(db, tokenHash))) throw new ApiError('challengeOver')
      await rateLimiter.refund(limits.mailedCodeAnswer, String(owner))
    }
    return { personId: found.person_id, keyHash: found.temporary_key_hash, isRight }
  }

  return {
    sendCode,
    answerChallenge,
    forget: mailedCodesSql.forget,
    purge: () => mailedCodesSql.purge(db, clock.now()),
  }
}

export type MailedCodesService = ReturnType<typeof createMailedCodesService>
