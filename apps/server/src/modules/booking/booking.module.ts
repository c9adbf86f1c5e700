import type { FastifyInstance } from 'fastify'
import type { DomainEvent } from '../../platform/composition/domain-event.ts'
import type { Module, Platform } from '../../platform/composition/module.ts'
import { resolveInstallationText } from '../../platform/database/installation-values.ts'
import { createAssertionVerifier } from '../../platform/security/assertion.ts'
import { createBearer } from '../../platform/security/bearer.ts'
import type { ClinicalArchive } from '../../ports/clinical-archive.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { RobotCheck } from '../../ports/robot-check.ts'
import type { RemoteScheduling } from '../../ports/scheduling.ts'
import type { AppointmentRecords } from '../appointments/appointment-records.service.ts'
import type { AppointmentsService } from '../appointments/appointments.service.ts'
import type { ContactService } from '../contact/contact.service.ts'
import type { Reach } from '../family/reach.ts'
import type { NotificationsService } from '../notifications/notifications.service.ts'
import type { AccountEnded, PeopleService } from '../people/people.service.ts'
import type { SessionService } from '../session/session.service.ts'
import { type BookedAppointments, bookedAppointmentsService } from './booked-appointments.service.ts'
import { bookedAppointmentsStore } from './booked-appointments.store.ts'
import { bookedItemsService } from './booked-items.service.ts'
import { bookedItemsStore } from './booked-items.store.ts'
import { bookingJobs } from './booking.jobs.ts'
import { bookingSamples } from './booking.mails.ts'
import { bookingRoutes } from './booking.routes.ts'
import { bookingAccessService } from './booking-access.service.ts'
import { bookingNewsService } from './booking-news.service.ts'
import { calendarService } from './calendar/calendar.service.ts'
import { calendarStore } from './calendar/calendar.store.ts'
import { type CalendarFileService, calendarFileService } from './calendar/calendar-file.service.ts'
import { availabilityStore } from './embedded/availability.store.ts'
import { bookingStore } from './embedded/booking.store.ts'
import { embeddedScheduling } from './embedded/embedded.module.ts'
import { holdsStore } from './embedded/holds.store.ts'
import { examBookingModule } from './exam-booking/exam-booking.module.ts'
import { examBookingService } from './exam-booking/exam-booking.service.ts'
import { examBookingStore } from './exam-booking/exam-booking.store.ts'
import { preparationModule } from './preparation/preparation.module.ts'
import { questionnairesService } from './questionnaires/questionnaires.service.ts'
import { questionnairesStore } from './questionnaires/questionnaires.store.ts'
import { remindersModule } from './reminders/reminders.module.ts'
import { remoteScheduling } from './remote/remote.module.ts'
import { repeatedBookingsService } from './repeated-bookings.service.ts'
import { repeatedBookingsStore } from './repeated-bookings.store.ts'
import type { SchedulingCalls } from './scheduling.service.ts'
import { visitsJobs } from './visits/visits.jobs.ts'
import { visitsRoutes } from './visits/visits.routes.ts'
import { visitsService } from './visits/visits.service.ts'
import { visitsStore } from './visits/visits.store.ts'
import { waitingModule } from './waiting/waiting.module.ts'

/** The calendar entries of appointments, which are downloaded or attached to a mail. */
export function calendarFileModule({ config, db, clock }: Platform) {
  const findEntry = bookedAppointmentsStore(db).calendarEntry
  const resolveHost = (host: string) => resolveInstallationText(db, 'calendar_host', host)
  return { calendarFile: calendarFileService({ resolveHost, findEntry, house: config, clock }) }
}

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
  const store = bookedAppointmentsStore(db)
  const repeatedRows = repeatedBookingsStore(db)
  const questionnaireRows = questionnairesStore(db)
  accountClosed.on((tx, { personId }) => questionnaireRows.forget(tx, personId))
  const holds = holdsStore(db)
  const calendar = calendarService({ store: calendarStore(db), holds, clock })
  const access = bookingAccessService({ ...platform, ...dependencies, store })
  const questionnaires = questionnairesService({ db, store: questionnaireRows, access, audit, clock })
  const shared = {
    ...platform,
    ...dependencies,
    access,
    items: bookedItemsService({
      store: bookedItemsStore(db),
      questionnaires: questionnaireRows,
      paediatricAge: config.ages.paediatric,
    }),
    news: bookingNewsService({ ...dependencies, videoAddress }),
    repeated: repeatedBookingsService({ store: repeatedRows }),
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
          store: bookingStore(db),
          availability: availabilityStore(db),
          holds,
          openHours: config.openHours,
          sendToImaging: (tx, { questions, ...entry }, now) =>
            contact.keepImaging(tx, { ...entry, details: { questions } }, now),
        })
      : remoteScheduling({ ...shared, service: external })
  const { reminders, settings, ...reminderParts } = remindersModule(platform, dependencies)
  const parts: readonly Module[] = [
    reminderParts,
    waitingModule(scheduling.waiting),
    preparationModule(platform, { access, reminders }),
    examBookingModule(scheduling.exams),
  ]
  return {
    scheduling,
    reminderSettings: settings,
    bookedAppointments: bookedAppointmentsService({ store, access, audit, clock }),
    /** Updates the slots of the portal's own calendars. */
    calendar,
    routes: (app: FastifyInstance) => {
      for (const { routes } of parts) routes?.(app)
    },
    jobs: [
      ...bookingJobs(repeatedRows, holds, clock, calendar, questionnaires, robotCheck),
      ...scheduling.jobs,
      ...parts.flatMap(({ jobs = [] }) => jobs),
    ],
    mailSamples: [...bookingSamples, ...parts.flatMap(({ mailSamples = [] }) => mailSamples)],
  }
}

type SchedulingApiModuleDependencies = {
  readonly calls: SchedulingCalls
  readonly bookedAppointments: BookedAppointments
  readonly appointments: AppointmentsService
  readonly calendarFile: CalendarFileService
  readonly people: PeopleService
  readonly sessions: SessionService
}

/** The API of the scheduling service, with its own tokens, for the browser and for partner portals. */
export function schedulingApiModule(
  { config, db, audit, clock }: Platform,
  {
    calls,
    bookedAppointments,
    appointments,
    calendarFile,
    people,
    sessions,
  }: SchedulingApiModuleDependencies,
) {
  const { partners } = config.scheduling
  const store = visitsStore(db)
  const bearer = createBearer(config.secrets, clock)
  const assertions = partners.size === 0 ? null : createAssertionVerifier(partners, config.publicUrl, clock)
  const visits = visitsService({ people, bearer, assertions, store, audit })
  const cancelHour = appointments.cancel
  return {
    /** Finds the patient of a token of the scheduling service. */
    openBearer: async (token: string | undefined) =>
      (await visits.actorOf(token)) ?? sessions.openById(bearer.open(token)),
    routes: (app: FastifyInstance) => {
      bookingRoutes(app, { calls, record: bookedAppointments, calendarFile, cancelHour })
      visitsRoutes(app, visits, bearer)
    },
    jobs: visitsJobs(store, clock),
  }
}
