/** The types of the statements in file-records.sql.ts, which `npm run sql` generates. */
export type FileRecordsSql = {
  announce: { row: never; given: { key: string; now: Date } }
  claim: { row: { key: string }; given: { keys: readonly string[] } }
  insert: { row: { id: number }; given: { key: string; purpose: string; media_type: string; bytes: number; sha256: Uint8Array; name: string; now: Date; encrypted: string | null; scan_state: string | null } }
  setExpiry: { row: { id: number; sha256: Uint8Array }; given: { delete_after: Date; ids: readonly number[] } }
  remove: { row: { key: string }; given: { id: number; now: Date } }
  noteSealed: { row: { id: number }; given: { sealed_with: string; id: number } }
}
