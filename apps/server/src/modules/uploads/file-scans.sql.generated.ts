/** The types of the statements in file-scans.sql.ts, which `npm run sql` generates. */
export type FileScansSql = {
  claim: { row: { id: number; key: string; purpose: string; encrypted: string | null; scan_attempts: number }; given: { claimed_until: Date; scan_state: string; now: Date } }
  release: { row: never; given: { id: number } }
  judge: { row: { id: number }; given: { scan_state: string; scan_detail: string | null; now: Date; id: number } }
  postpone: { row: never; given: { scan_detail: string; scan_after: Date; id: number } }
  releaseAll: { row: { id: number }; given: Record<never, never> }
}
