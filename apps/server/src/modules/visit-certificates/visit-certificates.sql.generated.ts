/** The types of the statements in visit-certificates.sql.ts, which `npm run sql` generates. */
export type VisitCertificatesSql = {
  byHashes: { row: { id: number; code_hash: Uint8Array; patient_id: number; appointment_id: number; patient_name: string; document_type_id: number; document_number: string; starts_at: Date; ends_at: Date; modality: string; site_name: string | null; site_address: string | null; doctor_name: string | null; specialty: string | null; issued_at: Date }; given: { hashes: readonly Uint8Array[] } }
  byId: { row: { id: number; code_hash: Uint8Array; patient_id: number; appointment_id: number; patient_name: string; document_type_id: number; document_number: string; starts_at: Date; ends_at: Date; modality: string; site_name: string | null; site_address: string | null; doctor_name: string | null; specialty: string | null; issued_at: Date }; given: { id: number } }
  add: { row: { id: number }; given: { code_hash: Uint8Array; patient_id: number; appointment_id: number; patient_name: string; document_type_id: number; document_number: string; starts_at: Date; ends_at: Date; modality: string; site_name: string | null; site_address: string | null; doctor_name: string | null; specialty: string | null; now: Date } }
  removeAllOf: { row: never; given: { patient_id: number } }
  site: { row: { name: string; address: string; phone: string }; given: { office_id: string } }
}
