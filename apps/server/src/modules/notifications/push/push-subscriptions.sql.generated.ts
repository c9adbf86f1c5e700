/** The types of the statements in push-subscriptions.sql.ts, which `npm run sql` generates. */
export type PushSubscriptionsSql = {
  keys: { row: { public_key: string; private_key: Uint8Array }; given: Record<never, never> }
  insertKeys: { row: never; given: { public_key: string; private_key: Uint8Array; now: Date } }
  sealKeys: { row: never; given: { private_key: Uint8Array; public_key: string } }
  subscribe: { row: { id: number }; given: { person_id: number; session_id: number; endpoint: string; p256dh: string; auth: string; device: string; now: Date } }
  removeOldestDevices: { row: never; given: { person_id: number; most: number } }
  renew: { row: { id: number }; given: { session_id: number; endpoint: string; person_id: number } }
  devices: { row: { id: number; session_id: number; device: string; created_at: Date }; given: { person_id: number } }
  targets: { row: { id: number; endpoint: string; p256dh: string; auth: string }; given: { person_id: number } }
  remove: { row: { id: number }; given: { id: number; person_id: number } }
  removeGone: { row: never; given: { id: number; endpoint: string } }
  removeOfSession: { row: never; given: { session_id: number } }
  removeOfPerson: { row: never; given: { person_id: number } }
  markDelivered: { row: never; given: { now: Date; id: number } }
}
