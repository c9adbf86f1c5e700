/** The types of the statements in clinic.sql.ts, which `npm run sql` generates. */
export type ClinicSql = {
  keepFirst: { row: never; given: { key: string; value: string } }
  put: { row: never; given: { key: string; value: string } }
  remove: { row: { value: object }; given: { key: string } }
  find: { row: { value: object }; given: { key: string } }
  lock: { row: { pg_advisory_xact_lock: object | null }; given: Record<never, never> }
  published: { row: { part: string; content: string }; given: Record<never, never> }
  replace: { row: never; given: { part: string } }
  insert: { row: never; given: { part: string; content: string; author: number | null; note: string; now: Date } }
  storedImages: { row: { sha256: string }; given: Record<never, never> }
  insertImage: { row: never; given: { sha256: string; media_type: string; bytes: Uint8Array } }
  image: { row: { sha256: string; media_type: string; bytes: Uint8Array }; given: { sha256: string } }
  notify: { row: { pg_notify: object | null }; given: Record<never, never> }
}
