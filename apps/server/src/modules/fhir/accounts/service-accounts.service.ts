/**
 * Accounts of other systems: created by a super administrator, identified by the hash of a secret that is shown once,
 * and revoked with immediate effect.
 */

import { ApiError } from '@mi-portal/contract/api-error'
import type { ServiceAccount, ServiceScope } from '@mi-portal/contract/fhir'
import { addDays, type Day, dayOf, momentOf } from '@mi-portal/contract/values/dates'
import type { Audit } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Actor, Origin, Service } from '../../../platform/http/actor.ts'
import { callerNetwork, limits, type RateLimiter } from '../../../platform/security/rate-limiter.ts'
import { hashToken, newToken } from '../../../platform/security/tokens.ts'
import type { AccountRow } from './service-accounts.sql.ts'
import * as serviceAccountsSql from './service-accounts.sql.ts'

type ServiceAccountsDependencies = {
  readonly db: Database
  readonly rateLimiter: RateLimiter
  readonly audit: Audit
  readonly clock: Clock
}

type Draft = {
  readonly name: string
  readonly scopes: readonly ServiceScope[]
  readonly expires_on?: Day | null | undefined
  readonly identifier_systems?: readonly string[] | undefined
  readonly networks?: readonly string[] | undefined
}

function present(row: AccountRow): ServiceAccount {
  return {
    ...row,
    scopes: [...row.scopes],
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
    identifier_systems: [...row.identifier_systems],
    networks: [...row.networks],
  }
}

export function createServiceAccountsService({ db, rateLimiter, audit, clock }: ServiceAccountsDependencies) {
  const entry = (actor: Actor, action: string, id: number, origin: Origin) => ({
    actorId: actor.id,
    actorRole: actor.rol,
    action,
    patientId: null,
    object: `account=${id}`,
    origin,
  })

  return {
    list: async () => ({ accounts: (await serviceAccountsSql.list(db)).map(present) }),

    create: async (actor: Actor, draft: Draft, origin: Origin) => {
      // The prefix lets scanners of leaked secrets, and people who find it in a file, recognise the secret.
      const secret = `miportal_${newToken()}`
      const lastDay = draft.expires_on ?? null
      if (lastDay !== null && lastDay < dayOf(clock.now()))
        throw new ApiError('invalid', {
          fieldErrors: [{ msg: 'La clave debe vencer hoy o después', param: 'expires_on' }],
        })
      const account = await db.transaction(async (tx) => {
        const made = await serviceAccountsSql.add(
          tx,
          {
            name: draft.name,
            scopes: [...new Set(draft.scopes)],
            secretHash: hashToken(secret),
            createdBy: actor.id,
            expiresAt: lastDay === null ? null : momentOf(addDays(lastDay, 1), '00:00'),
            identifierSystems: [...new Set(draft.identifier_systems)],
            networks: [...new Set(draft.networks)],
          },
          clock.now(),
        )
        await audit.add(tx, {
          ...entry(actor, 'serviceAccounts.create', made.id, origin),
          detail: {
            scopes: made.scopes,
            expires_at: made.expires_at,
            identifier_systems: made.identifier_systems,
            networks: made.networks,
          },
        })
        return made
      })
      return { account: present(account), secret }
    },

    revoke: async (actor: Actor, id: number, origin: Origin): Promise<void> => {
      await db.transaction(async (tx) => {
        if (await serviceAccountsSql.revoke(tx, id, actor.id, clock.now()))
          return audit.add(tx, entry(actor, 'serviceAccounts.revoke', id, origin))
        throw new ApiError((await serviceAccountsSql.exists(tx, id)) ? 'accountRevoked' : 'notFound')
      })
    },

    /**
     * Finds the account of a secret. A right secret works even after many wrong ones from the same IP address. Throws
     * 401 for an unknown, revoked or expired secret, 403 from a network that is not the account's, and 429 after too
     * many wrong secrets or calls.
     */
    admit: async (secret: string | undefined, origin: Origin): Promise<Service> => {
      const account =
        secret === undefined
          ? null
          : await serviceAccountsSql.bySecret(db, hashToken(secret), clock.now(), origin.ip)
      if (account === null) {
        const misses = await rateLimiter.consume(limits.serviceSecret, callerNetwork(origin.ip))
        if (misses.over) throw new ApiError('tooMany', { retryAfter: misses.retryAfter })
        throw new ApiError('noServiceAccount')
      }
      if (!account.from_its_network) {
        await audit.record({
          actorId: null,
          actorRole: 'service',
          action: 'serviceAccounts.use',
          patientId: null,
          object: `account=${account.id}`,
          outcome: 'refused',
          origin,
        })
        throw new ApiError('forbidden', {
          msg: 'Esta cuenta de servicio no puede usarse desde esta red',
        })
      }
      await rateLimiter.consumeEach([limits.serviceCall], String(account.id))
      await serviceAccountsSql.used(db, account.id, clock.now())
      return { id: account.id, scopes: account.scopes, identifierSystems: account.identifier_systems }
    },
  }
}

export type ServiceAccountsService = ReturnType<typeof createServiceAccountsService>
