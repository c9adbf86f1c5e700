/** The types of the statements in stored-studies.sql.ts, which `npm run sql` generates. */
export type StoredStudiesSql = {
  numbers: { row: { accession_number: string }; given: { patient_id: number; accession_numbers: readonly string[] } }
  listed: { row: { study: string; day: string | null; study_description: string | null; series: string; series_number: number | null; series_description: string | null; modality: string | null; instance: string; frames: number; side: number }; given: { patient_id: number; accession_number: string; limit_rows: number } }
  file: { row: { key: string }; given: { study: string; series: string; instance: string } }
}
