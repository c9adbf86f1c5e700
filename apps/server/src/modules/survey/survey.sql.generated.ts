/** The types of the statements in survey.sql.ts, which `npm run sql` generates. */
export type SurveySql = {
  insert: { row: never; given: { person_id: number; suggestion: string; comment: string; now: Date } }
  export: { row: { cells: string[] }; given: { person_id: number } }
}
