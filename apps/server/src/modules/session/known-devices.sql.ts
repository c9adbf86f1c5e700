import { defineSql } from '../../platform/database/statement.ts'
import type { KnownDevicesSql } from './known-devices.sql.generated.ts'

const sql = defineSql<KnownDevicesSql>('session')

/** Forgets the oldest above the maximum. Answers whether the device was unknown before, and whether others were remembered. */
export const rememberDevice = sql('meetDevice')`
  with met as (
    insert into known_devices (person_id, device_hash, seen_at) values (:person_id, :device_hash, :now::timestamptz)
    on conflict (person_id, device_hash) do update set seen_at = excluded.seen_at
  ), forgotten as (
    delete from known_devices where person_id = :person_id and device_hash in (
      select device_hash from known_devices where person_id = :person_id and device_hash <> :device_hash
      order by seen_at desc offset :most::int - 1)
  )
  select not exists (select from known_devices where person_id = :person_id and device_hash = :device_hash) as unknown!,
    exists (select from known_devices where person_id = :person_id and device_hash <> :device_hash) as others!`

export const forgetDevices = sql('forgetDevices')`delete from known_devices where person_id = :person_id`

export const findDevice = sql('knows')`
  select person_id from known_devices where person_id = :person_id and device_hash = :device_hash`
