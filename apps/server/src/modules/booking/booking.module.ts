import type { DomainEvent } from '../../platform/composition/domain-event.ts'
import type { Platform } from '../../platform/composition/module.ts'
import type { ClinicalArchive } from '../../ports/clinical-archive.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { RobotCheck } from '../../ports/robot-check.ts'
import type { OutsideScheduling } from '../../ports/scheduling.ts'
import type { ContactService } from '../contact/contact.service.ts'
import type { Reach } from '../family/reach.ts'
import type { NotificationsService } from '../notifications/notifications.service.ts'
import type { AccountEnded, PeopleService } from '../people/people.service.ts'
import { bookingJobs } from './booking.jobs.ts'
import { bookingSamples } from './booking.mails.ts'
import { bookingService } from './booking.service.ts'
import { bookingStore } from './booking.store.ts'
import { calendarService } from './calendar/calendar.service.ts'
import { calendarStore } from './calendar/calendar.store.ts'
import { outsideBookingJobs } from './outside/outside-booking.jobs.ts'
import { outsideBookingService } from './outside/outside-booking.service.ts'
import { outsideBookingStore } from './outside/outside-booking.store.ts'
import { questionnairesService } from './questionnaires/questionnaires.service.ts'
import { questionnairesStore } from './questionnaires/questionnaires.store.ts'

type BookingModuleDependencies = {
  readonly reach: Reach
  readonly people: PeopleService
  readonly accountClosed: DomainEvent<AccountEnded>
  readonly notifications: NotificationsService
  readonly contact: ContactService
  readonly mail: MailQueue
  readonly robotCheck: RobotCheck
  readonly archive: ClinicalArchive
  /** The external scheduling service, or null if the portal has its own calendars. */
  readonly external: OutsideScheduling | null
}

export function bookingModule(platform: Platform, dependencies: BookingModuleDependencies) {
  const { config, db, audit, clock } = platform
  const { people, accountClosed, contact, mail, robotCheck, external } = dependencies
  const videoAddress = config.telemedicineUrl
  const store = bookingStore(db)
  const questionnaireRows = questionnairesStore(db)
  accountClosed.on((tx, { personId }) => questionnaireRows.forget(tx, personId))
  const calendar = calendarService({ store: calendarStore(db), clock })
  const booking = bookingService({
    ...platform,
    ...dependencies,
    store,
    openHours: config.openHours,
    videoAddress,
    paediatricAge: config.ages.paediatric,
    questionnaires: questionnaireRows,
    sendToImaging: (tx, { questions, ...entry }, now) =>
      contact.keepImaging(tx, { ...entry, details: { questions } }, now),
  })
  const { desk } = booking
  const questionnaires = questionnairesService({ db, store: questionnaireRows, desk, audit, clock })
  const externalBooking =
    external &&
    outsideBookingService({
      db,
      store: outsideBookingStore(db),
      outside: external,
      desk,
      keepAnswer: store.keepAnswer,
      people,
      mail,
      audit,
      clock,
      videoAddress,
    })
  return {
    booking,
    questionnaires,
    /** Updates the slots of the portal's own calendars. */
    calendar,
    /** The functions of the scheduling API: those of the external service, or of the portal's own calendars. */
    calls: externalBooking ?? booking,
    /** Cancels an appointment in the external scheduling service, if there is one. */
    giveUp: externalBooking?.giveUp,
    jobs: [
      ...bookingJobs(booking, calendar, questionnaires, robotCheck),
      ...(externalBooking ? outsideBookingJobs(externalBooking) : []),
    ],
    mailSamples: bookingSamples,
  }
}
