/** The types of the statements in breaches.sql.ts, which `npm run sql` generates. */
export type BreachesSql = {
  insert: { row: { id: number }; given: { opened_by: number; now: Date; nature: string; effects: string; data_categories: string; people_categories: string; measures: string; known_at: Date; agency_told_at: Date | null; actor_id: number | null; ip: string | null; seen_from: Date | null; seen_before: Date | null } }
  edit: { row: { id: number }; given: { now: Date; nature: string; effects: string; data_categories: string; people_categories: string; measures: string; known_at: Date; agency_told_at: Date | null; id: number } }
  one: { row: { id: number; created_at: Date; opened_by: string; nature: string; effects: string; data_categories: string; people_categories: string; measures: string; known_at: Date; agency_told_at: Date | null; actor_id: number | null; actor_name: string | null; ip: string | null; seen_from: Date | null; seen_before: Date | null; letters_at: Date | null; seen_until: number }; given: { id: number } }
  page: { row: { id: number; created_at: Date; opened_by: string; nature: string; effects: string; data_categories: string; people_categories: string; measures: string; known_at: Date; agency_told_at: Date | null; actor_id: number | null; actor_name: string | null; ip: string | null; seen_from: Date | null; seen_before: Date | null; letters_at: Date | null; seen_until: number }; given: { order: string | null; limit_rows: number; offset_rows: number } }
  count: { row: { count: number }; given: Record<never, never> }
  staff: { row: { id: number }; given: { document_number: string } }
  look: { row: never; given: { breach_id: number; after_id: number; up_to_id: number; actor_id: number | null; ip: string | null; seen_from: Date | null; seen_before: Date | null; until: Date | null } }
  countPeople: { row: { count: number }; given: { breach_id: number; after_id: number; actor_id: number | null; ip: string | null; seen_from: Date | null; seen_before: Date | null; until: Date | null } }
  people: { row: { person_id: number; first_name: string; last_name: string; second_name: string; greeting_name: string; document_type_id: number; document_number: string; seen: object; first_at: Date; last_at: Date; mailboxes: object }; given: { breach_id: number; after_person: number; order: string | null; limit_rows: number; offset_rows: number; after_id: number; actor_id: number | null; ip: string | null; seen_from: Date | null; seen_before: Date | null; until: Date | null; reserve_birth: string; now: Date } }
  sent: { row: { id: number }; given: { now: Date; letters_by: number; id: number } }
  keepLetters: { row: never; given: { breach_id: number; person_ids: readonly number[]; mails: readonly number[] } }
}
