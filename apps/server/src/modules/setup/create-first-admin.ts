/** The first start: prints a setup address while the installation has no super administrator, and creates the first one with it. */
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { setupEndpoints } from '@mi-portal/contract/setup'
import type { CallContext, Context } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import { callerNetwork, limits } from '../../platform/security/rate-limiter.ts'
import { hasSuperAdmin } from '../people/accounts/change-personal-data.ts'
import { findPerson } from '../people/read-people.ts'
import { queueVerification } from '../profile/verify-email.ts'
import { describeDevice } from '../session/devices.rules.ts'
import { openSession } from '../session/sign-in/open-session.ts'
import { createSuperAdmin } from '../users/permissions/create-super-admin.ts'
import {
  consumeSetupToken,
  discardSetupToken,
  getSetupTokenExpiry,
  replaceSetupToken,
} from './use-setup-tokens.ts'

export type SetupAddress = { readonly address: string; readonly expiresAt: Date }

/** The page that opens with the token in its fragment, which browsers do not send to servers. */
const setupPath = '/configurar'

async function requireToken(ctx: CallContext, token: string): Promise<Date> {
  const expiresAt = (await hasSuperAdmin(ctx.db)) ? null : await getSetupTokenExpiry(ctx, token)
  if (expiresAt !== null) return expiresAt
  await ctx.rateLimiter.consumeEach([limits.setupToken], callerNetwork(ctx.origin.ip))
  throw new ApiError('setupLinkOver')
}

/** Makes any earlier address void. Returns null when there is a super administrator, and in a demonstration. */
export async function issueSetupAddress(ctx: Context): Promise<SetupAddress | null> {
  if (ctx.config.demo || (await hasSuperAdmin(ctx.db))) {
    await discardSetupToken(ctx)
    return null
  }
  const { token, expiresAt } = await replaceSetupToken(ctx)
  return { address: `${ctx.config.publicUrl}${setupPath}#${token}`, expiresAt }
}

export const openSetup = operation(setupEndpoints.open, async (ctx, { body }) => ({
  expires_at: await requireToken(ctx, body.token),
}))

/** Creates the first super administrator and opens a session as a sign-in does. Only one of several simultaneous calls succeeds. */
export const createFirstAdmin = operation(setupEndpoints.createSuperAdmin, async (ctx, { body, request }) => {
  const { token, ...form } = body
  await requireToken(ctx, token)
  const id = await createSuperAdmin({ ...ctx, mail: null }, form, {
    before: async (tx) => {
      const isConsumed = await consumeSetupToken(ctx, tx, token)
      if (!isConsumed || (await hasSuperAdmin(tx))) throw new ApiError('setupLinkOver')
    },
    after: (tx, created) => queueVerification(ctx, tx, created, form.email),
  })
  const person = await findPerson(ctx, id)
  if (!person) throw new ApiError('unavailable')
  const device = describeDevice(request.headers['user-agent'], ctx.origin.ip)
  return openSession(ctx, person, null, device, ctx.origin, {})
})
