import { ApiError } from '@mi-portal/contract/calls/api-error'
import { isStaff } from '@mi-portal/contract/permissions/roles'
import { secondFactorEndpoints } from '@mi-portal/contract/session/second-factor'
import { showDocument } from '@mi-portal/contract/values/document-number'
import type { ActorContext, Context } from '../../../platform/context/context.ts'
import { operation } from '../../../platform/context/operation.ts'
import { findRow, type Queries } from '../../../platform/database/database.ts'
import { renderQrSvg } from '../../../platform/pdf/qr-code.ts'
import { limits } from '../../../platform/security/rate-limiter.ts'
import { describeSecret, newSecret } from '../../../platform/security/time-codes.ts'
import { mailPerson } from '../../people/mail-person.ts'
import { findPerson, type Person } from '../../people/read-people.ts'
import { endOtherSessions } from '../session.sql.ts'
import { noteWrongCode, runWithCode } from './check-codes.ts'
import { findCodeStep, sealSecret } from './seal-secrets.ts'
import {
  type ResetWay,
  recoveryCodesReplaced,
  secondFactorRemoved,
  secondFactorReset,
  secondFactorSet,
} from './second-factor.mails.ts'
import { readCode } from './second-factor.rules.ts'
import * as secondFactorSql from './second-factor.sql.ts'
import { createRecoveryCodes } from './use-recovery-codes.ts'

const isFactorRequired = (ctx: ActorContext) =>
  ctx.config.staffSecondFactor === 'required' && isStaff(ctx.actor)

/** Checks `code` unless it is null, runs `work` with an audit entry in one transaction, and sends the mails that it queues. */
async function changeFactor<T>(
  ctx: ActorContext,
  code: string | null,
  action: string,
  work: (tx: Queries, holder: Person) => Promise<T>,
): Promise<T> {
  const holder = await findPerson(ctx, ctx.actor.id)
  if (!holder) throw new ApiError('noSession')
  const run = (demandRight: (tx: Queries) => Promise<void>) =>
    ctx.db.transaction(async (tx) => {
      await demandRight(tx)
      const done = await work(tx, holder)
      await ctx.audit.add(tx, action)
      return done
    })
  return code === null
    ? run(async () => {})
    : runWithCode(ctx, { holder, code, atSignIn: false, action, origin: ctx.origin }, run)
}

/** Throws if the caller has not proven their passkey: a password alone sets up no other second factor. */
async function requirePasskey(ctx: ActorContext): Promise<void> {
  if (ctx.actor.lacksFactor && (await secondFactorSql.hasPasskey(ctx.db, ctx.actor.id)))
    throw new ApiError('passkeyNeeded')
}

export const hasAnySecondFactor = async (ctx: Context, personId: number) =>
  (await secondFactorSql.isOn(ctx.db, personId)) || secondFactorSql.hasPasskey(ctx.db, personId)

export async function forgetSecondFactor(ctx: Context, tx: Queries, personId: number): Promise<void> {
  await tx.run(secondFactorSql.remove, { person_id: personId })
  await ctx.events.secondFactorReset.announce(tx, { personId })
  await secondFactorSql.replaceCodes(tx, personId, [])
  await secondFactorSql.deleteChallenges(tx, personId)
}

export const isSecondFactorOn = (ctx: Context, personId: number) => secondFactorSql.isOn(ctx.db, personId)

export const getSecondFactorState = operation(secondFactorEndpoints.state, async (ctx) => {
  const enabled = await secondFactorSql.isOn(ctx.db, ctx.actor.id)
  return {
    enabled,
    // A passkey proven in this session is a second factor too.
    required: isFactorRequired(ctx) && (enabled || ctx.actor.lacksFactor),
    recovery_codes_left: enabled ? await secondFactorSql.codesLeft(ctx.db, ctx.actor.id) : 0,
  }
})

export const beginSecondFactor = operation(secondFactorEndpoints.begin, async (ctx, { body }) => {
  await requirePasskey(ctx)
  const enabled = await secondFactorSql.isOn(ctx.db, ctx.actor.id)
  if (enabled && body.code === undefined)
    throw new ApiError('invalid', { fieldErrors: [{ msg: 'Digita Código', param: 'code' }] })
  const secret = newSecret()
  const sealed = sealSecret(ctx, secret, ctx.actor.id)
  const asked = enabled ? (body.code ?? null) : null
  const holder = await changeFactor(ctx, asked, 'secondFactor.begin', async (tx, person) => {
    const begun = { person_id: ctx.actor.id, next_secret: sealed, now: ctx.clock.now() }
    await tx.run(secondFactorSql.begin, begun)
    return person
  })
  const label = showDocument(holder.document_type_id, holder.document_number)
  const issuer = `${ctx.branding.product} · ${ctx.branding.brand}`
  const described = describeSecret(secret, { issuer, label })
  return { ...described, qr_svg: renderQrSvg(described.uri) }
})

