/** The types of the statements in image-import.sql.ts, which `npm run sql` generates. */
export type ImageImportSql = {
  exam: { row: { id: number; patient_id: number; type: string; accession_number: string | null; document_type_id: number; document_number: string }; given: { id: number } }
  stored: { row: { instance: string; series: string; study: string; sha256: Uint8Array }; given: { instances: readonly string[] } }
  addStudy: { row: never; given: { study: string; patient_id: number; accession_number: string; day: string | null; description: string | null; now: Date } }
  lockStudy: { row: { id: number; patient_id: number; accession_number: string }; given: { study: string } }
  addSeries: { row: never; given: { study_id: number; series: string; number: number | null; description: string | null; modality: string | null } }
  series: { row: { id: number }; given: { series: string; study_id: number } }
  addInstance: { row: never; given: { series_id: number; instance: string; number: number | null; frames: number; side: number; file_id: number } }
  lockStudies: { row: { id: number }; given: { patient_id: number; accession_number: string } }
  removeInstances: { row: { file_id: number }; given: { study_ids: readonly number[] } }
  removeSeries: { row: never; given: { study_ids: readonly number[] } }
  removeStudies: { row: never; given: { study_ids: readonly number[] } }
}
