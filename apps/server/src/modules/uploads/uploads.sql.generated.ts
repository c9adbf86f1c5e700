/** The types of the statements in uploads.sql.ts, which `npm run sql` generates. */
export type UploadsSql = {
  abandoned: { row: { key: string }; given: { before: Date } }
  unsealed: { row: { id: number; key: string }; given: { sealed_with: string; after_id: number; limit_rows: number } }
  isStored: { row: { id: number }; given: { id: number } }
  countUnsealed: { row: { count: number }; given: { sealed_with: string } }
}
