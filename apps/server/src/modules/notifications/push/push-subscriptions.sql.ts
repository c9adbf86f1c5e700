import { defineSql, type Row } from '../../../platform/database/statement.ts'
import type { PushSubscriptionsSql } from './push-subscriptions.sql.generated.ts'

const sql = defineSql<PushSubscriptionsSql>('push')

export type SubscriptionRow = Row<typeof listTargets>

export const findKeys = sql('keys')`select public_key, private_key from push_keys`
// Of servers that create keys at the same time, the first one's are used by all.
export const insertKeys = sql('insertKeys')`
  insert into push_keys (public_key, private_key, created_at) values (:public_key, :private_key, :now::timestamptz)
  on conflict do nothing`
export const sealKeys = sql('sealKeys')`
  update push_keys set private_key = :private_key where public_key = :public_key`
// A browser belongs to the person who last turned the messages on in it.
export const saveSubscription = sql('subscribe')`
  insert into push_subscriptions (person_id, session_id, endpoint, p256dh, auth, device, created_at)
  values (:person_id, :session_id, :endpoint, :p256dh, :auth, :device, :now::timestamptz)
  on conflict (endpoint) do update set person_id = excluded.person_id, session_id = excluded.session_id,
    p256dh = excluded.p256dh, auth = excluded.auth, device = excluded.device, created_at = excluded.created_at,
    delivered_at = null
  returning id`
// A person has a limited number of devices; the oldest ones end.
export const removeOldestDevices = sql('removeOldestDevices')`
  delete from push_subscriptions where id in (
  select id from push_subscriptions where person_id = :person_id order by created_at desc, id desc offset :most::int)`
export const renewSubscription = sql('renew')`
  update push_subscriptions set session_id = :session_id where endpoint = :endpoint and person_id = :person_id
  returning id`
export const listDevices = sql('devices')`
  select id, session_id, device, created_at from push_subscriptions where person_id = :person_id
  order by created_at desc, id desc`
export const listTargets = sql('targets')`
  select id, endpoint, p256dh, auth from push_subscriptions where person_id = :person_id order by id`
export const removeDevice = sql('remove')`
  delete from push_subscriptions where id = :id and person_id = :person_id returning id`
// A push service no longer knows it, and the browser has not renewed it.
export const removeGoneDevice = sql('removeGone')`
  delete from push_subscriptions where id = :id and endpoint = :endpoint`
export const removeDeviceOfSession = sql('removeOfSession')`
  delete from push_subscriptions where session_id = :session_id`
export const removeDevicesOfPerson = sql('removeOfPerson')`
  delete from push_subscriptions where person_id = :person_id`
export const markDelivered = sql('markDelivered')`
  update push_subscriptions set delivered_at = :now::timestamptz where id = :id`
