import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import type { Context } from '../../platform/context/context.ts'
import type { AppointmentWatch } from '../../ports/clinical-archive.ts'
import type { FileStore } from '../../ports/files.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { AppointmentCancellation } from '../../ports/scheduling.ts'
import type { AppointmentRecords } from '../appointments/appointment-records.service.ts'
import type { CalendarService } from '../booking/calendar/calendar.service.ts'
import type { NotificationsService } from '../notifications/notifications.service.ts'
import { agendaSamples } from './agenda.mails.ts'
import { mountAgendaExternalRoutes, mountAgendaRoutes } from './agenda.routes.ts'
import { createAppointmentNotifier } from './appointment-notifier.service.ts'
import { createExceptionsService } from './exceptions.service.ts'
import { createExternalChangesJobs } from './external/external-changes.jobs.ts'
import { createExternalChangesService } from './external/external-changes.service.ts'
import * as externalChangesSql from './external/external-changes.sql.ts'
import { mountProfessionalImagesRoutes } from './images.routes.ts'
import { createProfessionalImagesService } from './images.service.ts'
import { createImportService } from './import/import.service.ts'
import { createProfessionalsService } from './professionals.service.ts'
import { createStaffAppointmentsService } from './staff-appointments.service.ts'

type AgendaModuleDependencies = {
  readonly appointmentRecords: AppointmentRecords
  readonly calendar: CalendarService
  readonly cancellation: AppointmentCancellation
  /** Whether the calendars are the portal's own, so that staff edit them here. */
  readonly hasOwnCalendars: boolean
  /** Null if no external archive is asked for changed appointments. */
  readonly watch: AppointmentWatch | null

  readonly ctx: Context

  readonly files: FileStore
  readonly notifications: NotificationsService
  readonly mail: MailQueue
}

export function createAgendaModule(
  { db, audit, clock, logger }: Platform,
  {
    appointmentRecords,
    calendar,
    cancellation,
    hasOwnCalendars,
    watch,

    ctx,

    files,
    notifications,
    mail,
  }: AgendaModuleDependencies,
) {
  const notifier = createAppointmentNotifier({
    clock,

    ctx,
    notifications,
    mail,
  })
  const appointments = createStaffAppointmentsService({
    db,
    calendar,
    notifier,
    appointmentRecords,
    cancellation,
    audit,
    clock,
  })
  const images = createProfessionalImagesService({ db, ctx, files, audit, clock })

  const changes = createExternalChangesService({ db, notifier, watch, clock, logger })
  const { freedTimes } = appointmentRecords
  const parts = {
    db,
    appointments,
    freedTimes,
    calendar,
    audit,
    clock,
  }
  return {
    /** Stores an appointment that another system cancelled or moved, of which the patient is notified soon. */
    announceChange: externalChangesSql.addReceived,
    routes: (app: FastifyInstance) => {
      mountProfessionalImagesRoutes(app, images)
      if (!hasOwnCalendars) return mountAgendaExternalRoutes(app, appointments)
      mountAgendaRoutes(app, {
        appointments,
        exceptions: createExceptionsService(parts),
        professionals: createProfessionalsService(parts),
        imports: createImportService(parts),
      })
    },
    jobs: createExternalChangesJobs(changes),
    mailSamples: agendaSamples,
  }
}
