import type { Database, Queries } from '../../../platform/database/database.ts'
import { statement } from '../../../platform/database/statement.ts'
import type { PushTarget } from '../../../ports/push-service.ts'

export type SubscriptionRow = PushTarget & { readonly id: number }

type DeviceRow = {
  readonly id: number
  readonly session_id: number
  readonly device: string
  readonly created_at: Date
}

type NewSubscription = PushTarget & {
  readonly person_id: number
  readonly session_id: number
  readonly device: string
}

const keys = statement<{ public_key: string; private_key: Uint8Array }>(
  'push.keys',
  'select public_key, private_key from push_keys',
)
// Of servers that create keys at the same time, the first one's are used by all.
const insertKeys = statement<never, { public_key: string; private_key: Uint8Array; now: Date }>(
  'push.insertKeys',
  `insert into push_keys (public_key, private_key, created_at) values (:public_key, :private_key, :now::timestamptz)
   on conflict do nothing`,
)
const sealKeys = statement<never, { public_key: string; private_key: Uint8Array }>(
  'push.sealKeys',
  'update push_keys set private_key = :private_key where public_key = :public_key',
)
// A browser belongs to the person who last turned the messages on in it.
const upsert = statement<{ id: number }, NewSubscription & { now: Date }>(
  'push.subscribe',
  `insert into push_subscriptions (person_id, session_id, endpoint, p256dh, auth, device, created_at)
   values (:person_id, :session_id, :endpoint, :p256dh, :auth, :device, :now::timestamptz)
   on conflict (endpoint) do update set person_id = excluded.person_id, session_id = excluded.session_id,
     p256dh = excluded.p256dh, auth = excluded.auth, device = excluded.device, created_at = excluded.created_at,
     delivered_at = null
   returning id`,
)
// A person has a limited number of devices; the oldest ones end.
const removeOldest = statement<never, { person_id: number; most: number }>(
  'push.removeOldest',
  `delete from push_subscriptions where id in (
     select id from push_subscriptions where person_id = :person_id order by created_at desc, id desc offset :most::int)`,
)
const renew = statement<{ id: number }, { person_id: number; session_id: number; endpoint: string }>(
  'push.renew',
  `update push_subscriptions set session_id = :session_id where endpoint = :endpoint and person_id = :person_id
   returning id`,
)
const devices = statement<DeviceRow, { person_id: number }>(
  'push.devices',
  `select id, session_id, device, created_at from push_subscriptions where person_id = :person_id
   order by created_at desc, id desc`,
)
const targets = statement<SubscriptionRow, { person_id: number }>(
  'push.targets',
  'select id, endpoint, p256dh, auth from push_subscriptions where person_id = :person_id order by id',
)
const remove = statement<{ id: number }, { id: number; person_id: number }>(
  'push.remove',
  'delete from push_subscriptions where id = :id and person_id = :person_id returning id',
)
const removeGone = statement<never, { id: number; endpoint: string }>(
  'push.removeGone',
  'delete from push_subscriptions where id = :id and endpoint = :endpoint',
)
const removeOfSession = statement<never, { session_id: number }>(
  'push.removeOfSession',
  'delete from push_subscriptions where session_id = :session_id',
)
const removeOfPerson = statement<never, { person_id: number }>(
  'push.removeOfPerson',
  'delete from push_subscriptions where person_id = :person_id',
)
const delivered = statement<never, { id: number; now: Date }>(
  'push.delivered',
  'update push_subscriptions set delivered_at = :now::timestamptz where id = :id',
)

/** The greatest number of browsers with push messages of a person. */
const mostDevices = 10

export function createPushSubscriptionsStore(db: Database) {
  return {
    keys: async () => (await db.run(keys, []))[0] ?? null,
    insertKeys: async (public_key: string, private_key: Uint8Array, now: Date) => {
      await db.run(insertKeys, { public_key, private_key, now })
    },
    sealKeys: async (public_key: string, private_key: Uint8Array) => {
      await db.run(sealKeys, { public_key, private_key })
    },
    subscribe: async (tx: Queries, subscription: NewSubscription, now: Date): Promise<number> => {
      const [row] = await tx.run(upsert, { ...subscription, now })
      await tx.run(removeOldest, { person_id: subscription.person_id, most: mostDevices })
      return row?.id ?? 0
    },
    renew: async (personId: number, sessionId: number, endpoint: string): Promise<boolean> =>
      (await db.run(renew, { person_id: personId, session_id: sessionId, endpoint })).length > 0,
    devices: (personId: number) => db.run(devices, { person_id: personId }),
    targets: (personId: number) => db.run(targets, { person_id: personId }),
    remove: async (tx: Queries, personId: number, id: number): Promise<boolean> =>
      (await tx.run(remove, { id, person_id: personId })).length > 0,
    /** Removes a subscription that its push service no longer knows, unless the browser has renewed it. */
    removeGone: async ({ id, endpoint }: SubscriptionRow) => {
      await db.run(removeGone, { id, endpoint })
    },
    removeOfSession: async (tx: Queries, sessionId: number) => {
      await tx.run(removeOfSession, { session_id: sessionId })
    },
    removeOfPerson: async (tx: Queries, personId: number) => {
      await tx.run(removeOfPerson, { person_id: personId })
    },
    markDelivered: async (id: number, now: Date) => {
      await db.run(delivered, { id, now })
    },
  }
}

export type PushSubscriptionsStore = ReturnType<typeof createPushSubscriptionsStore>
