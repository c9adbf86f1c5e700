import { type MenuId, menuIds } from '@mi-portal/contract/favourites'
import { asc, eq } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { favourites } from '../../platform/database/schema.ts'

type Favourite = { id: number; name: string; menu_id: MenuId }

export function favouritesStore(db: Database) {
  async function list(personId: number): Promise<Favourite[]> {
    const rows = await db.orm
      .select({ id: favourites.id, name: favourites.name, menu_id: favourites.menu_id })
      .from(favourites)
      .where(eq(favourites.person_id, personId))
      .orderBy(asc(favourites.position))
    // An entry that the menu no longer has is left out.
    return rows.flatMap((row) => {
      const menuId = menuIds.find((known) => known === row.menu_id)
      return menuId ? [{ ...row, menu_id: menuId }] : []
    })
  }

  return {
    list,
    /** Puts these in the place of all there were. */
    replace: async (personId: number, chosen: readonly { name: string; menu_id: MenuId }[]) => {
      await db.transaction(async (tx) => {
        await tx.orm.delete(favourites).where(eq(favourites.person_id, personId))
        await tx.orm
          .insert(favourites)
          .values(chosen.map((entry, index) => ({ ...entry, person_id: personId, position: index + 1 })))
      })
      return list(personId)
    },
  }
}

export type FavouritesStore = ReturnType<typeof favouritesStore>
