import { timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import type { Context } from '../../platform/context/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import {
  findInstallationValue,
  putInstallationValue,
  removeInstallationValue,
} from '../../platform/database/installation-values.ts'
import { hashToken, newToken } from '../../platform/security/tokens.ts'

const valueKey = 'setupToken'
const lifetimeMs = 24 * 3_600_000

const storedToken = z.object({ hash: z.string(), expires_at: z.string() })

export type SetupToken = { readonly token: string; readonly expiresAt: Date }

function readExpiry(ctx: Context, value: unknown, token: string): Date | null {
  const { data } = z.safeParse(storedToken, value)
  if (data === undefined) return null
  const hash = Buffer.from(data.hash, 'base64url')
  const given = hashToken(token)
  if (hash.length !== given.length || !timingSafeEqual(hash, given)) return null
  const expiresAt = new Date(data.expires_at)
  return expiresAt > ctx.clock.now() ? expiresAt : null
}

export async function replaceSetupToken(ctx: Context): Promise<SetupToken> {
  const token = newToken()
  const expiresAt = new Date(ctx.clock.now().getTime() + lifetimeMs)
  await putInstallationValue(ctx.db, valueKey, {
    hash: hashToken(token).toString('base64url'),
    expires_at: expiresAt.toISOString(),
  })
  return { token, expiresAt }
}

export const getSetupTokenExpiry = async (ctx: Context, token: string): Promise<Date | null> =>
  readExpiry(ctx, await findInstallationValue(ctx.db, valueKey), token)

/**
 * Removes the stored token in the caller's transaction. Returns false if it is not this one or has expired; the caller then has to fail.
 * A concurrent call waits for the end of the transaction and finds no token if it committed.
 */
export const consumeSetupToken = async (ctx: Context, tx: Queries, token: string): Promise<boolean> =>
  readExpiry(ctx, await removeInstallationValue(tx, valueKey), token) !== null

export async function discardSetupToken(ctx: Context): Promise<void> {
  await removeInstallationValue(ctx.db, valueKey)
}
