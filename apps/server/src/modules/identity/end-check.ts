import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { IdentityState, IdentityStep } from '@mi-portal/contract/identity'
import type { CallContext } from '../../platform/context/context.ts'
import { findRow } from '../../platform/database/database.ts'
import { callerNetwork } from '../../platform/security/rate-limiter.ts'
import { hashToken, newToken } from '../../platform/security/tokens.ts'
import type { ProvenPerson } from '../../ports/identity-check.ts'
import { findCode, lifetimes } from './identity.rules.ts'
import { byId, byKey, type CheckRow, end, findPatientId } from './identity.sql.ts'
import { failureLimits } from './start-check.ts'

export type Outcome = { readonly step: IdentityStep; readonly solem: string | null }

export function describeEnd(state: IdentityState, solem: string | null): IdentityStep {
  const code = findCode(state)
  return { state: 'done', question: null, result: code === null ? null : { code, solem } }
}

export async function endCheck(
  ctx: CallContext,
  row: CheckRow,
  state: IdentityState,
  person: ProvenPerson | null = null,
): Promise<Outcome> {
  const { db, clock, audit, rateLimiter, origin } = ctx
  const now = clock.now()
  const solem = state === 'verified' ? newToken() : null
  const ending = {
    ...{ id: row.id, state, now },
    solem_hash: solem === null ? null : hashToken(solem),
    solem_expires_at: solem === null ? null : new Date(now.getTime() + lifetimes.proof),
    names: solem === null ? null : (person?.names ?? null),
    lastname: solem === null ? null : (person?.lastname ?? null),
  }
  // Another call ended the check concurrently; its result counts.
  if ((await findRow(db, end, ending)) === null) {
    const ended = (await findRow(db, byId, { id: row.id })) ?? row
    return { step: describeEnd(ended.state, null), solem: null }
  }
  if (state === 'failed')
    for (const limit of failureLimits) await rateLimiter.count(limit, callerNetwork(origin.ip))
  await audit.record('identity.check', {
    patientId: await findPatientId(db, row.run),
    outcome: state === 'verified' ? 'done' : 'refused',
    detail: { provider: row.provider, state },
  })
  return { step: describeEnd(state, solem), solem }
}

export async function findCheck(ctx: CallContext, key: string): Promise<CheckRow> {
  const row = await findRow(ctx.db, byKey, { key_hash: hashToken(key) })
  if (row === null) throw new ApiError('notFound')
  if (row.state !== 'asking' || row.expires_at > ctx.clock.now()) return row
  await endCheck(ctx, row, 'expired')
  return { ...row, state: 'expired' }
}
