import { favouriteEndpoints } from '@mi-portal/contract/favourites'
import { routes } from '../../platform/context/operation.ts'
import { listFavourites } from './list-favourites.ts'
import { replaceFavourites } from './replace-favourites.ts'

export const favouriteRoutes = routes(favouriteEndpoints, {
  list: listFavourites,
  replace: replaceFavourites,
})
