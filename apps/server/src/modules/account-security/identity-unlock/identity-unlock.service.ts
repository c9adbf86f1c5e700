/** Unlocks the account of a person who proved their identity again, as staff do in person. */

import { ApiError } from '@mi-portal/contract/api-error'
import { documentType } from '@mi-portal/contract/values/document-number'
import type { Context } from '../../../platform/context/context.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Origin } from '../../../platform/http/actor.ts'
import { callerNetwork, limits, type RateLimiter } from '../../../platform/security/rate-limiter.ts'
import type { IdentityProofs } from '../../../ports/identity-check.ts'
import type { MailQueue } from '../../../ports/mail.ts'
import { findPersonByDocument } from '../../people/people.service.ts'
import { unlockAccount } from '../lock-accounts.ts'

type IdentityUnlockDependencies = {
  readonly db: Database
  readonly ctx: Context

  readonly proofs: IdentityProofs
  readonly rateLimiter: RateLimiter
  readonly mail: MailQueue
}

const notProven = () => new ApiError('identityNotProven', { param: 'solem' })

export function createIdentityUnlockService({
  db,
  ctx,

  proofs,
  rateLimiter,
  mail,
}: IdentityUnlockDependencies) {
  return {
    /**
     * Unlocks an account with the proof of an identity check, which is used up. Throws 404 where staff check identities, 400 for
     * a wrong proof, 403 for accounts of staff, and 409 if the account is not locked.
     */
    unlockByIdentity: async (
      { document_number, solem }: { readonly document_number: string; readonly solem: string },
      origin: Origin,
    ): Promise<void> => {
      if (await proofs.isLeftToStaff()) throw new ApiError('notFound')
      if ((await proofs.find(solem, document_number)) === null) {
        await rateLimiter.consumeEach([limits.identityUnlock], callerNetwork(origin.ip))
        throw notProven()
      }
      const person = await findPersonByDocument(ctx, documentType.run, document_number, null)
      if (person === null || person.deleted_at !== null || person.without_account)
        throw new ApiError('noAccount')
      if (person.rol !== 'STANDART_ROLE')
        throw new ApiError('forbidden', { msg: 'Tu cuenta la desbloquea otra persona del equipo' })
      if (person.locked_at === null)
        throw new ApiError('changedMeanwhile', { msg: 'Tu cuenta no está bloqueada. Inicia sesión' })
      await db.transaction(async (tx) => {
        if (!(await proofs.consume(tx, solem, document_number))) throw notProven()
        if (!(await unlockAccount(ctx, tx, person, null, origin)))
          throw new ApiError('changedMeanwhile', { msg: 'Tu cuenta no está bloqueada. Inicia sesión' })
      })
      mail.trigger()
    },
  }
}
