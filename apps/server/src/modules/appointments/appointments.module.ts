import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import type { ClinicalArchive } from '../../ports/clinical-archive.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { Cancelling } from '../../ports/scheduling.ts'
import type { Reach } from '../family/reach.ts'
import type { PeopleService } from '../people/people.service.ts'
import { appointmentRecordsService } from './appointment-records.service.ts'
import { appointmentRecordsStore } from './appointment-records.store.ts'
import { appointmentSamples } from './appointments.mails.ts'
import { appointmentsRoutes } from './appointments.routes.ts'
import { appointmentsService } from './appointments.service.ts'
import { externalAppointmentsStore } from './external-appointments.store.ts'
import { freedTimesStore } from './freed-times.store.ts'

/** Writes the record of appointments. Domains that are composed before the patient's appointments need it. */
export function appointmentRecordsModule({ db }: Platform) {
  return {
    appointmentRecords: appointmentRecordsService({
      store: appointmentRecordsStore,
      external: externalAppointmentsStore(db),
      freedTimes: freedTimesStore,
    }),
  }
}

type AppointmentsModuleDependencies = {
  readonly archive: ClinicalArchive
  readonly cancelling: Cancelling
  readonly reach: Reach
  readonly people: PeopleService
  readonly mail: MailQueue
}

export function appointmentsModule(
  { config, db, audit, clock }: Platform,
  dependencies: AppointmentsModuleDependencies,
) {
  const videoAddress = config.telemedicineUrl
  const appointments = appointmentsService({ ...dependencies, db, audit, clock, videoAddress })
  return {
    appointments,
    routes: (app: FastifyInstance) => appointmentsRoutes(app, appointments),
    mailSamples: appointmentSamples,
  }
}
