/** The types of the statements in users.sql.ts, which `npm run sql` generates. */
export type UsersSql = {
  insertDecision: { row: never; given: { person_id: number; decided_by: number; approved: boolean; reason: string; due_at: Date | null; now: Date } }
  lastDecision: { row: { approved: boolean; decided_by: number }; given: { person_id: number } }
  places: { row: { commune_id: number; commune: string; city_id: number; city: string; region_id: number; region: string }; given: { commune_ids: readonly number[] } }
  findAll: { row: { total: number; ids: number[] }; given: { status: number | null; late_at: Date | null; sites: readonly number[] | null; limit_rows: number; offset_rows: number } }
  findAmongNewest: { row: { total: number; ids: number[] }; given: { status: number | null; late_at: Date | null; sites: readonly number[] | null; word_0: string | null; word_1: string | null; word_2: string | null; word_3: string | null; word_4: string | null; word_5: string | null; limit_rows: number; offset_rows: number } }
  countCommon: { row: { total: number }; given: { word_0: string | null; word_1: string | null; word_2: string | null; word_3: string | null; word_4: string | null; word_5: string | null; status: number | null; late_at: Date | null; sites: readonly number[] | null } }
  countMatches: { row: { total: number }; given: { word_0: string | null; word_1: string | null; word_2: string | null; word_3: string | null; word_4: string | null; word_5: string | null; status: number | null; late_at: Date | null; sites: readonly number[] | null } }
  findRare: { row: { total: number; ids: number[] }; given: { word_0: string | null; word_1: string | null; word_2: string | null; word_3: string | null; word_4: string | null; word_5: string | null; status: number | null; late_at: Date | null; sites: readonly number[] | null; most_rows: number | null; order: string | null; limit_rows: number; offset_rows: number } }
  findByPhone: { row: { total: number; ids: number[] }; given: { phones: readonly string[]; digits: string; status: number | null; late_at: Date | null; sites: readonly number[] | null; most_rows: number | null; order: string | null; limit_rows: number; offset_rows: number } }
  sites: { row: { id: number; name: string }; given: Record<never, never> }
  siteNames: { row: { name: string }; given: { ids: readonly number[] } }
  genderNames: { row: { id: number; name: string }; given: { ids: readonly number[] } }
}