export const confirmSecondFactor = operation(secondFactorEndpoints.confirm, async (ctx, { body }) => {
  await requirePasskey(ctx)
  const account = String(ctx.actor.id)
  const { over, retryAfter } = await ctx.rateLimiter.consume(limits.secondFactorSetup, account)
  if (over) throw new ApiError('tooManySignIns', { retryAfter })
  const next = (await findRow(ctx.db, secondFactorSql.factor, { person_id: ctx.actor.id }))?.next_secret
  if (!next) throw new ApiError('secondFactorNotBegun')
  const step = findCodeStep(ctx, next, ctx.actor.id, readCode(body.code).code)
  if (step === null) {
    const action = 'secondFactor.confirm'
    await noteWrongCode(ctx, { holder: ctx.actor, action, origin: ctx.origin })
    throw new ApiError('wrongSecondFactor', { param: 'code' })
  }
  const { codes, hashes } = await createRecoveryCodes(ctx)
  await changeFactor(ctx, null, 'secondFactor.confirm', async (tx, holder) => {
    const { id: person_id, sessionId: kept_id } = ctx.actor
    const now = ctx.clock.now()
    if ((await tx.run(secondFactorSql.confirm, { person_id, next_secret: next, now, step })).length === 0)
      throw new ApiError('secondFactorNotBegun')
    await secondFactorSql.replaceCodes(tx, ctx.actor.id, hashes)
    // Sessions and sign-ins that were begun without the new factor end.
    await tx.run(endOtherSessions, { person_id, now, ended_by: 'second-factor-changed', kept_id })
    await secondFactorSql.deleteChallenges(tx, ctx.actor.id)
    await mailPerson(ctx, tx, holder, secondFactorSet, {})
  })
  await ctx.rateLimiter.reset(limits.secondFactorSetup, account)
  return { recovery_codes: codes }
})

export const removeSecondFactor = operation(secondFactorEndpoints.remove, async (ctx, { body }) => {
  if (isFactorRequired(ctx)) throw new ApiError('secondFactorKept')
  await changeFactor(ctx, body.code, 'secondFactor.remove', async (tx, holder) => {
    await tx.run(secondFactorSql.remove, { person_id: ctx.actor.id })
    await secondFactorSql.replaceCodes(tx, ctx.actor.id, [])
    await mailPerson(ctx, tx, holder, secondFactorRemoved, {})
  })
  return {}
})

export const renewRecoveryCodes = operation(secondFactorEndpoints.renewCodes, async (ctx, { body }) => {
  if (!(await secondFactorSql.isOn(ctx.db, ctx.actor.id))) throw new ApiError('secondFactorNotBegun')
  const { codes, hashes } = await createRecoveryCodes(ctx)
  await changeFactor(ctx, body.code, 'secondFactor.renewCodes', async (tx, holder) => {
    await secondFactorSql.replaceCodes(tx, ctx.actor.id, hashes)
    await mailPerson(ctx, tx, holder, recoveryCodesReplaced, {})
  })
  return { recovery_codes: codes }
})

/**
 * Removes the second factor and the passkeys of an owner who lost them, in the caller's transaction, and ends all sessions. The
 * caller decides whether this is allowed and writes the audit entry. Returns false if the account has neither.
 */
export async function resetSecondFactor(
  ctx: Context,
  tx: Queries,
  personId: number,
  way: ResetWay,
): Promise<boolean> {
  if (!(await hasAnySecondFactor(ctx, personId))) return false
  await forgetSecondFactor(ctx, tx, personId)
  const ended = { person_id: personId, now: ctx.clock.now(), ended_by: 'second-factor-changed' }
  await tx.run(endOtherSessions, { ...ended, kept_id: 0 })
  const holder = await findPerson(ctx, personId)
  if (holder) await mailPerson(ctx, tx, holder, secondFactorReset, { isStaff: isStaff(holder), way })
  return true
}
