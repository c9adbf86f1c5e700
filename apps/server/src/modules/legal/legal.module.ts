import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import type { PublishedState } from '../../ports/clinic.ts'
import { mountLegalRoutes } from './legal.routes.ts'
import { createLegalService } from './legal.service.ts'
import { createLegalStore } from './legal.store.ts'

export function createLegalModule(
  { config, branding, db, audit, clock }: Platform,
  { clinic }: { readonly clinic: Pick<PublishedState, 'onChange'> },
) {
  const { ages, keep } = config
  const legal = createLegalService({
    db,
    store: createLegalStore(db),
    audit,
    clock,
    branding,
    settings: { ...keep, ageReserve: ages.reserve, ageConsent: ages.consent, ageAdult: ages.adult },
  })
  clinic.onChange(legal.refresh)
  return { legal, routes: (app: FastifyInstance) => mountLegalRoutes(app, legal) }
}
