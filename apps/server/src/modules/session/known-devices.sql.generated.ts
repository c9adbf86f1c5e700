/** The types of the statements in known-devices.sql.ts, which `npm run sql` generates. */
export type KnownDevicesSql = {
  meetDevice: { row: { unknown: boolean; others: boolean }; given: { person_id: number; device_hash: Uint8Array; now: Date; most: number } }
  forgetDevices: { row: never; given: { person_id: number } }
  knows: { row: { person_id: number }; given: { person_id: number; device_hash: Uint8Array } }
}
