/** The types of the statements in publishing.sql.ts, which `npm run sql` generates. */
export type PublishingSql = {
  draft: { row: { data: object; updated_at: Date }; given: { person_id: number; kind: string; target: number } }
  keepDraft: { row: { data: object; updated_at: Date }; given: { person_id: number; kind: string; target: number; data: string; now: Date } }
  deleteDraft: { row: never; given: { person_id: number; kind: string; target: number } }
  insertImage: { row: { id: number }; given: { key: string; file_id: number; created_by: number; now: Date } }
  image: { row: { key: string; media_type: string }; given: { key: string } }
  forgetImages: { row: { file_id: number }; given: { before: Date } }
  reader: { row: { date_birth: string | null; gender_id: number | null }; given: { id: number } }
}
