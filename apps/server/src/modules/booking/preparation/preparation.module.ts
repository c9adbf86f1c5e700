import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../../platform/composition/module.ts'
import type { BookingService } from '../booking.service.ts'
import type { RemindersService } from '../reminders/reminders.service.ts'
import { preparationRoutes } from './preparation.routes.ts'
import { preparationService } from './preparation.service.ts'
import { preparationStore } from './preparation.store.ts'

export function preparationModule(
  { config, db, audit, clock }: Platform,
  { booking, reminders }: { readonly booking: BookingService; readonly reminders: RemindersService },
) {
  const preparation = preparationService({
    store: preparationStore(db),
    booking,
    reminders,
    audit,
    ages: config.ages,
    clock,
    videoAddress: config.telemedicineUrl,
  })
  return { routes: (app: FastifyInstance) => preparationRoutes(app, preparation) }
}
