import type { FastifyInstance } from 'fastify'
import type { DomainEvent } from '../../platform/composition/domain-event.ts'
import type { Platform } from '../../platform/composition/module.ts'
import type { AccountEnded } from '../people/people.service.ts'
import { mountFavouritesRoutes } from './favourites.routes.ts'
import { createFavouritesStore } from './favourites.store.ts'

type FavouritesModuleDependencies = { readonly accountClosed: DomainEvent<AccountEnded> }

export function createFavouritesModule({ db }: Platform, { accountClosed }: FavouritesModuleDependencies) {
  const store = createFavouritesStore(db)
  accountClosed.on((tx, { personId }) => store.deleteAll(tx, personId))
  return { routes: (app: FastifyInstance) => mountFavouritesRoutes(app, store) }
}
