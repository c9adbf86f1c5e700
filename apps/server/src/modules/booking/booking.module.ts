import type { FastifyInstance } from 'fastify'
import type { DomainEvent } from '../../platform/composition/domain-event.ts'
import type { Module, Platform } from '../../platform/composition/module.ts'
import type { Context } from '../../platform/context/context.ts'
import type { AccountEnded } from '../../platform/context/events.ts'
import { resolveInstallationText } from '../../platform/database/installation-values.ts'
import { createAssertionVerifier } from '../../platform/security/assertion.ts'
import { createBearer } from '../../platform/security/bearer.ts'
import type { PublishedState, ReadLetterhead } from '../../ports/clinic.ts'
import type { ClinicalArchive } from '../../ports/clinical-archive.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { RobotCheck } from '../../ports/robot-check.ts'
import type { AppointmentCancellation, RemoteScheduling, SlotBooking } from '../../ports/scheduling.ts'
import type { AppointmentLinkSigner } from '../appointments/appointment-links.service.ts'
import type { AppointmentRecords } from '../appointments/appointment-records.service.ts'
import type { AppointmentsService } from '../appointments/appointments.service.ts'
import type { ClinicNotifier } from '../appointments/clinic-notifier.service.ts'
import type { NotificationsService } from '../notifications/notifications.service.ts'
import { createImagingRequest } from '../service-requests/contact/create-portal-contact.ts'
import { openSessionById } from '../session/use-sessions.ts'
import { type BookedAppointments, createBookedAppointmentsService } from './booked-appointments.service.ts'
import * as bookedAppointmentsSql from './booked-appointments.sql.ts'
import { createBookedItemsService } from './booked-items.service.ts'
import { createBookingJobs } from './booking.jobs.ts'
import { bookingSamples } from './booking.mails.ts'
import { mountBookingRoutes } from './booking.routes.ts'
import { createBookingAccessService } from './booking-access.service.ts'
import { createBookingNotifier } from './booking-notifier.service.ts'
import { createCalendarService } from './calendar/calendar.service.ts'
import { type CalendarFileService, createCalendarFileService } from './calendar/calendar-file.service.ts'
import { createDeceasedService } from './deceased/deceased.service.ts'
import { createBookingStore } from './embedded/booking.store.ts'
import { createEmbeddedScheduling } from './embedded/embedded.module.ts'
import { createExamBookingModule } from './exam-booking/exam-booking.module.ts'
import { createExamBookingService } from './exam-booking/exam-booking.service.ts'
import { createPreparationModule } from './preparation/preparation.module.ts'
import { createQuestionnairesService } from './questionnaires/questionnaires.service.ts'
import * as questionnairesSql from './questionnaires/questionnaires.sql.ts'
import { createRemindersModule } from './reminders/reminders.module.ts'
import { createRemoteSchedulingModule } from './remote/remote.module.ts'
import { createRepeatedBookingsService } from './repeated-bookings.service.ts'
import { createVisitsJobs } from './visits/visits.jobs.ts'
import { mountVisitsRoutes } from './visits/visits.routes.ts'
import { createVisitsService } from './visits/visits.service.ts'
import { createWaitingModule } from './waiting/waiting.module.ts'

/** Composes the calendar entries of appointments, which are downloaded or attached to a mail. */
export function createCalendarFileModule({ branding, db, clock }: Platform) {
  const findEntry = (id: number) => bookedAppointmentsSql.calendarEntry(db, id)
  const resolveHost = (host: string) => resolveInstallationText(db, 'calendar_host', host)
  const calendarFile = createCalendarFileService({ resolveHost, findEntry, branding, clock })
  return { calendarFile, calendarOf: calendarFile.forMail }
}

type BookingModuleDependencies = {
  readonly ctx: Context
  readonly accountClosed: DomainEvent<AccountEnded>
  readonly personDied: DomainEvent<AccountEnded>
  readonly notifications: NotificationsService
  readonly mail: MailQueue
  readonly robotCheck: RobotCheck
  readonly archive: ClinicalArchive
  /** Combines the cancellation of the portal's own appointments with that of the archive. */
  readonly cancellationWith: (own: AppointmentCancellation) => AppointmentCancellation
  readonly appointmentRecords: AppointmentRecords
  readonly clinicNotifier: ClinicNotifier
  readonly appointmentLinks: AppointmentLinkSigner
  /** The external scheduling service, or null if the portal has its own calendars. */
  readonly remoteScheduling: RemoteScheduling | null
  readonly clinic: Pick<PublishedState, 'isOffered' | 'revision'>
  readonly readLetterhead: ReadLetterhead
  /** Returns the numbers of days before an appointment on which a reminder is sent. */
  readonly reminderDays: () => readonly number[]
}

