/** The first start: prints a setup address while the installation has no super administrator, and creates the first one with it. */

import { ApiError } from '@mi-portal/contract/api-error'
import type { setupEndpoints } from '@mi-portal/contract/setup'
import type * as z from 'zod/mini'
import type { Context } from '../../platform/context/context.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { Origin } from '../../platform/http/actor.ts'
import { callerNetwork, limits, type RateLimiter } from '../../platform/security/rate-limiter.ts'
import { accounts } from '../people/accounts/accounts.service.ts'
import { findPerson } from '../people/people.service.ts'
import type { Device } from '../session/devices.rules.ts'
import { openSession } from '../session/sign-in/open-session.ts'
import type { SuperAdminsService } from '../users/super-admins.service.ts'
import type { SetupTokenService } from './setup-token.service.ts'

type Creation = z.output<typeof setupEndpoints.createSuperAdmin.body>

type SetupDependencies = {
  readonly db: Database
  readonly tokens: SetupTokenService
  readonly ctx: Context
  readonly superAdmins: SuperAdminsService

  /** Mails the link that verifies the address of an account. */
  readonly queueVerification: (tx: Queries, personId: number, email: string) => Promise<void>
  readonly rateLimiter: RateLimiter
  readonly publicUrl: string
  readonly isDemonstration: boolean
}

export type SetupAddress = { readonly address: string; readonly expiresAt: Date }

/** The page that opens with the token in its fragment, which browsers do not send to servers. */
const setupPath = '/configurar'

export function createSetupService(dependencies: SetupDependencies) {
  const { db, tokens, ctx, superAdmins, rateLimiter, publicUrl, isDemonstration } = dependencies
  const { queueVerification } = dependencies

  /** Rejects a token that is not valid, and counts it against the caller's network. */
  async function requireToken(token: string, origin: Origin): Promise<Date> {
    const expiresAt = (await accounts.hasSuperAdmin(db)) ? null : await tokens.expiryOf(token)
    if (expiresAt !== null) return expiresAt
    await rateLimiter.consumeEach([limits.setupToken], callerNetwork(origin.ip))
    throw new ApiError('setupLinkOver')
  }

  return {
    /**
     * Creates the address with which the first super administrator is created, for the operator; any earlier address is void. Returns null
     * when there is a super administrator, and in a demonstration.
     */
    issueAddress: async (): Promise<SetupAddress | null> => {
      if (isDemonstration || (await accounts.hasSuperAdmin(db))) {
        await tokens.discard()
        return null
      }
      const { token, expiresAt } = await tokens.replace()
      return { address: `${publicUrl}${setupPath}#${token}`, expiresAt }
    },

    open: async (token: string, origin: Origin) => ({
      expires_at: (await requireToken(token, origin)).toISOString(),
    }),

    /** Creates the first super administrator and opens a session as a sign-in does. Only one of several simultaneous calls succeeds. */
    createSuperAdmin: async ({ token, ...form }: Creation, device: Device, origin: Origin) => {
      await requireToken(token, origin)
      const id = await superAdmins.create(form, {
        before: async (tx) => {
          const isConsumed = await tokens.consume(tx, token)
          if (!isConsumed || (await accounts.hasSuperAdmin(tx))) throw new ApiError('setupLinkOver')
        },
        after: (tx, created) => queueVerification(tx, created, form.email),
      })
      const person = await findPerson(ctx, id)
      if (!person) throw new ApiError('unavailable')
      return openSession(ctx, person, null, device, origin, {})
    },
  }
}

export type SetupService = ReturnType<typeof createSetupService>
