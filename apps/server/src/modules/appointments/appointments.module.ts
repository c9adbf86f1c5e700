import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import type { Context } from '../../platform/context/context.ts'
import type { ClinicalArchive } from '../../ports/clinical-archive.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { AppointmentCancellation } from '../../ports/scheduling.ts'
import { createAppointmentAgendaService } from './appointment-agenda.service.ts'
import {
  type AppointmentLinkSigner,
  createAppointmentLinkSigner,
  createAppointmentLinksService,
} from './appointment-links.service.ts'
import { type AppointmentRecords, createAppointmentRecordsService } from './appointment-records.service.ts'
import { appointmentRecordsStore } from './appointment-records.store.ts'
import { appointmentSamples } from './appointments.mails.ts'
import { mountAppointmentsRoutes } from './appointments.routes.ts'
import { createAppointmentsService } from './appointments.service.ts'
import { type ClinicNotifier, createClinicNotifier } from './clinic-notifier.service.ts'
import { freedTimesStore } from './freed-times.store.ts'

/**
 * Writes the record of appointments, signs the links in reminders and notifies of what staff did. Domains that are composed before the
 * patient's appointments need all three.
 */
export function createAppointmentRecordsModule(
  { config }: Platform,
  dependencies: Parameters<typeof createClinicNotifier>[0],
) {
  return {
    clinicNotifier: createClinicNotifier(dependencies),
    appointmentLinks: createAppointmentLinkSigner(config.secrets),
    appointmentRecords: createAppointmentRecordsService({
      store: appointmentRecordsStore,
      freedTimes: freedTimesStore,
    }),
  }
}

type AppointmentsModuleDependencies = {
  readonly archive: ClinicalArchive
  readonly cancellation: AppointmentCancellation
  readonly appointmentRecords: AppointmentRecords
  readonly clinicNotifier: ClinicNotifier
  readonly appointmentLinks: AppointmentLinkSigner

  readonly ctx: Context
  readonly mail: MailQueue
}

export function createAppointmentsModule(
  { config, db, audit, clock }: Platform,
  dependencies: AppointmentsModuleDependencies,
) {
  const videoAddress = config.telemedicineUrl
  const shared = { ...dependencies, db, audit, clock, videoAddress }
  const appointments = createAppointmentsService(shared)
  const agenda = createAppointmentAgendaService(shared)
  const signer = dependencies.appointmentLinks
  const links = createAppointmentLinksService({ ...dependencies, signer, agenda, appointments, clock })
  return {
    appointments,
    routes: (app: FastifyInstance) => mountAppointmentsRoutes(app, { appointments, agenda, links }),
    mailSamples: appointmentSamples,
  }
}
