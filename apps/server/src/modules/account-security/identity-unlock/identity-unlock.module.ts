import { accountUnlockEndpoints } from '@mi-portal/contract/account-unlock'
import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../../platform/composition/module.ts'
import type { Context } from '../../../platform/context/context.ts'
import { mount } from '../../../platform/http/mount.ts'
import type { IdentityProofs } from '../../../ports/identity-check.ts'
import type { MailQueue } from '../../../ports/mail.ts'
import { createIdentityUnlockService } from './identity-unlock.service.ts'

type IdentityUnlockDependencies = {
  readonly ctx: Context

  readonly identity: { readonly proofs: IdentityProofs }
  readonly mail: MailQueue
}

/** Comes after the identity checks, which need more of the server than the other parts of the account's security. */
export function createIdentityUnlockModule(
  { db, rateLimiter }: Platform,
  { ctx, identity: { proofs }, mail }: IdentityUnlockDependencies,
) {
  const service = createIdentityUnlockService({ db, ctx, proofs, rateLimiter, mail })
  return {
    routes: (app: FastifyInstance) =>
      mount(app, accountUnlockEndpoints, {
        unlock: async ({ body, origin }) => {
          await service.unlockByIdentity(body, origin)
          return {}
        },
      }),
  }
}
