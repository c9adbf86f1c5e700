import { favouriteEndpoints, type MenuId, menuIds } from '@mi-portal/contract/favourites'
import { operation } from '../../platform/context/operation.ts'
import type { Queries } from '../../platform/database/database.ts'
import * as sql from './favourites.sql.ts'

export async function findFavourites(db: Queries, person_id: number) {
  const rows = await db.run(sql.listFavourites, { person_id })
  return rows.flatMap((row) => {
    const menu_id: MenuId | undefined = menuIds.find((known) => known === row.menu_id)
    return menu_id ? [{ ...row, menu_id }] : []
  })
}

export const listFavourites = operation(favouriteEndpoints.list, async ({ db, actor }) => ({
  favourites: await findFavourites(db, actor.id),
}))