export function createBookingModule(platform: Platform, dependencies: BookingModuleDependencies) {
  const { config, db, audit, clock } = platform
  const { accountClosed, personDied, ctx, robotCheck, appointmentRecords, remoteScheduling, clinic } =
    dependencies
  const showsSheets = () => clinic.isOffered('preparations')
  const videoAddress = config.telemedicineUrl

  accountClosed.on((tx, { personId }) => questionnairesSql.forget(tx, personId))

  const calendar = createCalendarService({ db, clock })
  const access = createBookingAccessService({ ...platform, ...dependencies, db })
  const questionnaires = createQuestionnairesService({ db, access, audit, clock })
  const shared = {
    ...platform,
    ...dependencies,
    access,
    items: createBookedItemsService({
      db,
      paediatricAge: config.ages.paediatric,
    }),
    notifier: createBookingNotifier({ ...dependencies, videoAddress }),
    repeated: createRepeatedBookingsService({ db }),
    videoAddress,
    exams: createExamBookingService({
      ...platform,
      ...dependencies,
      db,
      questionnaires,
      access,
      showsSheets,
      clinicRevision: clinic.revision,
      storeContact: (tx, entry) => createImagingRequest(ctx, tx, entry),
    }),
  }
  const scheduling =
    remoteScheduling === null
      ? createEmbeddedScheduling({
          ...shared,
          store: createBookingStore(db),

          db,
          maxUpcomingAppointments: config.openHours,
          sendToImaging: (tx, { questions, ...entry }) =>
            createImagingRequest(ctx, tx, { ...entry, details: { questions } }),
        })
      : createRemoteSchedulingModule({ ...shared, service: remoteScheduling })
  const cancellation = dependencies.cancellationWith({
    requestCancellation: scheduling.requestCancellation,
    cancel: appointmentRecords.cancel,
  })
  const deceased = createDeceasedService({ ...platform, db, cancellation })
  personDied.on((tx, { personId, at }) => deceased.endBookings(tx, personId, at))
  const { reminders, ...reminderParts } = createRemindersModule(platform, dependencies)
  // The portal's own departments answer requests to be contacted, also with an external service.
  const { contact: requestContact, challenge } = shared.exams
  const parts: readonly Module[] = [
    reminderParts,
    createWaitingModule(scheduling.waiting),
    createPreparationModule(platform, { access, reminders, showsSheets }),
    createExamBookingModule({ ...scheduling.exams, contact: requestContact, challenge }),
  ]
  return {
    booking: {
      calls: scheduling.calls,
      waiting: scheduling.waiting,
      bookedAppointments: createBookedAppointmentsService({ db, access, audit, clock }),
      /** Updates the slots of the portal's own calendars. */
      calendar,
      hasOwnCalendars: scheduling.hasOwnCalendars,
      /** Cancels an appointment in the portal's calendar or in the external one. */
      cancellation,
    },
    routes: (app: FastifyInstance) => {
      for (const { routes } of parts) routes?.(app)
    },
    jobs: [
      { name: 'booking.cancelOfDeceased', cron: '*/10 * * * *', run: deceased.cancelExternal },
      ...createBookingJobs(db, db, clock, calendar, questionnaires, robotCheck),
      ...scheduling.jobs,
      ...parts.flatMap(({ jobs = [] }) => jobs),
    ],
    mailSamples: [...bookingSamples, ...parts.flatMap(({ mailSamples = [] }) => mailSamples)],
  }
}

type SchedulingApiModuleDependencies = {
  readonly calls: SlotBooking
  readonly bookedAppointments: BookedAppointments
  readonly appointments: AppointmentsService
  readonly calendarFile: CalendarFileService
  readonly ctx: Context

  readonly hasOwnCalendars: boolean
}

/** Composes the API of the scheduling service, with its own tokens, for the browser and for partner portals. */
export function createSchedulingApiModule(
  { config, db, audit, clock }: Platform,
  {
    calls,
    bookedAppointments,
    appointments,
    calendarFile,
    ctx,

    hasOwnCalendars,
  }: SchedulingApiModuleDependencies,
) {
  const { partners } = config.scheduling

  const bearer = createBearer(config.secrets, clock)
  const assertions = partners.size === 0 ? null : createAssertionVerifier(partners, config.publicUrl, clock)
  const visits = createVisitsService({
    ctx,
    bearer,
    assertions,
    db,
    audit,
    ownCalendars: hasOwnCalendars,
  })
  return {
    /** Finds the patient of a token of the scheduling service, or the member of staff who books for one. */
    openBearer: async (token: string | undefined) => {
      const staff = bearer.openStaff(token)
      if (staff !== null) return openSessionById(ctx, staff.sessionId, staff.patientId)
      return (await visits.actorOf(token)) ?? openSessionById(ctx, bearer.open(token))
    },
    routes: (app: FastifyInstance) => {
      mountBookingRoutes(app, {
        calls,
        record: bookedAppointments,
        calendarFile,
        cancelAppointment: appointments.cancel,
      })
      mountVisitsRoutes(app, visits, bearer)
    },
    jobs: createVisitsJobs(db, clock),
  }
}
