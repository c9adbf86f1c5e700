import type { Context } from '../../platform/context/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import * as passkeysSql from './passkeys.sql.ts'

/**
 * Suspends the passkeys that were added to an account since an instant, in the caller's transaction; returns how many. A
 * suspended passkey neither signs in nor confirms. It still counts as a second factor that the account has, so that the
 * password alone cannot set up another one.
 */
export const suspendPasskeysAddedSince = (
  ctx: Context,
  tx: Queries,
  personId: number,
  since: Date,
): Promise<number> => passkeysSql.suspendAddedSince(tx, personId, since, ctx.clock.now())
