import { ApiError } from '@mi-portal/contract/calls/api-error'
import { type IdentityState, identityEndpoints } from '@mi-portal/contract/identity'
import type { Context } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import { limits } from '../../platform/security/rate-limiter.ts'
import { hashToken, newToken } from '../../platform/security/tokens.ts'
import type { IdentityCheck } from '../../ports/identity-check.ts'
import { lifetimes } from './identity.rules.ts'
import * as identitySql from './identity.sql.ts'
import { readIdentityMode } from './read-identity-mode.ts'

export const failureLimits = [limits.identityStart, limits.identityStartDay]

async function begin(
  { rateLimiter }: Context,
  check: IdentityCheck,
  run: string,
  cardNumber: string,
): Promise<{ state: IdentityState; questions: unknown }> {
  if (check.kind !== 'embedded') return { state: 'asking', questions: null }
  const questions = await check.ask(run, cardNumber)
  if (questions === null) return { state: 'unknown', questions: null }
  // Only a holder of the card learns that the attempts are used up.
  const { over } = await rateLimiter.peek(limits.identityTry, run)
  return over ? { state: 'failed', questions: null } : { state: 'asking', questions }
}

/** Starts a check. An unknown RUN or a wrong card number shows only at the end. */
export const startCheck = operation(identityEndpoints.start, async (ctx, { query: started }) => {
  const { db, clock, config, ports, ipRateLimits, origin } = ctx
  const check = ports.findIdentityCheck(await readIdentityMode(ctx))
  if (check === null) throw new ApiError('unavailable')
  if (check.kind === 'staff') throw new ApiError('notFound')
  const { document_number, number, email = null, cellphone = null, altcha } = started
  const address = await ipRateLimits.admit('registration', failureLimits, origin.ip, altcha)
  const key = newToken()
  const now = clock.now()
  const beginning = await begin(ctx, check, document_number, number)
  if (beginning.state === 'unknown') await address.countFailure()
  await db.run(identitySql.insert, {
    key_hash: hashToken(key),
    provider: check.kind,
    run: document_number,
    state: beginning.state,
    questions: beginning.questions === null ? null : JSON.stringify(beginning.questions),
    email,
    cellphone,
    now,
    expires_at: new Date(now.getTime() + lifetimes.check),
  })
  const window = check.kind === 'oidc' ? `/api/identity/oidc/${key}` : `/identidad/${key}`
  return { verification_id: key, url: `${config.publicUrl}${window}` }
})
