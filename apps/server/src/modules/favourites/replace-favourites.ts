import { ApiError } from '@mi-portal/contract/calls/api-error'
import { favouriteEndpoints } from '@mi-portal/contract/favourites'
import { operation } from '../../platform/context/operation.ts'
import { deleteFavourites, insertFavourites } from './favourites.sql.ts'
import { findFavourites } from './list-favourites.ts'

export const replaceFavourites = operation(
  favouriteEndpoints.replace,
  async ({ db, actor }, { body: { favourites } }) => {
    if (favourites.some((entry) => entry.patient_id !== actor.id)) throw new ApiError('forbidden')
    const person_id = actor.id
    await db.transaction(async (tx) => {
      await tx.run(deleteFavourites, { person_id })
      await tx.run(insertFavourites, {
        person_id,
        menu_ids: favourites.map(({ menu_id }) => menu_id),
        names: favourites.map(({ name }) => name),
      })
    })
    return { favourites: await findFavourites(db, person_id) }
  },
)
