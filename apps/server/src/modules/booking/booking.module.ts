import type { DomainEvent } from '../../platform/composition/domain-event.ts'
import type { Platform } from '../../platform/composition/module.ts'
import type { ClinicalArchive } from '../../ports/clinical-archive.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { RobotCheck } from '../../ports/robot-check.ts'
import type { RemoteScheduling } from '../../ports/scheduling.ts'
import type { AppointmentRecords } from '../appointments/appointment-records.service.ts'
import type { ContactService } from '../contact/contact.service.ts'
import type { Reach } from '../family/reach.ts'
import type { NotificationsService } from '../notifications/notifications.service.ts'
import type { AccountEnded, PeopleService } from '../people/people.service.ts'
import { bookedAppointmentsService } from './booked-appointments.service.ts'
import { bookedItemsService } from './booked-items.service.ts'
import { bookingJobs } from './booking.jobs.ts'
import { bookingSamples } from './booking.mails.ts'
import { bookingStore } from './booking.store.ts'
import { bookingAccessService } from './booking-access.service.ts'
import { bookingNewsService } from './booking-news.service.ts'
import { calendarService } from './calendar/calendar.service.ts'
import { calendarStore } from './calendar/calendar.store.ts'
import { availabilityStore } from './embedded/availability.store.ts'
import { embeddedScheduling } from './embedded/embedded.module.ts'
import { holdsStore } from './embedded/holds.store.ts'
import { examBookingService } from './exam-booking/exam-booking.service.ts'
import { examBookingStore } from './exam-booking/exam-booking.store.ts'
import { questionnairesService } from './questionnaires/questionnaires.service.ts'
import { questionnairesStore } from './questionnaires/questionnaires.store.ts'
import { remoteScheduling } from './remote/remote.module.ts'
import { repeatedBookingsService } from './repeated-bookings.service.ts'

type BookingModuleDependencies = {
  readonly reach: Reach
  readonly people: PeopleService
  readonly accountClosed: DomainEvent<AccountEnded>
  readonly notifications: NotificationsService
  readonly contact: ContactService
  readonly mail: MailQueue
  readonly robotCheck: RobotCheck
  readonly archive: ClinicalArchive
  readonly appointmentRecords: AppointmentRecords
  /** The external scheduling service, or null if the portal has its own calendars. */
  readonly external: RemoteScheduling | null
}

export function bookingModule(platform: Platform, dependencies: BookingModuleDependencies) {
  const { config, db, audit, clock } = platform
  const { accountClosed, contact, robotCheck, external } = dependencies
  const videoAddress = config.telemedicineUrl
  const store = bookingStore(db)
  const questionnaireRows = questionnairesStore(db)
  accountClosed.on((tx, { personId }) => questionnaireRows.forget(tx, personId))
  const calendar = calendarService({ store: calendarStore(db), clock })
  const holds = holdsStore(db)
  const access = bookingAccessService({ ...platform, ...dependencies, store })
  const questionnaires = questionnairesService({ db, store: questionnaireRows, access, audit, clock })
  const shared = {
    ...platform,
    ...dependencies,
    access,
    items: bookedItemsService({
      store,
      questionnaires: questionnaireRows,
      paediatricAge: config.ages.paediatric,
    }),
    news: bookingNewsService({ ...dependencies, videoAddress }),
    repeated: repeatedBookingsService({ store }),
    videoAddress,
    exams: examBookingService({
      ...platform,
      ...dependencies,
      store: examBookingStore(db),
      brand: config.brand,
      questionnaires,
      access,
      keepContact: contact.keepImaging,
    }),
  }
  const scheduling =
    external === null
      ? embeddedScheduling({
          ...shared,
          store,
          availability: availabilityStore(db),
          holds,
          openHours: config.openHours,
          sendToImaging: (tx, { questions, ...entry }, now) =>
            contact.keepImaging(tx, { ...entry, details: { questions } }, now),
        })
      : remoteScheduling({ ...shared, service: external })
  return {
    scheduling,
    access,
    bookedAppointments: bookedAppointmentsService({ store, access, audit, clock }),
    /** Updates the slots of the portal's own calendars. */
    calendar,
    jobs: [...bookingJobs(store, holds, clock, calendar, questionnaires, robotCheck), ...scheduling.jobs],
    mailSamples: bookingSamples,
  }
}
