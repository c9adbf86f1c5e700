import { defineSql } from '../../platform/database/statement.ts'
import type { FavouritesSql } from './favourites.sql.generated.ts'

const sql = defineSql<FavouritesSql>('favourites')

export const listFavourites = sql('list')`
  select id, name, menu_id from favourites where person_id = :person_id order by position`

export const deleteFavourites = sql('deleteAll')`delete from favourites where person_id = :person_id`

export const insertFavourites = sql('insert')`
  insert into favourites (person_id, menu_id, name, position)
  select :person_id::int, menu_id, name, position
  from unnest(:menu_ids::text[], :names::text[]) with ordinality as given (menu_id, name, position)`

export const listExportedFavourites = sql('export')`
  select array[name] as cells! from favourites where person_id = :person_id order by position`
