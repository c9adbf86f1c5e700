import type { Day } from '@mi-portal/contract/values/dates'
import type { Context } from '../../platform/context/context.ts'
import { recordDeath } from '../people/record-deaths.ts'

type ReportedDeath = { readonly personId: number; readonly run: string; readonly on: Day | null }

export async function recordReportedDeath(ctx: Context, { personId, run, on }: ReportedDeath): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await recordDeath(ctx, tx, { personId, on, source: 'registry', actor: null, origin: null })
    await ctx.ports.registry.markDeathRecorded(tx, run)
  })
}

export async function recordImportedDeaths(ctx: Context): Promise<number> {
  const deaths = await ctx.ports.registry.listUnrecordedDeaths()
  for (const death of deaths) await recordReportedDeath(ctx, death)
  return deaths.length
}
