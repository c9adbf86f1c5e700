/** The types of the statements in age-steps.sql.ts, which `npm run sql` generates. */
export type AgeStepsSql = {
  toNotify: { row: { member_id: number; member_name: string; member_first_name: string; date_birth: string; opened_as_minor: boolean; opened_as_child: boolean; told_id: number; first_name: string; email: string | null }; given: { born_from: string; born_until: string; now: Date; step: string } }
  markNotified: { row: { told_id: number }; given: { member_id: number; told_id: number; step: string; comes_of_age: string; now: Date } }
}
