/**
 * Records that a person died, and corrects a death that was recorded by mistake. Staff request both for a second member of staff to
 * confirm; a clinic's system and the civil registry report a death themselves.
 */

import type { Day } from '@mi-portal/contract/values/dates'
import { toAuditActor } from '../../platform/audit.ts'
import type { Context } from '../../platform/context/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { Origin } from '../../platform/http/actor.ts'
import { removeDeath, storeDeath } from './accounts/change-account-access.ts'

type Reporter = {
  readonly actor: { readonly id: number; readonly rol: string } | null
  readonly origin: Origin | null
  readonly detail?: object
}

type Death = Reporter & {
  readonly personId: number
  readonly on: Day | null
  readonly source: 'staff' | 'fhir' | 'registry'
}

const addEntry = (
  ctx: Context,
  tx: Queries,
  action: string,
  personId: number,
  reporter: Reporter,
  detail: object,
) =>
  ctx.auditLog.add(tx, {
    ...toAuditActor(reporter.actor, reporter.origin, 'system'),
    action,
    patientId: personId,
    detail: { ...detail, ...reporter.detail },
  })

/**
 * Records a death in the transaction of the caller, with all its consequences: sessions, shares, delegations and family links end,
 * future appointments are cancelled, waiting lists and waiting messages are emptied. A repeated report only completes the day.
 * Returns false for a person who is unknown or a member of staff, whose account staff disable instead.
 */
export async function recordDeath(
  ctx: Context,
  tx: Queries,
  { personId, on, source, ...reporter }: Death,
): Promise<boolean> {
  const at = ctx.clock.now()
  const recorded = await storeDeath(tx, { id: personId, on, source, now: at })
  if (recorded !== 'new') return recorded === 'known'
  const ended = { personId, at, cause: 'deceased' as const }
  await ctx.events.accountDisabled.announce(tx, ended)
  await ctx.events.personDied.announce(tx, ended)
  await addEntry(ctx, tx, 'people.death', personId, reporter, { source, ...(on === null ? {} : { on }) })
  return true
}

/** Removes a death that was recorded by mistake. What ended does not come back. Returns false if none was recorded. */
export async function correctDeath(
  ctx: Context,
  tx: Queries,
  personId: number,
  reporter: Reporter,
): Promise<boolean> {
  if (!(await removeDeath(tx, personId, ctx.clock.now()))) return false
  await addEntry(ctx, tx, 'people.deathCorrected', personId, reporter, {})
  return true
}
