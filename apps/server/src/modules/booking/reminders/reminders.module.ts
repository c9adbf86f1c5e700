import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../../platform/composition/module.ts'
import type { MailQueue } from '../../../ports/mail.ts'
import type { Reach } from '../../family/reach.ts'
import { remindersJobs } from './reminders.jobs.ts'
import { reminderSamples } from './reminders.mails.ts'
import { remindersRoutes } from './reminders.routes.ts'
import { remindersService } from './reminders.service.ts'
import { remindersStore } from './reminders.store.ts'

export function remindersModule(
  { config, db, clock }: Platform,
  { reach, mail }: { readonly reach: Reach; readonly mail: MailQueue },
) {
  const store = remindersStore(db)
  const { ages, secrets } = config
  const reminders = remindersService({ db, store, reach, mail, clock, ages, secrets })
  return {
    reminders,
    /** Which people get reminders. They decide it beside their consents. */
    settings: { areOn: store.areOn, turn: store.turn },
    routes: (app: FastifyInstance) => remindersRoutes(app, reminders),
    jobs: remindersJobs(reminders),
    mailSamples: reminderSamples,
  }
}
