import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { Context } from '../../platform/context/context.ts'
import { findRow, type Queries } from '../../platform/database/database.ts'
import { hashToken } from '../../platform/security/tokens.ts'
import { splitSurnames } from './identity.rules.ts'
import * as identitySql from './identity.sql.ts'
import { readIdentityMode } from './read-identity-mode.ts'
import { recordReportedDeath } from './record-reported-deaths.ts'

export type ProvenRecord = {
  readonly names: string | null
  readonly last_name: string
  readonly second_name: string
  readonly date_birth: string | null
}

export const isIdentityLeftToStaff = async (ctx: Context) => (await readIdentityMode(ctx)) === 'staff'

/** A death that the registry reports is rejected, and recorded of a known person: another person proved this identity. */
export async function findRegistered(ctx: Context, run: string) {
  const person = await ctx.ports.registry.person(run)
  if (!person?.deceased) return person
  const known = await identitySql.findPatientId(ctx.db, run)
  if (known !== null) await recordReportedDeath(ctx, { personId: known, run, on: person.deceased.on })
  throw new ApiError('registeredAsDeceased')
}

export async function findProof(ctx: Context, solem: string, run: string): Promise<ProvenRecord | null> {
  const proof = await findRow(ctx.db, identitySql.proven, {
    solem_hash: hashToken(solem),
    run,
    now: ctx.clock.now(),
  })
  if (proof === null) return null
  const person = await findRegistered(ctx, run)
  const { last_name, second_name } = person ?? splitSurnames(proof.lastname ?? '')
  return {
    names: person?.names ?? proof.names,
    last_name,
    second_name,
    date_birth: person?.date_birth ?? null,
  }
}

/** Consumes a proof. Returns false if it is invalid or was consumed by a concurrent request. */
export const consumeProof = ({ clock }: Context, tx: Queries, solem: string, run: string) =>
  identitySql.consumeProof(tx, hashToken(solem), run, clock.now())
