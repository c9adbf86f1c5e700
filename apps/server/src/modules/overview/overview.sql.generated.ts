/** The types of the statements in overview.sql.ts, which `npm run sql` generates. */
export type OverviewSql = {
  now: { row: { waiting: number; late: number; confirmations: number; survey: number }; given: { now: Date } }
  requests: { row: { matter: string; waiting: number; late: number }; given: { now: Date; sites: readonly number[] | null; reader_id: number } }
  days: { row: { hours: number; accounts: number; mails_failed: number; sign_ins_failed: number }; given: { sites: readonly number[] | null; starts: readonly Date[]; ends: readonly Date[] } }
  countMails: { row: { count: number }; given: { from: Date; before: Date } }
  mails: { row: { id: number; created_at: Date; subject: string; recipient: string; state: string; attempts: number; last_error: string | null; person_id: number | null; full_name: string | null; phone: string | null }; given: { from: Date; before: Date; order: string | null; limit_rows: number; offset_rows: number } }
  countSignIns: { row: { count: number }; given: { from: Date; before: Date } }
  signIns: { row: { id: number; at: Date; actor_id: number | null; actor_role: string; who: string | null; detail: object | null }; given: { from: Date; before: Date; order: string | null; limit_rows: number; offset_rows: number } }
  countAnswers: { row: { count: number }; given: Record<never, never> }
  answers: { row: { id: number; created_at: Date; suggestion: string; comment: string }; given: { order: string | null; limit_rows: number; offset_rows: number } }
}
