import { type IdentitySetting, identityModes } from '@mi-portal/contract/installation'
import * as z from 'zod/mini'
import type { Context } from '../../platform/context/context.ts'
import { findInstallationValue } from '../../platform/database/installation-values.ts'
import { expiredSince } from '../confirmations/confirmations.rules.ts'
import { decideIdentityMode, unavailableReason } from '../identity/identity-mode.rules.ts'
import { readIdentityFacts } from '../identity/read-identity-mode.ts'

export const proposalKey = 'identityModeProposal'

export const proposal = z.object({
  mode: z.enum(identityModes),
  by: z.int(),
  by_name: z.string(),
  at: z.string(),
  effective_at: z.nullable(z.string()),
})
export type Proposal = z.output<typeof proposal>

/** Returns what a super administrator requested, unless the request has expired. One that takes effect by itself does not expire. */
export async function readProposal({ db, clock }: Context): Promise<Proposal | null> {
  const found = proposal.safeParse(await findInstallationValue(db, proposalKey)).data ?? null
  if (found === null || found.effective_at !== null) return found
  return Date.parse(found.at) > expiredSince(clock.now()).getTime() ? found : null
}

export async function describeIdentityMode(ctx: Context): Promise<IdentitySetting> {
  const [facts, requested] = await Promise.all([readIdentityFacts(ctx), readProposal(ctx)])
  return {
    mode: decideIdentityMode(facts),
    chosen: facts.chosen,
    proposed: requested && {
      mode: requested.mode,
      by: requested.by_name,
      effective_at: requested.effective_at,
    },
    set_by_environment: facts.fixed !== null,
    options: identityModes.map((mode) => ({ mode, unavailable: unavailableReason(mode, facts) })),
  }
}
