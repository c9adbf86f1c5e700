import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import type { PublishedState, ReadLetterhead } from '../../ports/clinic.ts'
import { mountLegalRoutes } from './legal.routes.ts'
import { createLegalService } from './legal.service.ts'

export function createLegalModule(
  { config, branding, db, audit, clock }: Platform,
  {
    clinic,
    readLetterhead,
  }: { readonly clinic: Pick<PublishedState, 'onChange'>; readonly readLetterhead: ReadLetterhead },
) {
  const { ages, keep } = config
  const legal = createLegalService({
    db,
    audit,
    clock,
    branding,
    readLetterhead,
    settings: { ...keep, ageReserve: ages.reserve, ageConsent: ages.consent, ageAdult: ages.adult },
  })
  clinic.onChange(legal.refresh)
  return { legal, routes: (app: FastifyInstance) => mountLegalRoutes(app, legal) }
}
