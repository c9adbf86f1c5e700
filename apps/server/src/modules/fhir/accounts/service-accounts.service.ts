/** Accounts of other systems: opened by a super administrator, known by the hash of a secret told once, ended at once. */
import { Failure } from '@mi-portal/contract/failure'
import type { ServiceAccount, ServiceScope } from '@mi-portal/contract/fhir'
import type { Audit } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Actor, Origin, Service } from '../../../platform/http/actor.ts'
import { hashToken, newToken } from '../../../platform/security/tokens.ts'
import { limits, type Tries } from '../../../platform/security/tries.ts'
import type { AccountRow, ServiceAccountsStore } from './service-accounts.store.ts'

type ServiceAccountsParts = {
  readonly db: Database
  readonly store: ServiceAccountsStore
  readonly tries: Tries
  readonly audit: Audit
  readonly clock: Clock
}

type Draft = { readonly name: string; readonly scopes: readonly ServiceScope[] }

function present(row: AccountRow): ServiceAccount {
  return {
    ...row,
    scopes: [...row.scopes],
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
  }
}

export function serviceAccountsService({ db, store, tries, audit, clock }: ServiceAccountsParts) {
  const entry = (actor: Actor, action: string, id: number, origin: Origin) => ({
    actorId: actor.id,
    actorRole: actor.rol,
    action,
    patientId: null,
    object: `account=${id}`,
    origin,
  })

  return {
    list: async () => ({ accounts: (await store.list()).map(present) }),

    create: async (actor: Actor, draft: Draft, origin: Origin) => {
      // Recognised by scanners of leaked secrets, and by whoever finds it in a file.
      const secret = `miportal_${newToken()}`
      const account = await db.transaction(async (tx) => {
        const made = await store.add(
          tx,
          {
            name: draft.name,
            scopes: [...new Set(draft.scopes)],
            secretHash: hashToken(secret),
            createdBy: actor.id,
          },
          clock.now(),
        )
        await audit.add(tx, {
          ...entry(actor, 'serviceAccounts.create', made.id, origin),
          detail: { scopes: made.scopes },
        })
        return made
      })
      return { account: present(account), secret }
    },

    revoke: async (actor: Actor, id: number, origin: Origin): Promise<void> => {
      await db.transaction(async (tx) => {
        if (await store.revoke(tx, id, actor.id, clock.now()))
          return audit.add(tx, entry(actor, 'serviceAccounts.revoke', id, origin))
        throw new Failure((await store.exists(tx, id)) ? 'accountRevoked' : 'notFound')
      })
    },

    /** Whose secret this is; a right one works however many wrong ones came from the same address. */
    admit: async (secret: string | undefined, origin: Origin): Promise<Service> => {
      const account = secret === undefined ? null : await store.bySecret(hashToken(secret))
      if (account === null) {
        const misses = await tries.take(limits.serviceSecret, origin.ip)
        if (misses.over) throw new Failure('tooMany', { retryAfter: misses.retryAfter })
        throw new Failure('noServiceAccount')
      }
      await tries.demand([limits.serviceCall], String(account.id))
      await store.used(account.id, clock.now())
      return account
    },
  }
}

export type ServiceAccountsService = ReturnType<typeof serviceAccountsService>
