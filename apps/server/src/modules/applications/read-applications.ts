/**
 * The page on which an applicant follows an application, and the code that proves at the counter that the person there is the
 * applicant.
 */

import { applicationEndpoints, counterCodeRules } from '@mi-portal/contract/applications'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { toAuditActor } from '../../platform/audit.ts'
import type { Context } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import { findRow } from '../../platform/database/database.ts'
import { limits } from '../../platform/security/rate-limiter.ts'
import { createKeyedHash, hashToken, newSpokenCode } from '../../platform/security/tokens.ts'
import * as applicationsSql from './applications.sql.ts'

const hour = 3_600_000

async function findApplicationByKey(ctx: Context, key: string) {
  const application = await findRow(ctx.db, applicationsSql.byLink, { key_hash: hashToken(key) })
  if (application === null) throw new ApiError('notFound')
  return application
}

async function findApplication(ctx: Context, key: string) {
  const { is_waiting, approved, reason, code_expires_at, code_attempts, ...application } =
    await findApplicationByKey(ctx, key)
  const isCodeValid =
    code_expires_at !== null &&
    code_expires_at > ctx.clock.now() &&
    (code_attempts ?? 0) < counterCodeRules.attempts
  const decision = approved === true ? 'approved' : 'denied'
  return {
    ...application,
    state: is_waiting ? 'waiting' : decision,
    reason: approved === false ? (reason ?? '') : '',
    code_expires_at: isCodeValid ? code_expires_at : null,
  } as const
}

export const createCounterCode = operation(applicationEndpoints.createCode, async (ctx, { params }) => {
  const { person_id, applied_at } = await findApplicationByKey(ctx, params.key)
  await ctx.rateLimiter.consumeEach([limits.counterCode], String(person_id))
  const code = newSpokenCode()
  const expires_at = new Date(ctx.clock.now().getTime() + counterCodeRules.hours * hour)
  await ctx.db.transaction(async (tx) => {
    const code_hash = createKeyedHash(ctx.config.secrets, 'counter-code').of(`${person_id}:${code}`)
    if (
      (await tx.run(applicationsSql.setCode, { person_id, applied_at, code_hash, expires_at })).length === 0
    )
      throw new ApiError('decidedAlready')
    await ctx.auditLog.add(tx, {
      ...toAuditActor(null, ctx.origin),
      action: 'applications.createCode',
      patientId: person_id,
    })
  })
  return { code, expires_at }
})

export async function isCounterCode(ctx: Context, personId: number, code: string): Promise<boolean> {
  const stored = await applicationsSql.countAttempt(
    ctx.db,
    personId,
    counterCodeRules.attempts,
    ctx.clock.now(),
  )
  return (
    stored !== null &&
    createKeyedHash(ctx.config.secrets, 'counter-code')
      .candidates(`${personId}:${code}`)
      .some((hash) => hash.equals(stored))
  )
}

export const purgeApplicationLinks = (ctx: Context, before: Date) =>
  applicationsSql.purgeLinks(ctx.db, before)

export const getApplication = operation(applicationEndpoints.state, async (ctx, { params }) => ({
  application: await findApplication(ctx, params.key),
}))
