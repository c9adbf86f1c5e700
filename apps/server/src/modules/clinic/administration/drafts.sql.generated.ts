/** The types of the statements in drafts.sql.ts, which `npm run sql` generates. */
export type DraftsSql = {
  present: { row: { id: number; part: string; content: object; state: string; author_id: number | null; author: string | null; at: Date }; given: Record<never, never> }
  insert: { row: never; given: { part: string; content: string; author: number; now: Date } }
  remove: { row: { id: number }; given: { part: string } }
  removeById: { row: { id: number }; given: { ids: readonly number[] } }
  versions: { row: { id: number; published_at: Date; author: string | null; note: string; is_current: boolean }; given: { part: string; order: string | null; limit_rows: number; offset_rows: number } }
  countVersions: { row: { count: number }; given: { part: string } }
  version: { row: { content: object }; given: { part: string; id: number } }
}
