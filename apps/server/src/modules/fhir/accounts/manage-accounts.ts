import { ApiError } from '@mi-portal/contract/calls/api-error'
import { serviceAccountEndpoints } from '@mi-portal/contract/fhir/fhir'
import { addDays, toDay, toInstant } from '@mi-portal/contract/values/dates'
import { operation } from '../../../platform/context/operation.ts'
import { findRow } from '../../../platform/database/database.ts'
import { hashToken, newToken } from '../../../platform/security/tokens.ts'
import { findAccount, insertAccount, listAccounts, revokeAccount } from './service-accounts.sql.ts'

export const listServiceAccounts = operation(serviceAccountEndpoints.list, async ({ db }) => ({
  accounts: await db.run(listAccounts, {}),
}))

export const createServiceAccount = operation(
  serviceAccountEndpoints.create,
  async ({ db, actor, audit, clock }, { body }) => {
    // The prefix lets scanners of leaked secrets, and people who find it in a file, recognise the secret.
    const secret = `miportal_${newToken()}`
    const lastDay = body.expires_on ?? null
    if (lastDay !== null && lastDay < toDay(clock.now()))
      throw new ApiError('invalid', {
        fieldErrors: [{ msg: 'La clave debe vencer hoy o después', param: 'expires_on' }],
      })
    const draft = {
      name: body.name,
      scopes: [...new Set(body.scopes)],
      expires_at: lastDay === null ? null : toInstant(addDays(lastDay, 1), '00:00'),
      identifier_systems: [...new Set(body.identifier_systems)],
      networks: [...new Set(body.networks)],
      secret_hash: hashToken(secret),
      created_by: actor.id,
      now: clock.now(),
    }
    const account = await db.transaction(async (tx) => {
      const made = await findRow(tx, insertAccount, draft)
      if (made === null) throw new Error('service accounts: the insert returned no row')
      const { id, scopes, expires_at, identifier_systems, networks } = made
      await audit.add(tx, 'serviceAccounts.create', {
        object: `account=${id}`,
        detail: { scopes, expires_at, identifier_systems, networks },
      })
      return made
    })
    return { account, secret }
  },
)

export const revokeServiceAccount = operation(
  serviceAccountEndpoints.revoke,
  async ({ db, actor, audit, clock }, { params: { id } }) => {
    await db.transaction(async (tx) => {
      const revoked = await tx.run(revokeAccount, { id, now: clock.now(), revoked_by: actor.id })
      if (revoked.length === 0)
        throw new ApiError((await findRow(tx, findAccount, { id })) ? 'accountRevoked' : 'notFound')
      await audit.add(tx, 'serviceAccounts.revoke', { object: `account=${id}` })
    })
    return {}
  },
)
