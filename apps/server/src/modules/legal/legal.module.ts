import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import { legalRoutes } from './legal.routes.ts'
import { legalService } from './legal.service.ts'
import { legalStore } from './legal.store.ts'

export function legalModule({ config, db, audit, clock }: Platform) {
  const { ages, keep } = config
  const legal = legalService({
    db,
    store: legalStore(db),
    audit,
    clock,
    house: config,
    told: { ...keep, ageReserve: ages.reserve, ageConsent: ages.consent, ageAdult: ages.adult },
  })
  return { legal, routes: (app: FastifyInstance) => legalRoutes(app, legal) }
}
