/** The browsers in which people turned on push messages. */

import { ApiError } from '@mi-portal/contract/api-error'
import type { Received } from '@mi-portal/contract/endpoint'
import type { PushDevice } from '@mi-portal/contract/notifications/preferences'
import type { pushEndpoints } from '@mi-portal/contract/notifications/push'
import type { Audit } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Queries } from '../../../platform/database/database.ts'
import type { Actor, Origin } from '../../../platform/http/actor.ts'
import type { PushService } from '../../../ports/push-service.ts'
import type { ReadPushKeys } from './push-keys.service.ts'
import * as pushSubscriptionsSql from './push-subscriptions.sql.ts'

type PushSubscriptionsDependencies = {
  readonly db: Database
  /** Null if the installation sends no push messages. */
  readonly push: PushService | null
  readonly readKeys: ReadPushKeys | null
  readonly audit: Audit
  readonly clock: Clock
}

export function createPushSubscriptionsService(dependencies: PushSubscriptionsDependencies) {
  const { db, push, readKeys, audit, clock } = dependencies

  const entry = (actor: Actor, action: string, origin: Origin, id: number) => ({
    actorId: actor.id,
    actorRole: actor.rol,
    action,
    patientId: actor.id,
    object: `device=${id}`,
    origin,
  })

  return {
    /** Returns the public key of the installation; null if it sends no push messages. */
    publicKey: async (): Promise<string | null> => (await readKeys?.())?.publicKey ?? null,

    list: async (actor: Actor): Promise<PushDevice[]> =>
      (await pushSubscriptionsSql.devices(db, actor.id)).map(({ id, device, created_at, session_id }) => ({
        id,
        device,
        created_at: created_at.toISOString(),
        is_current: session_id === actor.sessionId,
      })),

    /**
     * Turns on push messages in a browser and returns the subscription's id. Throws 404 if the installation sends none, and 400 for
     * an address that belongs to no known push service.
     */
    subscribe: async (
      actor: Actor,
      target: Received<typeof pushEndpoints.subscribe>['body'],
      /** The words by which the owner recognises the browser. */
      device: string,
      origin: Origin,
    ): Promise<number> => {
      if (push === null) throw new ApiError('notFound')
      if (!push.isAllowed(target.endpoint))
        throw new ApiError('invalid', {
          param: 'endpoint',
          msg: 'Este navegador usa un servicio de avisos que no conocemos',
        })
      return db.transaction(async (tx) => {
        const id = await pushSubscriptionsSql.subscribe(
          tx,
          { ...target, person_id: actor.id, session_id: actor.sessionId, device },
          clock.now(),
        )
        await audit.add(tx, entry(actor, 'notifications.pushOn', origin, id))
        return id
      })
    },

    /** Attaches a browser of the caller to the current session. Returns false if the browser is not the caller's. */
    renew: (actor: Actor, endpoint: string): Promise<boolean> =>
      pushSubscriptionsSql.renew(db, actor.id, actor.sessionId, endpoint),

    /** Ends push messages in a browser. Throws 404 if it is not the caller's. */
    remove: (actor: Actor, id: number, origin: Origin): Promise<void> =>
      db.transaction(async (tx) => {
        if (!(await pushSubscriptionsSql.remove(tx, actor.id, id))) throw new ApiError('notFound')
        await audit.add(tx, entry(actor, 'notifications.pushOff', origin, id))
      }),

    /** Ends push messages in the browser of a session that signs out. */
    endOfSession: (tx: Queries, sessionId: number): Promise<void> =>
      pushSubscriptionsSql.removeOfSession(tx, sessionId),

    /** Ends push messages in every browser of a person. */
    endOfPerson: (tx: Queries, personId: number): Promise<void> =>
      pushSubscriptionsSql.removeOfPerson(tx, personId),
  }
}

export type PushSubscriptionsService = ReturnType<typeof createPushSubscriptionsService>
