/** The types of the statements in registration.sql.ts, which `npm run sql` generates. */
export type RegistrationSql = {
  saveDraft: { row: never; given: { id: string; status: string; document_type_id: number; document_number: string; email: string; cellphone: string; now: Date } }
  updateDraft: { row: { id: string }; given: { status: string; document_type_id: number; document_number: string; email: string; cellphone: string; now: Date; id: string } }
  forgetDrafts: { row: never; given: { person_id: number } }
  purgeDrafts: { row: { id: string }; given: { before: Date } }
}
