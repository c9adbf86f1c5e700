/** The types of the statements in legal.sql.ts, which `npm run sql` generates. */
export type LegalSql = {
  newestMark: { row: { id: number; number: number | null }; given: { kind: string } }
  newest: { row: { id: number; source: string; written_version: string; written_from: string; number: number | null; text: string | null; version: string | null; valid_from: string | null }; given: { kind: string } }
  unread: { row: { id: number; text: string; version: string; valid_from: string }; given: { kind: string } }
  versions: { row: { id: number; number: number; version: string; valid_from: string; published_at: Date | null; published_by: string | null; accepted: number }; given: { kind: string } }
  wording: { row: { text: string; version: string; valid_from: string }; given: { kind: string; version: string } }
  byHash: { row: { text: string; version: string; valid_from: string }; given: { text_hash: Uint8Array; kind: string; version: string } }
  waiting: { row: { version: string; valid_from: string; text: string }; given: { kind: string } }
  lock: { row: { id: number }; given: { kind: string } }
  publish: { row: { id: number; version: string }; given: { kind: string; day: string; text: string; now: Date; published_by: number } }
  sourceOf: { row: { text: string }; given: { kind: string; version: string } }
  add: { row: never; given: { kind: string; version: string; valid_from: string; now: Date; html: string } }
  store: { row: never; given: { text_id: number; number: number; kind: string; version: string; valid_from: string; text: string; text_hash: Uint8Array; now: Date } }
  ask: { row: never; given: { kind: string; version: string; now: Date } }
}
