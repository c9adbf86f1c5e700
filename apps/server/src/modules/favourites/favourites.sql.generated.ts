/** The types of the statements in favourites.sql.ts, which `npm run sql` generates. */
export type FavouritesSql = {
  list: { row: { id: number; name: string; menu_id: string }; given: { person_id: number } }
  deleteAll: { row: never; given: { person_id: number } }
  insert: { row: never; given: { person_id: number; menu_ids: readonly string[]; names: readonly string[] } }
  export: { row: { cells: string[] }; given: { person_id: number } }
}
