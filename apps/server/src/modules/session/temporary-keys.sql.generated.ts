/** The types of the statements in temporary-keys.sql.ts, which `npm run sql` generates. */
export type TemporaryKeysSql = {
  temporaryKeys: { row: { hash: string; mailed_to: string | null }; given: { person_id: number; tags: readonly Uint8Array[]; now: Date } }
  consumeKey: { row: { mailed_to: string | null }; given: { person_id: number; hash: string } }
  putKey: { row: never; given: { person_id: number; now: Date; hash: string; tag: Uint8Array | null; mailed_to: string | null; expires_at: Date } }
  countKeys: { row: { count: number }; given: { person_id: number; now: Date } }
  deleteKeys: { row: never; given: { person_id: number } }
  purgeKeys: { row: { person_id: number }; given: { now: Date } }
}
