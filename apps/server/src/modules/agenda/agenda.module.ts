import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import type { AppointmentWatch } from '../../ports/clinical-archive.ts'
import type { FileStore } from '../../ports/files.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { Cancelling } from '../../ports/scheduling.ts'
import type { AppointmentRecords } from '../appointments/appointment-records.service.ts'
import type { CalendarService } from '../booking/calendar/calendar.service.ts'
import type { Reach } from '../family/reach.ts'
import type { NotificationsService } from '../notifications/notifications.service.ts'
import type { PeopleService } from '../people/people.service.ts'
import type { PhotosService } from '../photos/photos.service.ts'
import { agendaSamples } from './agenda.mails.ts'
import { agendaElsewhereRoutes, agendaRoutes } from './agenda.routes.ts'
import { calendarsStore } from './calendars.store.ts'
import { exceptionsService } from './exceptions.service.ts'
import { externalChangesJobs } from './external/external-changes.jobs.ts'
import { externalChangesService } from './external/external-changes.service.ts'
import { externalChangesStore } from './external/external-changes.store.ts'
import { hoursService } from './hours.service.ts'
import { hoursStore } from './hours.store.ts'
import { professionalImagesRoutes } from './images.routes.ts'
import { professionalImagesService } from './images.service.ts'
import { importService } from './import.service.ts'
import { newsService } from './news.service.ts'
import { professionalsService } from './professionals.service.ts'

type AgendaModuleDependencies = {
  readonly appointmentRecords: AppointmentRecords
  readonly calendar: CalendarService
  readonly cancelling: Cancelling
  /** Whether the calendars are the portal's own, so that staff edit them here. */
  readonly hasOwnCalendars: boolean
  /** Null if no external archive is asked for changed appointments. */
  readonly watch: AppointmentWatch | null
  readonly reach: Reach
  readonly people: PeopleService
  readonly photos: PhotosService
  readonly files: FileStore
  readonly notifications: NotificationsService
  readonly mail: MailQueue
}

export function agendaModule(
  { db, audit, clock, logger }: Platform,
  {
    appointmentRecords,
    calendar,
    cancelling,
    hasOwnCalendars,
    watch,
    reach,
    people,
    photos,
    files,
    notifications,
    mail,
  }: AgendaModuleDependencies,
) {
  const store = calendarsStore(db)
  const hourRows = hoursStore(db)
  const news = newsService({ store: hourRows, reach, people, notifications, mail })
  const hours = hoursService({
    db,
    store: hourRows,
    calendars: store,
    calendar,
    news,
    appointmentRecords,
    cancelling,
    audit,
    clock,
  })
  const images = professionalImagesService({ db, store, photos, files, audit })
  const changesStore = externalChangesStore(db)
  const changes = externalChangesService({ db, store: changesStore, news, watch, clock, logger })
  const { freedTimes } = appointmentRecords
  const parts = { db, store, hoursStore: hourRows, hours, freedTimes, calendar, audit, clock }
  return {
    /** Stores an appointment that another system cancelled or moved, of which the patient is notified soon. */
    announceChange: changesStore.addReceived,
    routes: (app: FastifyInstance) => {
      professionalImagesRoutes(app, images)
      if (!hasOwnCalendars) return agendaElsewhereRoutes(app, hours)
      agendaRoutes(app, {
        hours,
        exceptions: exceptionsService(parts),
        professionals: professionalsService(parts),
        imports: importService(parts),
      })
    },
    jobs: externalChangesJobs(changes),
    mailSamples: agendaSamples,
  }
}
