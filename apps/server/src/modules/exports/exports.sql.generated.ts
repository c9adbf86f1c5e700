/** The types of the statements in exports.sql.ts, which `npm run sql` generates. */
export type ExportsSql = {
  lockQueue: { row: { pg_advisory_xact_lock: object | null }; given: Record<never, never> }
  waiting: { row: { count: number }; given: Record<never, never> }
  insert: { row: { id: number }; given: { requester_id: number; patient_id: number; without_reserved: boolean; now: Date } }
  limiting: { row: { created_at: Date }; given: { requester_id: number; since: Date; offset_rows: number } }
  list: { row: { id: number; requester_id: number; patient_id: number; without_reserved: boolean; state: string; attempts: number; claim: number; created_at: Date; expires_at: Date | null; pdf_file_id: number | null; bundle_file_id: number | null; pdf_taken_at: Date | null; bundle_taken_at: Date | null; patient_full_name: string }; given: { requester_id: number } }
  one: { row: { id: number; requester_id: number; patient_id: number; without_reserved: boolean; state: string; attempts: number; claim: number; created_at: Date; expires_at: Date | null; pdf_file_id: number | null; bundle_file_id: number | null; pdf_taken_at: Date | null; bundle_taken_at: Date | null; patient_full_name: string }; given: { id: number; requester_id: number } }
  claim: { row: { id: number; requester_id: number; patient_id: number; without_reserved: boolean; state: string; attempts: number; claim: number; created_at: Date; expires_at: Date | null; pdf_file_id: number | null; bundle_file_id: number | null; pdf_taken_at: Date | null; bundle_taken_at: Date | null }; given: { until: Date; now: Date } }
  renew: { row: { id: number }; given: { until: Date; id: number; claim: number } }
  finish: { row: { id: number }; given: { now: Date; expires_at: Date; pdf_file_id: number; bundle_file_id: number; id: number; claim: number } }
  giveUp: { row: { id: number }; given: { state: string; now: Date; id: number; claim: number } }
  withdrawOfOthers: { row: { pdf_file_id: number | null; bundle_file_id: number | null }; given: { now: Date; patient_id: number } }
  markPdfDownloaded: { row: { id: number; key: string; name: string; media_type: string; bytes: number }; given: { now: Date; id: number; requester_id: number } }
  markBundleDownloaded: { row: { id: number; key: string; name: string; media_type: string; bytes: number }; given: { now: Date; id: number; requester_id: number } }
  unmarkPdfDownloaded: { row: never; given: { id: number } }
  unmarkBundleDownloaded: { row: never; given: { id: number } }
}
