/** The types of the statements in emergency-contacts.sql.ts, which `npm run sql` generates. */
export type EmergencyContactsSql = {
  find: { row: { name: string; relationship: string; phone: string }; given: { person_id: number } }
  save: { row: never; given: { person_id: number; name: string; relationship: string; phone: string; now: Date } }
  remove: { row: { person_id: number }; given: { person_id: number } }
  export: { row: { cells: string[] }; given: { person_id: number } }
}
