import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../../platform/composition/module.ts'
import type { MailQueue } from '../../../ports/mail.ts'
import type { AppointmentLinkSigner } from '../../appointments/appointment-links.service.ts'
import type { PatientAccessService } from '../../family/patient-access.ts'
import type { NotificationsService } from '../../notifications/notifications.service.ts'
import { createRemindersJobs } from './reminders.jobs.ts'
import { reminderSamples } from './reminders.mails.ts'
import { mountRemindersRoutes } from './reminders.routes.ts'
import { createRemindersService } from './reminders.service.ts'
import * as remindersSql from './reminders.sql.ts'

type RemindersModuleDependencies = {
  readonly patientAccess: PatientAccessService
  readonly notifications: NotificationsService
  readonly mail: MailQueue
  readonly appointmentLinks: AppointmentLinkSigner
  readonly reminderDays: () => readonly number[]
}

export function createRemindersModule(
  { config, db, clock }: Platform,
  { patientAccess, notifications, mail, appointmentLinks, reminderDays }: RemindersModuleDependencies,
) {
  const { ages, secrets } = config
  const reminders = createRemindersService({
    db,
    patientAccess,
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
    /** Which people get reminders. They decide it beside their consents. */
    settings: { areOn: (personId: number) => remindersSql.areOn(db, personId), turn: remindersSql.turn },
    routes: (app: FastifyInstance) => mountRemindersRoutes(app, reminders),
    jobs: createRemindersJobs(reminders),
    mailSamples: reminderSamples,
  }
}
