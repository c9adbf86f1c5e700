import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../../platform/composition/module.ts'
import type { Context } from '../../../platform/context/context.ts'
import type { MailQueue } from '../../../ports/mail.ts'
import type { AppointmentLinkSigner } from '../../appointments/appointment-links.service.ts'
import type { NotificationsService } from '../../notifications/notifications.service.ts'
import { createRemindersJobs } from './reminders.jobs.ts'
import { reminderSamples } from './reminders.mails.ts'
import { mountRemindersRoutes } from './reminders.routes.ts'
import { createRemindersService } from './reminders.service.ts'

type RemindersModuleDependencies = {
  readonly ctx: Context
  readonly notifications: NotificationsService
  readonly mail: MailQueue
  readonly appointmentLinks: AppointmentLinkSigner
  readonly reminderDays: () => readonly number[]
}

export function createRemindersModule(
  { config, db, clock }: Platform,
  { ctx, notifications, mail, appointmentLinks, reminderDays }: RemindersModuleDependencies,
) {
  const { ages, secrets } = config
  const reminders = createRemindersService({
    db,
    ctx,
    notify: notifications.notify,
    mail,
    clock,
    ages,
    secrets,
    appointmentLinks,
    reminderDays,
  })
  return {
    reminders,
    routes: (app: FastifyInstance) => mountRemindersRoutes(app, reminders),
    jobs: createRemindersJobs(reminders),
    mailSamples: reminderSamples,
  }
}
