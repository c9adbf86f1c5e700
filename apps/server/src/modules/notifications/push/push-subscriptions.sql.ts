import type { Queries } from '../../../platform/database/database.ts'
import { defineSql, type Row } from '../../../platform/database/statement.ts'
import type { PushTarget } from '../../../ports/push-service.ts'
import type { PushSubscriptionsSql } from './push-subscriptions.sql.generated.ts'

const sql = defineSql<PushSubscriptionsSql>('push')

export type SubscriptionRow = Row<typeof targetsSql>

type NewSubscription = PushTarget & {
  readonly person_id: number
  readonly session_id: number
  readonly device: string
}

const keysSql = sql('keys', 'select public_key, private_key from push_keys')
// Of servers that create keys at the same time, the first one's are used by all.
const insertKeysSql = sql(
  'insertKeys',
  `insert into push_keys (public_key, private_key, created_at) values (:public_key, :private_key, :now::timestamptz)
   on conflict do nothing`,
)
const sealKeysSql = sql(
  'sealKeys',
  'update push_keys set private_key = :private_key where public_key = :public_key',
)
// A browser belongs to the person who last turned the messages on in it.
const upsert = sql(
  'subscribe',
  `insert into push_subscriptions (person_id, session_id, endpoint, p256dh, auth, device, created_at)
   values (:person_id, :session_id, :endpoint, :p256dh, :auth, :device, :now::timestamptz)
   on conflict (endpoint) do update set person_id = excluded.person_id, session_id = excluded.session_id,
     p256dh = excluded.p256dh, auth = excluded.auth, device = excluded.device, created_at = excluded.created_at,
     delivered_at = null
   returning id`,
)
// A person has a limited number of devices; the oldest ones end.
const removeOldest = sql(
  'removeOldest',
  `delete from push_subscriptions where id in (
     select id from push_subscriptions where person_id = :person_id order by created_at desc, id desc offset :most::int)`,
)
const renewSql = sql(
  'renew',
  `update push_subscriptions set session_id = :session_id where endpoint = :endpoint and person_id = :person_id
   returning id`,
)
const devicesSql = sql(
  'devices',
  `select id, session_id, device, created_at from push_subscriptions where person_id = :person_id
   order by created_at desc, id desc`,
)
const targetsSql = sql(
  'targets',
  'select id, endpoint, p256dh, auth from push_subscriptions where person_id = :person_id order by id',
)
const removeSql = sql(
  'remove',
  'delete from push_subscriptions where id = :id and person_id = :person_id returning id',
)
const removeGoneSql = sql(
  'removeGone',
  'delete from push_subscriptions where id = :id and endpoint = :endpoint',
)
const removeOfSessionSql = sql(
  'removeOfSession',
  'delete from push_subscriptions where session_id = :session_id',
)
const removeOfPersonSql = sql('removeOfPerson', 'delete from push_subscriptions where person_id = :person_id')
const delivered = sql(
  'delivered',
  'update push_subscriptions set delivered_at = :now::timestamptz where id = :id',
)

/** The greatest number of browsers with push messages of a person. */
const mostDevices = 10

export const keys = async (db: Queries) => (await db.run(keysSql, {}))[0] ?? null

export const insertKeys = async (db: Queries, public_key: string, private_key: Uint8Array, now: Date) => {
  await db.run(insertKeysSql, { public_key, private_key, now })
}

export const sealKeys = async (db: Queries, public_key: string, private_key: Uint8Array) => {
  await db.run(sealKeysSql, { public_key, private_key })
}

export const subscribe = async (tx: Queries, subscription: NewSubscription, now: Date): Promise<number> => {
  const [row] = await tx.run(upsert, { ...subscription, now })
  await tx.run(removeOldest, { person_id: subscription.person_id, most: mostDevices })
  return row?.id ?? 0
}

export const renew = async (
  db: Queries,
  personId: number,
  sessionId: number,
  endpoint: string,
): Promise<boolean> =>
  (await db.run(renewSql, { person_id: personId, session_id: sessionId, endpoint })).length > 0

export const devices = (db: Queries, personId: number) => db.run(devicesSql, { person_id: personId })

export const targets = (db: Queries, personId: number) => db.run(targetsSql, { person_id: personId })

export const remove = async (tx: Queries, personId: number, id: number): Promise<boolean> =>
  (await tx.run(removeSql, { id, person_id: personId })).length > 0

/** Removes a subscription that its push service no longer knows, unless the browser has renewed it. */
export const removeGone = async (db: Queries, { id, endpoint }: SubscriptionRow) => {
  await db.run(removeGoneSql, { id, endpoint })
}

export const removeOfSession = async (tx: Queries, sessionId: number) => {
  await tx.run(removeOfSessionSql, { session_id: sessionId })
}

export const removeOfPerson = async (tx: Queries, personId: number) => {
  await tx.run(removeOfPersonSql, { person_id: personId })
}

export const markDelivered = async (db: Queries, id: number, now: Date) => {
  await db.run(delivered, { id, now })
}
