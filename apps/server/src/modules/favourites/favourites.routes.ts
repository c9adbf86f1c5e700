import { ApiError } from '@mi-portal/contract/api-error'
import { favouriteEndpoints } from '@mi-portal/contract/favourites'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import type { FavouritesStore } from './favourites.store.ts'

export function mountFavouritesRoutes(app: FastifyInstance, favourites: FavouritesStore) {
  mount(app, favouriteEndpoints, {
    list: async ({ actor }) => ({ favourites: await favourites.list(actor.id) }),
    replace: async ({ actor, body }) => {
      if (body.favourites.some((entry) => entry.patient_id !== actor.id)) throw new ApiError('forbidden')
      const chosen = body.favourites.map(({ name, menu_id }) => ({ name, menu_id }))
      return { favourites: await favourites.replace(actor.id, chosen) }
    },
  })
}
