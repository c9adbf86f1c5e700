import type { FastifyInstance } from 'fastify'
import type { DomainEvent } from '../../platform/composition/domain-event.ts'
import type { Platform } from '../../platform/composition/module.ts'
import type { AccountEnded } from '../people/people.service.ts'
import { favouritesRoutes } from './favourites.routes.ts'
import { favouritesStore } from './favourites.store.ts'

type FavouritesModuleDependencies = { readonly accountClosed: DomainEvent<AccountEnded> }

export function favouritesModule({ db }: Platform, { accountClosed }: FavouritesModuleDependencies) {
  const store = favouritesStore(db)
  accountClosed.on((tx, { personId }) => store.deleteAll(tx, personId))
  return { routes: (app: FastifyInstance) => favouritesRoutes(app, store) }
}
