/**
 * Mails a code of six digits to the verified address of an account. A password that staff typed opens the account only together with it,
 * so that staff cannot enter the account themselves.
 */

import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { Context } from '../../../platform/context/context.ts'
import { findRow } from '../../../platform/database/database.ts'
import { limits } from '../../../platform/security/rate-limiter.ts'
import { createKeyedHash, hashToken, newSpokenCode, newToken } from '../../../platform/security/tokens.ts'
import { findKeyError, type Person } from '../../people/read-people.ts'
import { signInCode } from '../session.mails.ts'
import * as mailedCodesSql from './mailed-codes.sql.ts'

const codeLimits = { minutes: 10, tries: 5 } as const

export const forgetMailedCodes = mailedCodesSql.forget

export async function sendMailedCode(ctx: Context, person: Person, keyHash: string): Promise<string> {
  const { email } = person
  const now = ctx.clock.now()
  if (email === null || (await findKeyError(ctx, person)) !== null)
    throw new ApiError('changedMeanwhile', {
      msg: 'Por tu seguridad, esta contraseña no se puede usar todavía: falta verificar tu e-mail. Contacta a servicio al cliente',
    })
  const { over, retryAfter } = await ctx.rateLimiter.consume(limits.mailedCode, String(person.id))
  if (over) throw new ApiError('tooManySignIns', { retryAfter })
  const [challenge, code] = [newToken(), newSpokenCode()]
  const until = new Date(now.getTime() + codeLimits.minutes * 60_000)
  await ctx.db.transaction(async (tx) => {
    await tx.run(mailedCodesSql.put, {
      token_hash: hashToken(challenge),
      person_id: person.id,
      temporary_key_hash: keyHash,
      code_hash: createKeyedHash(ctx.config.secrets, 'mailed-code').of(code),
      now,
      expires_at: until,
    })
    await ctx.mail.queue(tx, signInCode, {
      recipient: email,
      person_id: person.id,
      data: { first_name: person.greeting_name, code, minutes: codeLimits.minutes },
      notAfter: until,
    })
  })
  return challenge
}

/**
 * Returns the person of the challenge, the hash of the temporary password, and whether the code is right, which consumes the challenge.
 * Throws 400 with error number 8 for a challenge that is over, and 429 above ten answers of one account within a day.
 */
export async function answerMailedChallenge(
  ctx: Context,
  challenge: string,
  code: string,
): Promise<{ personId: number; keyHash: string; isRight: boolean }> {
  const tokenHash = hashToken(challenge)
  const owner = await mailedCodesSql.findOwner(ctx.db, tokenHash)
  if (owner === null) throw new ApiError('challengeOver')
  // An answer is counted before it is judged, so that concurrent guesses cannot exceed the limit.
  const { over, retryAfter } = await ctx.rateLimiter.consume(limits.mailedCodeAnswer, String(owner))
  if (over) throw new ApiError('tooManySignIns', { retryAfter })
  const found = await findRow(ctx.db, mailedCodesSql.attempt, {
    token_hash: tokenHash,
    now: ctx.clock.now(),
    most: codeLimits.tries,
  })
  if (found === null) throw new ApiError('challengeOver')
  const isRight = createKeyedHash(ctx.config.secrets, 'mailed-code')
    .candidates(code)
    .some((hash) => hash.equals(found.code_hash))
  if (isRight) {
    if ((await ctx.db.run(mailedCodesSql.consume, { token_hash: tokenHash })).length === 0)
      throw new ApiError('challengeOver')
    await ctx.rateLimiter.refund(limits.mailedCodeAnswer, String(owner))
  }
  return { personId: found.person_id, keyHash: found.temporary_key_hash, isRight }
}

export const purgeMailedCodes = (ctx: Context) => mailedCodesSql.purge(ctx.db, ctx.clock.now())
