import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../../platform/composition/module.ts'
import type { BookingAccess } from '../booking-access.service.ts'
import type { RemindersService } from '../reminders/reminders.service.ts'
import { preparationRoutes } from './preparation.routes.ts'
import { preparationService } from './preparation.service.ts'
import { preparationStore } from './preparation.store.ts'

export function preparationModule(
  { config, db, audit, clock }: Platform,
  { access, reminders }: { readonly access: BookingAccess; readonly reminders: RemindersService },
) {
  const preparation = preparationService({
    store: preparationStore(db),
    access,
    reminders,
    audit,
    ages: config.ages,
    clock,
    videoAddress: config.telemedicineUrl,
  })
  return { routes: (app: FastifyInstance) => preparationRoutes(app, preparation) }
}
