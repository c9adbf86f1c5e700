import { type MenuId, menuIds } from '@mi-portal/contract/favourites'
import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

type Favourite = { id: number; name: string; menu_id: MenuId }

const listed = statement<{ id: number; name: string; menu_id: string }, { person_id: number }>(
  'favourites.list',
  'select id, name, menu_id from favourites where person_id = :person_id order by position',
)
const deleteAll = statement<never, { person_id: number }>(
  'favourites.deleteAll',
  'delete from favourites where person_id = :person_id',
)
const insert = statement<never, { person_id: number; menu_ids: readonly string[]; names: readonly string[] }>(
  'favourites.insert',
  `insert into favourites (person_id, menu_id, name, position)
   select :person_id::int, menu_id, name, position
   from unnest(:menu_ids::text[], :names::text[]) with ordinality as given (menu_id, name, position)`,
)

export function createFavouritesStore(db: Database) {
  async function list(personId: number): Promise<Favourite[]> {
    const rows = await db.run(listed, { person_id: personId })
    // An entry that the menu no longer has is left out.
    return rows.flatMap((row) => {
      const menuId = menuIds.find((known) => known === row.menu_id)
      return menuId ? [{ ...row, menu_id: menuId }] : []
    })
  }

  const removeAll = async (tx: Queries, personId: number): Promise<void> => {
    await tx.run(deleteAll, { person_id: personId })
  }

  return {
    list,
    deleteAll: removeAll,
    /** Replaces all entries by these. */
    replace: async (personId: number, chosen: readonly { name: string; menu_id: MenuId }[]) => {
      await db.transaction(async (tx) => {
        await removeAll(tx, personId)
        await tx.run(insert, {
          person_id: personId,
          menu_ids: chosen.map(({ menu_id }) => menu_id),
          names: chosen.map(({ name }) => name),
        })
      })
      return list(personId)
    },
  }
}

export type FavouritesStore = ReturnType<typeof createFavouritesStore>
