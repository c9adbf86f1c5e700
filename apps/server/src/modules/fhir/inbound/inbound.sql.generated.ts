/** The types of the statements in inbound.sql.ts, which `npm run sql` generates. */
export type InboundSql = {
  claim: { row: never; given: { account_id: number; now: Date; types: readonly string[]; systems: readonly string[]; names: readonly string[] } }
  locked: { row: { id: number; type: string; system: string; value: string; patient_id: number | null; target_id: number | null; position: number | null; told_state: string | null; digest: Uint8Array | null; version: number; account_id: number }; given: { types: readonly string[]; systems: readonly string[]; names: readonly string[] } }
  known: { row: { id: number; type: string; system: string; value: string; patient_id: number | null; target_id: number | null; position: number | null; told_state: string | null; digest: Uint8Array | null; version: number; account_id: number }; given: { type: string; system: string; value: string } }
  settle: { row: never; given: { patient_id: number; target_id: number | null; position: number | null; told_state: string | null; digest: Uint8Array; sent: string | null; now: Date; id: number } }
  ownsExam: { row: { one: number }; given: { exam_id: number; account_id: number } }
  person: { row: { id: number; rol: string; without_account: boolean; document_country: string | null; first_name: string; last_name: string; second_name: string; date_birth: string | null; is_deceased: boolean; is_exact: boolean }; given: { issuer: string | null; document_type_id: number; document_number: string; date_birth: string | null } }
  country: { row: { code: string | null }; given: { issuer: string | null } }
  patientById: { row: { id: number }; given: { id: number } }
  death: { row: { one: number }; given: { id: number } }
  office: { row: { id: number; name: string }; given: { name: string } }
  specialties: { row: { code: number; name: string; reserved_group: string | null }; given: Record<never, never> }
  hourState: { row: { state: string; patient_id: number; starts_at: Date; is_private: boolean }; given: { id: number } }
  forgetResults: { row: never; given: { exam_id: number; kept_ids: readonly number[] } }
  holdsUnshown: { row: { one: number }; given: { exam_id: number } }
  examPatient: { row: { patient_id: number }; given: { id: number } }
  looseExams: { row: { id: number }; given: { source_ids: readonly number[] } }
  isOfReport: { row: { one: number }; given: { exam_id: number } }
}
