import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../../platform/composition/module.ts'
import type { BookingAccess } from '../booking-access.service.ts'
import type { RemindersService } from '../reminders/reminders.service.ts'
import { mountPreparationRoutes } from './preparation.routes.ts'
import { createPreparationService } from './preparation.service.ts'

export function createPreparationModule(
  { config, db, audit, clock }: Platform,
  {
    access,
    reminders,
    showsSheets,
  }: {
    readonly access: BookingAccess
    readonly reminders: RemindersService
    /** Returns whether preparation sheets are shown: once the clinic approved them. */
    readonly showsSheets: () => boolean
  },
) {
  const preparation = createPreparationService({
    db,
    access,
    reminders,
    audit,
    ages: config.ages,
    clock,
    videoAddress: config.telemedicineUrl,
    showsSheets,
  })
  return { routes: (app: FastifyInstance) => mountPreparationRoutes(app, preparation) }
}
