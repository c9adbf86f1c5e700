/** The types of the statements in fhir-archive.sql.ts, which `npm run sql` generates. */
export type FhirArchiveSql = {
  reservedSpecialties: { row: { code: number; name: string }; given: Record<never, never> }
  privateTimes: { row: { starts_at: Date; rut_professional: string }; given: { patient_id: number } }
  document: { row: { document_type_id: number; document_number: string; country_codes: string[] }; given: { id: number } }
}
