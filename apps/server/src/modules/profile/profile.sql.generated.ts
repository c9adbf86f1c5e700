/** The types of the statements in profile.sql.ts, which `npm run sql` generates. */
export type ProfileSql = {
  countTrail: { row: { count: number }; given: { person_id: number; since: Date | null; before: Date | null; others_only: boolean } }
  pageTrail: { row: { id: number; at: Date; actor_id: number | null; actor_role: string; action: string; outcome: string; ip: string | null; detail: object; first_name: string | null; last_name: string | null; second_name: string | null; claim_id: number | null; claimed_at: Date | null; claim_due_at: Date | null; claim_state: string | null; answer: string | null; answered_at: Date | null }; given: { person_id: number; since: Date | null; before: Date | null; others_only: boolean; limit_rows: number; offset_rows: number } }
}
