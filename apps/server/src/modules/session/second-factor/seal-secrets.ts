import type { Context } from '../../../platform/context/context.ts'
import { createSealer } from '../../../platform/security/seal.ts'
import { findTimeStep } from '../../../platform/security/time-codes.ts'
import * as secondFactorSql from './second-factor.sql.ts'

const getPlace = (personId: number) => `second-factor ${personId}`

function unsealSecret(ctx: Context, sealed: Uint8Array, personId: number): Buffer {
  const secret = createSealer(ctx.config.secrets, 'second-factor').open(sealed, getPlace(personId))
  if (secret === null)
    throw new Error('a second factor is encrypted under an unknown secret: add it to SECRET_KEY_PREVIOUS')
  return secret
}

export const sealSecret = (ctx: Context, secret: Buffer, personId: number) =>
  createSealer(ctx.config.secrets, 'second-factor').seal(secret, getPlace(personId))

export const findCodeStep = (
  ctx: Context,
  sealed: Uint8Array,
  personId: number,
  code: string,
): number | null => findTimeStep(unsealSecret(ctx, sealed, personId), code, ctx.clock.now())

export async function renewSeals(ctx: Context): Promise<number> {
  let renewed = 0
  if (ctx.config.secrets.length === 1) return renewed
  for (const { person_id, secret, next_secret } of await ctx.db.run(secondFactorSql.all, {})) {
    const at = getPlace(person_id)
    const [own, next] = [secret, next_secret].map(
      (sealed) => sealed && createSealer(ctx.config.secrets, 'second-factor').renew(sealed, at),
    )
    if (!own && !next) continue
    if (
      await secondFactorSql.reseal(
        ctx.db,
        person_id,
        { secret, next_secret },
        own ?? secret,
        next ?? next_secret,
      )
    )
      renewed += 1
  }
  return renewed
}
