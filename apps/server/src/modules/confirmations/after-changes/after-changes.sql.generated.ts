/** The types of the statements in after-changes.sql.ts, which `npm run sql` generates. */
export type AfterChangesSql = {
  signInsAfterChanges: { row: { id: number; person_id: number; person_name: string; document_type_id: number; document_number: string; action: string; detail: object; changed_by: string; changed_at: Date; signed_in_at: Date }; given: { from: Date; before: Date; order: string | null; limit_rows: number; offset_rows: number } }
  countSignInsAfterChanges: { row: { count: number }; given: { from: Date; before: Date } }
  exclusivePairs: { row: { one: string; other: string; changes: number }; given: { from: Date; before: Date; least: number } }
}
