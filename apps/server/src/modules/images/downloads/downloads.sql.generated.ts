/** The types of the statements in downloads.sql.ts, which `npm run sql` generates. */
export type DownloadsSql = {
  deleteEndedDownloads: { row: never; given: { now: Date } }
  reserveDownload: { row: { id: number }; given: { person_id: number; study: string; format: string; ends_at: Date; places: number } }
  countDownloads: { row: { total: number; own: number }; given: { person_id: number } }
  startDownload: { row: { study: string; format: string }; given: { ends_at: Date; id: number; person_id: number; now: Date } }
  renewDownload: { row: { id: number }; given: { ends_at: Date; id: number } }
  endDownload: { row: never; given: { id: number } }
}
