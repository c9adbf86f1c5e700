import { ApiError } from '@mi-portal/contract/calls/api-error'
import { passkeyEndpoints } from '@mi-portal/contract/passkeys/passkeys'
import { toAuditActor } from '../../platform/audit.ts'
import type { Context } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import { callerNetwork, limits } from '../../platform/security/rate-limiter.ts'
import { describeDevice } from '../session/devices.rules.ts'
import { confirmByPasskey } from '../session/sign-in/confirm-session.ts'
import { findPersonByPasskey, openByPasskey } from '../session/sign-in/sign-in.ts'
import { describeCredential } from './manage-passkeys.ts'
import * as passkeysSql from './passkeys.sql.ts'
import { getRelyingParty } from './relying-party.rules.ts'
import { createRequestOptions, verifyAssertion } from './verify-passkeys.ts'

/** A use whose signature counter did not go on: the passkey may have been copied. */
class CounterRegression extends Error {}

async function recordUse(
  ctx: Context,
  tx: Queries,
  { id, counter }: { id: number; counter: number },
): Promise<void> {
  if ((await tx.run(passkeysSql.recordUse, { id, counter, now: ctx.clock.now() })).length === 0)
    throw new CounterRegression()
}

/** Runs `work`; writes an audit entry if it fails because of the counter, and rejects the passkey then. */
async function withCounter<T>(
  ctx: Context,
  {
    passkeyId,
    actor,
    action,
    origin,
  }: {
    readonly passkeyId: number
    readonly actor: { readonly id: number; readonly rol: Actor['rol'] } | null
    readonly action: string
    readonly origin: Origin
  },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof CounterRegression)) throw error
    await ctx.auditLog.record({
      ...toAuditActor(actor, origin),
      action,
      object: `passkey=${passkeyId}`,
      outcome: 'refused',
      detail: { refusal: 'counterRegression', way: 'passkey' },
    })
    throw new ApiError('passkeyRejected')
  }
}

/** Returns null where the portal has no passkeys: browsers ask before their user does. */
export const getSignInOptions = operation(passkeyEndpoints.signInOptions, async (ctx) => {
  if (getRelyingParty(ctx.config.publicUrl) === null) return { options: null }
  const { over, retryAfter } = await ctx.rateLimiter.consume(
    limits.passkeyChallenge,
    callerNetwork(ctx.origin.ip),
  )
  if (over) throw new ApiError('tooMany', { retryAfter })
  return { options: await createRequestOptions(ctx, 'sign-in', null, []) }
})

export const signInByPasskey = operation(passkeyEndpoints.signIn, async (ctx, { body, request }) => {
  const device = describeDevice(request.headers['user-agent'], ctx.origin.ip)

  const passkey = await verifyAssertion(ctx, body.credential, 'sign-in', null)
  if (passkey === null) {
    await ctx.rateLimiter.consumeEach([limits.passkeySignIn], callerNetwork(ctx.origin.ip))
    await ctx.auditLog.record({
      ...toAuditActor(null, ctx.origin),
      action: 'session.open',
      outcome: 'refused',
      detail: { refusal: 'passkeyRejected', way: 'passkey', device: device.words },
    })
    throw new ApiError('passkeyRejected')
  }
  const person = await findPersonByPasskey(ctx, passkey.person_id, body.area, device)
  return withCounter(
    ctx,
    { passkeyId: passkey.id, actor: person, action: 'session.open', origin: ctx.origin },
    () => openByPasskey(ctx, person, device, (tx) => recordUse(ctx, tx, passkey)),
  )
})

export const getConfirmOptions = operation(passkeyEndpoints.confirmOptions, async (ctx) => {
  const existing = await ctx.db.run(passkeysSql.usableDescriptors, { person_id: ctx.actor.id })
  if (existing.length === 0) throw new ApiError('notFound')
  const descriptors = existing.map(describeCredential)
  return { options: await createRequestOptions(ctx, 'confirm', ctx.actor.sessionId, descriptors) }
})

/** Confirms the caller's session. The passkey counts as second factor of the session too. */
export const confirmSessionByPasskey = operation(passkeyEndpoints.confirm, async (ctx, { body }) => {
  const passkey = await verifyAssertion(ctx, body.credential, 'confirm', ctx.actor.sessionId)
  const action = 'session.confirm'
  if (passkey === null || passkey.person_id !== ctx.actor.id) {
    await ctx.audit.record(action, {
      outcome: 'refused',
      detail: { refusal: 'passkeyRejected', way: 'passkey' },
    })
    throw new ApiError('passkeyRejected')
  }
  await withCounter(ctx, { passkeyId: passkey.id, actor: ctx.actor, action, origin: ctx.origin }, () =>
    ctx.db.transaction(async (tx) => {
      await recordUse(ctx, tx, passkey)
      await confirmByPasskey(ctx, tx)
    }),
  )
  return {}
})
