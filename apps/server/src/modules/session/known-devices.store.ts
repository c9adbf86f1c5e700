/** Stores the devices with which a person has signed in, as hashes. */
import type { Context } from '../../platform/context/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

/**
 * Remembers a device and forgets the oldest above the maximum. Its answer describes the state before the statement.
 */
const meetDevice = statement<
  { unknown: boolean; others: boolean },
  { person_id: number; device_hash: Uint8Array; now: Date; most: number }
>(
  'session.meetDevice',
  `with met as (
     insert into known_devices (person_id, device_hash, seen_at) values (:person_id, :device_hash, :now::timestamptz)
     on conflict (person_id, device_hash) do update set seen_at = excluded.seen_at
   ), forgotten as (
     delete from known_devices where person_id = :person_id and device_hash in (
       select device_hash from known_devices where person_id = :person_id and device_hash <> :device_hash
       order by seen_at desc offset :most::int - 1)
   )
   select not exists (select from known_devices where person_id = :person_id and device_hash = :device_hash) as unknown,
     exists (select from known_devices where person_id = :person_id and device_hash <> :device_hash) as others`,
)
const forgetDevicesSql = statement<never, { person_id: number }>(
  'session.forgetDevices',
  'delete from known_devices where person_id = :person_id',
)
const knows = statement<{ person_id: number }, { person_id: number; device_hash: Uint8Array }>(
  'session.knows',
  'select person_id from known_devices where person_id = :person_id and device_hash = :device_hash',
)

/**
 * Remembers a device, up to `most` of them. Returns whether this one was unknown and whether others were
 * remembered.
 */
export async function rememberDevice(
  tx: Queries,
  personId: number,
  device: Uint8Array,
  now: Date,
  most: number,
) {
  const [met] = await tx.run(meetDevice, { person_id: personId, device_hash: device, now, most })
  return { unknown: met?.unknown ?? false, others: met?.others ?? false }
}

/** Returns whether a person has signed in with this device before and it is still remembered. */
export const isKnownDevice = async (ctx: Context, personId: number, device: Uint8Array) =>
  (await ctx.db.run(knows, { person_id: personId, device_hash: device })).length > 0

/** Forgets all devices with which a person has signed in. */
export async function forgetDevices(tx: Queries, personId: number) {
  await tx.run(forgetDevicesSql, { person_id: personId })
}
