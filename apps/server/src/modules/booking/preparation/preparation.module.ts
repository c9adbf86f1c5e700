import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../../platform/composition/module.ts'
import type { BookingAccess } from '../booking-access.service.ts'
import type { RemindersService } from '../reminders/reminders.service.ts'
import { mountPreparationRoutes } from './preparation.routes.ts'
import { createPreparationService } from './preparation.service.ts'
import { createPreparationStore } from './preparation.store.ts'

export function createPreparationModule(
  { config, db, audit, clock }: Platform,
  { access, reminders }: { readonly access: BookingAccess; readonly reminders: RemindersService },
) {
  const preparation = createPreparationService({
    store: createPreparationStore(db),
    access,
    reminders,
    audit,
    ages: config.ages,
    clock,
    videoAddress: config.telemedicineUrl,
  })
  return { routes: (app: FastifyInstance) => mountPreparationRoutes(app, preparation) }
}
