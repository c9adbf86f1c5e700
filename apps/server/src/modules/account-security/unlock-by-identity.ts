import { accountUnlockEndpoints } from '@mi-portal/contract/account-security'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { isStaff } from '@mi-portal/contract/permissions/roles'
import { documentType } from '@mi-portal/contract/values/document-number'
import { operation } from '../../platform/context/operation.ts'
import { callerNetwork, limits } from '../../platform/security/rate-limiter.ts'
import { consumeProof, findProof, isIdentityLeftToStaff } from '../identity/use-proofs.ts'
import { findPersonByDocument } from '../people/read-people.ts'
import { unlockAccount } from './lock-accounts.ts'

const createNotProvenError = () => new ApiError('identityNotProven', { param: 'solem' })
const createNotLockedError = () =>
  new ApiError('changedMeanwhile', { msg: 'Tu cuenta no está bloqueada. Inicia sesión' })

/**
 * Unlocks the account of a person who proved their identity again, as staff do in person. The proof is used up. Throws 404 where staff
 * check identities, 400 for a wrong proof, 403 for accounts of staff, and 409 if the account is not locked.
 */
export const unlockByIdentity = operation(
  accountUnlockEndpoints.unlock,
  async (ctx, { body: { document_number, solem } }) => {
    const { db, origin, rateLimiter } = ctx
    if (await isIdentityLeftToStaff(ctx)) throw new ApiError('notFound')
    if ((await findProof(ctx, solem, document_number)) === null) {
      await rateLimiter.consumeEach([limits.identityUnlock], callerNetwork(origin.ip))
      throw createNotProvenError()
    }
    const person = await findPersonByDocument(ctx, documentType.run, document_number, null)
    if (person === null || person.deleted_at !== null || person.without_account)
      throw new ApiError('noAccount')
    if (isStaff(person))
      throw new ApiError('forbidden', { msg: 'Tu cuenta la desbloquea otra persona del equipo' })
    if (person.locked_at === null) throw createNotLockedError()
    await db.transaction(async (tx) => {
      if (!(await consumeProof(ctx, tx, solem, document_number))) throw createNotProvenError()
      if (!(await unlockAccount(ctx, tx, person, null))) throw createNotLockedError()
    })
    return {}
  },
)
