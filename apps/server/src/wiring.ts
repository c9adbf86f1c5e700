/** The only file that knows every part: adapters into stores, stores into services, services into routes. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { embeddedRegistry } from './adapters/civil-registry/embedded.ts'
import { embeddedArchive } from './adapters/clinical-archive/embedded.ts'
import type { Patience as ArchivePatience } from './adapters/clinical-archive/fhir/line.ts'
import { outsideArchive } from './adapters/clinical-archive/fhir/outside.ts'
import { archiveInbox } from './adapters/clinical-archive/inbox.ts'
import { archiveIntake } from './adapters/clinical-archive/intake.ts'
import { folderStore } from './adapters/files/folder.ts'
import { embeddedCheck } from './adapters/identity-check/embedded.ts'
import { oidcCheck } from './adapters/identity-check/oidc.ts'
import { staffCheck } from './adapters/identity-check/staff.ts'
import { smtpTransport } from './adapters/mail/smtp.ts'
import { altchaCheck } from './adapters/robot-check/altcha.ts'
import { embeddedScheduling } from './adapters/scheduling/embedded.ts'
import { outsideScheduling } from './adapters/scheduling/outside.ts'
import { adsRoutes } from './modules/ads/ads.routes.ts'
import { adsService } from './modules/ads/ads.service.ts'
import { adsStore } from './modules/ads/ads.store.ts'
import { agendaSamples } from './modules/agenda/agenda.mails.ts'
import { agendaElsewhereRoutes, agendaRoutes } from './modules/agenda/agenda.routes.ts'
import { calendarsStore } from './modules/agenda/calendars.store.ts'
import { exceptionsService } from './modules/agenda/exceptions.service.ts'
import { hoursService } from './modules/agenda/hours.service.ts'
import { hoursStore } from './modules/agenda/hours.store.ts'
import { importService } from './modules/agenda/import.service.ts'
import { newsService } from './modules/agenda/news.service.ts'
import { professionalsService } from './modules/agenda/professionals.service.ts'
import { alertsRoutes } from './modules/alerts/alerts.routes.ts'
import { alertsService } from './modules/alerts/alerts.service.ts'
import { alertsStore } from './modules/alerts/alerts.store.ts'
import { appointmentSamples } from './modules/appointments/appointments.mails.ts'
import { appointmentsRoutes } from './modules/appointments/appointments.routes.ts'
import { appointmentsService } from './modules/appointments/appointments.service.ts'
import { auditRoutes } from './modules/audit/audit.routes.ts'
import { actionName } from './modules/audit/audit.rules.ts'
import { auditService } from './modules/audit/audit.service.ts'
import { auditStore } from './modules/audit/audit.store.ts'
import { deepTrailJobs } from './modules/audit/deep-pages/deep-trail.jobs.ts'
import { deepTrailStore } from './modules/audit/deep-pages/deep-trail.store.ts'
import { bookingJobs } from './modules/booking/booking.jobs.ts'
import { bookingSamples } from './modules/booking/booking.mails.ts'
import { bookingRoutes } from './modules/booking/booking.routes.ts'
import { bookingService } from './modules/booking/booking.service.ts'
import { bookingStore } from './modules/booking/booking.store.ts'
import { calendarService } from './modules/booking/calendar.service.ts'
import { calendarStore } from './modules/booking/calendar.store.ts'
import { calendarFileService } from './modules/booking/calendar-file.service.ts'
import { examBookingSamples } from './modules/booking/exam-booking.mails.ts'
import { examBookingRoutes } from './modules/booking/exam-booking.routes.ts'
import { examBookingService } from './modules/booking/exam-booking.service.ts'
import { examBookingStore } from './modules/booking/exam-booking.store.ts'
import { outsideBookingJobs } from './modules/booking/outside/outside-booking.jobs.ts'
import { outsideBookingService } from './modules/booking/outside/outside-booking.service.ts'
import { outsideBookingStore } from './modules/booking/outside/outside-booking.store.ts'
import { outsideExamsService } from './modules/booking/outside/outside-exams.service.ts'
import { outsideWaitsService } from './modules/booking/outside/outside-waits.service.ts'
import { outsideWaitsStore } from './modules/booking/outside/outside-waits.store.ts'
import { visitsRoutes } from './modules/booking/outside/visits.routes.ts'
import { visitsService } from './modules/booking/outside/visits.service.ts'
import { preparationRoutes } from './modules/booking/preparation/preparation.routes.ts'
import { preparationService } from './modules/booking/preparation/preparation.service.ts'
import { preparationStore } from './modules/booking/preparation/preparation.store.ts'
import { remindersJobs } from './modules/booking/reminders/reminders.jobs.ts'
import { reminderSamples } from './modules/booking/reminders/reminders.mails.ts'
import { remindersRoutes } from './modules/booking/reminders/reminders.routes.ts'
import { remindersService } from './modules/booking/reminders/reminders.service.ts'
import { remindersStore } from './modules/booking/reminders/reminders.store.ts'
import { waitingJobs } from './modules/booking/waiting/waiting.jobs.ts'
import { waitingSamples } from './modules/booking/waiting/waiting.mails.ts'
import { waitingRoutes } from './modules/booking/waiting/waiting.routes.ts'
import { waitingService } from './modules/booking/waiting/waiting.service.ts'
import { waitingStore } from './modules/booking/waiting/waiting.store.ts'
import { breachSamples } from './modules/breaches/breaches.mails.ts'
import { breachesRoutes } from './modules/breaches/breaches.routes.ts'
import { breachesService } from './modules/breaches/breaches.service.ts'
import { breachesStore } from './modules/breaches/breaches.store.ts'
import { budgetsRoutes } from './modules/budgets/budgets.routes.ts'
import { budgetsService } from './modules/budgets/budgets.service.ts'
import { budgetsStore } from './modules/budgets/budgets.store.ts'
import { cataloguesRoutes } from './modules/catalogues/catalogues.routes.ts'
import { cataloguesStore } from './modules/catalogues/catalogues.store.ts'
import { consentsRoutes } from './modules/consents/consents.routes.ts'
import { consentsService } from './modules/consents/consents.service.ts'
import { consentsStore } from './modules/consents/consents.store.ts'
import { contactRoutes } from './modules/contact/contact.routes.ts'
import { contactService } from './modules/contact/contact.service.ts'
import { contactStore } from './modules/contact/contact.store.ts'
import { deskRoutes } from './modules/desk/desk.routes.ts'
import { deskService } from './modules/desk/desk.service.ts'
import { requestSamples } from './modules/desk-requests/desk-requests.mails.ts'
import { deskRequestsRoutes } from './modules/desk-requests/desk-requests.routes.ts'
import { deskRequestsService } from './modules/desk-requests/desk-requests.service.ts'
import { deskRequestsStore } from './modules/desk-requests/desk-requests.store.ts'
import { documentsRoutes } from './modules/documents/documents.routes.ts'
import { documentsService } from './modules/documents/documents.service.ts'
import { documentsStore } from './modules/documents/documents.store.ts'
import { arrivalsJobs } from './modules/exams/arrivals.jobs.ts'
import { arrivalSamples } from './modules/exams/arrivals.mails.ts'
import { arrivalsService } from './modules/exams/arrivals.service.ts'
import { arrivalsStore } from './modules/exams/arrivals.store.ts'
import { examsRoutes } from './modules/exams/exams.routes.ts'
import { examsService } from './modules/exams/exams.service.ts'
import { sharesJobs } from './modules/exams/shares.jobs.ts'
import { shareSamples } from './modules/exams/shares.mails.ts'
import { sharesRoutes } from './modules/exams/shares.routes.ts'
import { sharesService } from './modules/exams/shares.service.ts'
import { sharesStore } from './modules/exams/shares.store.ts'
import { exportMaker } from './modules/exports/exports.jobs.ts'
import { exportSamples } from './modules/exports/exports.mails.ts'
import { exportsRoutes } from './modules/exports/exports.routes.ts'
import { exportsService } from './modules/exports/exports.service.ts'
import { exportsStore } from './modules/exports/exports.store.ts'
import { comingOfAgeService } from './modules/family/coming-of-age.service.ts'
import { familyJobs } from './modules/family/family.jobs.ts'
import { familySamples } from './modules/family/family.mails.ts'
import { familyRoutes } from './modules/family/family.routes.ts'
import { familyService } from './modules/family/family.service.ts'
import { familyStore } from './modules/family/family.store.ts'
import { landingsService } from './modules/family/landings.service.ts'
import { createReach } from './modules/family/reach.ts'
import { requestsService } from './modules/family/requests.service.ts'
import { favouritesRoutes } from './modules/favourites/favourites.routes.ts'
import { favouritesStore } from './modules/favourites/favourites.store.ts'
import { serviceAccountsRoutes } from './modules/fhir/accounts/service-accounts.routes.ts'
import { serviceAccountsService } from './modules/fhir/accounts/service-accounts.service.ts'
import { serviceAccountsStore } from './modules/fhir/accounts/service-accounts.store.ts'
import { fhirRoutes } from './modules/fhir/fhir.routes.ts'
import { inboundService } from './modules/fhir/inbound/inbound.service.ts'
import { inboundStore } from './modules/fhir/inbound/inbound.store.ts'
import { archiveReading } from './modules/fhir/reading/archive-reading.service.ts'
import { readingService } from './modules/fhir/reading/reading.service.ts'
import { readingStore } from './modules/fhir/reading/reading.store.ts'
import { identityJobs } from './modules/identity/identity.jobs.ts'
import { identityRoutes } from './modules/identity/identity.routes.ts'
import { identityService } from './modules/identity/identity.service.ts'
import { identityStore } from './modules/identity/identity.store.ts'
import { legalRoutes } from './modules/legal/legal.routes.ts'
import { legalService } from './modules/legal/legal.service.ts'
import { legalStore } from './modules/legal/legal.store.ts'
import { mailTestsRoutes } from './modules/mailing/mail-tests.routes.ts'
import { mailTestsService } from './modules/mailing/mail-tests.service.ts'
import { mailDelivery, mailingJobs } from './modules/mailing/mailing.jobs.ts'
import { devMailRoutes } from './modules/mailing/mailing.routes.ts'
import { mailingService } from './modules/mailing/mailing.service.ts'
import { mailingStore } from './modules/mailing/mailing.store.ts'
import { notificationsRoutes } from './modules/notifications/notifications.routes.ts'
import { notificationsService } from './modules/notifications/notifications.service.ts'
import { notificationsStore } from './modules/notifications/notifications.store.ts'
import { overviewRoutes } from './modules/overview/overview.routes.ts'
import { overviewService } from './modules/overview/overview.service.ts'
import { overviewStore } from './modules/overview/overview.store.ts'
import { peopleRoutes } from './modules/people/people.routes.ts'
import { peopleService } from './modules/people/people.service.ts'
import { peopleStore } from './modules/people/people.store.ts'
import { photosJobs } from './modules/photos/photos.jobs.ts'
import { photosRoutes } from './modules/photos/photos.routes.ts'
import { photosService } from './modules/photos/photos.service.ts'
import { photosStore } from './modules/photos/photos.store.ts'
import { preventionRoutes } from './modules/prevention/prevention.routes.ts'
import { preventionService } from './modules/prevention/prevention.service.ts'
import { preventionStore } from './modules/prevention/prevention.store.ts'
import { privacySamples } from './modules/privacy/privacy.mails.ts'
import { privacyRoutes } from './modules/privacy/privacy.routes.ts'
import { privacyService } from './modules/privacy/privacy.service.ts'
import { privacyStore } from './modules/privacy/privacy.store.ts'
import { profileJobs } from './modules/profile/profile.jobs.ts'
import { profileSamples } from './modules/profile/profile.mails.ts'
import { profileRoutes } from './modules/profile/profile.routes.ts'
import { accessActions, accessWords } from './modules/profile/profile.rules.ts'
import { profileService } from './modules/profile/profile.service.ts'
import { profileStore } from './modules/profile/profile.store.ts'
import { publishingJobs } from './modules/publishing/publishing.jobs.ts'
import { publishingRoutes } from './modules/publishing/publishing.routes.ts'
import { publishingService } from './modules/publishing/publishing.service.ts'
import { publishingStore } from './modules/publishing/publishing.store.ts'
import { registrationJobs } from './modules/registration/registration.jobs.ts'
import { registrationSamples } from './modules/registration/registration.mails.ts'
import { registrationRoutes } from './modules/registration/registration.routes.ts'
import { registrationService } from './modules/registration/registration.service.ts'
import { registrationStore } from './modules/registration/registration.store.ts'
import { secondFactorSamples } from './modules/session/second-factor.mails.ts'
import { secondFactorRoutes } from './modules/session/second-factor.routes.ts'
import { secondFactorService } from './modules/session/second-factor.service.ts'
import { secondFactorStore } from './modules/session/second-factor.store.ts'
import { sessionJobs } from './modules/session/session.jobs.ts'
import { sessionSamples } from './modules/session/session.mails.ts'
import { sessionRoutes } from './modules/session/session.routes.ts'
import { sessionService } from './modules/session/session.service.ts'
import { sessionStore } from './modules/session/session.store.ts'
import { surveyRoutes } from './modules/survey/survey.routes.ts'
import { surveyService } from './modules/survey/survey.service.ts'
import { surveyStore } from './modules/survey/survey.store.ts'
import { uploadsJobs } from './modules/uploads/uploads.jobs.ts'
import { uploadsService } from './modules/uploads/uploads.service.ts'
import { uploadsStore } from './modules/uploads/uploads.store.ts'
import { deepUsersJobs } from './modules/users/deep-pages/deep-users.jobs.ts'
import { deepUsersStore } from './modules/users/deep-pages/deep-users.store.ts'
import { userChangesService } from './modules/users/user-changes.service.ts'
import { userSamples } from './modules/users/users.mails.ts'
import { usersRoutes } from './modules/users/users.routes.ts'
import { usersService } from './modules/users/users.service.ts'
import { usersStore } from './modules/users/users.store.ts'
import { createAudit } from './platform/audit.ts'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { Database } from './platform/database/database.ts'
import { freeSpaceOf } from './platform/disk/free-space.ts'
import type { Actor, Admission, Origin } from './platform/http/actor.ts'
import type { PeriodicJob } from './platform/jobs.ts'
import type { Logger } from './platform/logger.ts'
import type { Metrics } from './platform/metrics.ts'
import { createAddressCaps } from './platform/security/address-caps.ts'
import { createAssertions } from './platform/security/assertion.ts'
import { createBearer } from './platform/security/bearer.ts'
import type { Passwords } from './platform/security/passwords.ts'
import { createTries } from './platform/security/tries.ts'
import type { FileStore } from './ports/files.ts'
import type { IdentityCheck } from './ports/identity-check.ts'

/** As the description of the API says it. */
export const productVersion = '0.1.0'

/** Every mail of the product, in the order in which staff find them. */
const mailSamples = [
  ...registrationSamples,
  ...userSamples,
  ...sessionSamples,
  ...secondFactorSamples,
  ...profileSamples,
  ...exportSamples,
  ...breachSamples,
  ...familySamples,
  ...bookingSamples,
  ...reminderSamples,
  ...waitingSamples,
  ...appointmentSamples,
  ...agendaSamples,
  ...arrivalSamples,
  ...shareSamples,
  ...examBookingSamples,
  ...requestSamples,
  ...privacySamples,
]

type WiringParts = {
  readonly config: Config
  readonly db: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly passwords: Passwords
  readonly files: FileStore
  readonly metrics: Metrics | null
  /** Bytes left for files and the database; asked of the disk where it is not given. */
  readonly freeSpace?: () => Promise<number>
  /** Milliseconds between two beats of open streams; shorter in tests. */
  readonly pulse?: number
  /** How long an outside archive is waited for; shorter in tests. */
  readonly archivePatience?: ArchivePatience
}

/** The file store that the configuration names. */
export async function openFiles(config: Config): Promise<FileStore> {
  if (config.files.kind === 'folder') return folderStore(config.files.folder)
  const { s3Store } = await import('./adapters/files/s3.ts')
  return s3Store(config.files)
}

/** What is left on the fullest of the disks that files and an embedded database need. */
async function freeSpaceFor(config: Config): Promise<number> {
  const folders = [
    config.files.kind === 'folder' ? config.files.folder : tmpdir(),
    ...(config.databaseUrl === undefined ? [config.dataDir] : []),
  ]
  return Math.min(...(await Promise.all(folders.map(freeSpaceOf))))
}

/** A measure of the laboratory's catalogue by one of its codes, LOINC's among them; read when the first result arrives. */
async function analyteOf(codes: readonly string[]) {
  const { default: laboratory } = await import('../seed/catalogues/laboratory.json', {
    with: { type: 'json' },
  })
  return (
    laboratory.analytes.find(({ code, loinc }) => codes.includes(code) || (loinc && codes.includes(loinc))) ??
    null
  )
}

/** What the law reserves of a measure. */
async function reservedOf(code: string): Promise<string | null> {
  return (await analyteOf([code]))?.reserved_group ?? null
}

/** An action of the trail in the words in which its person reads it. */
function tellAction(name: string): string {
  const { action, what } = accessWords(name, null)
  return `${action} ${what}`
}

/** The identity check that the configuration names. */
function identityCheckOf(config: Config, db: Database): IdentityCheck {
  if (config.identityCheck === 'staff') return staffCheck
  if (config.identityCheck === 'embedded') return embeddedCheck(db, config.secrets[0])
  const { issuer = '', clientId = '', clientSecret = '' } = config.oidc
  const redirectUri = `${config.publicUrl}/api/identity/oidc/return`
  return oidcCheck({ issuer, clientId, clientSecret, redirectUri })
}

export function wire(parts: WiringParts) {
  const { config, db, clock, passwords, logger, files, metrics, pulse, archivePatience } = parts
  const { ages } = config
  const audit = createAudit(db, clock)
  const tries = createTries(db, clock, config.limitsFactor, config.ownLimits)
  const robotCheck = altchaCheck({ db, secrets: config.secrets, clock })
  const addressCaps = createAddressCaps(tries, (form, solution) => robotCheck.spend(db, form, solution))

  const outbox = mailingStore(db)
  // Without a mail server the messages stay where they are; the demonstration shows them.
  const delivery =
    config.smtpUrl === undefined
      ? null
      : mailDelivery({
          store: outbox,
          transport: smtpTransport({
            url: config.smtpUrl,
            from: { name: config.brand, address: config.mailFrom },
          }),
          clock,
          logger,
          onOutcome: (outcome) => metrics?.mail(outcome),
        })
  const mail = mailingService({
    store: outbox,
    clock,
    logger,
    house: config,
    from: config.mailFrom,
    nudge: () => delivery?.nudge(),
  })

  const people = peopleService({ store: peopleStore(db), clock, ages })
  const legal = legalService({
    db,
    store: legalStore(db),
    audit,
    clock,
    house: config,
    told: {
      ...config.keep,
      ageReserve: ages.reserve,
      ageConsent: ages.consent,
      ageAdult: ages.adult,
    },
  })
  const consents = consentsService({
    db,
    store: consentsStore(db),
    legal,
    audit,
    clock,
    endings: () => ({
      sharing: shares.endSharedBy,
      family: familyRequests.endWith,
      reminders: reminderRows,
    }),
  })
  const sessionRows = sessionStore(db)
  const secondFactorRequired = config.staffSecondFactor === 'required'
  const secondFactor = secondFactorService({
    db,
    store: secondFactorStore(db),
    people,
    tries,
    audit,
    mail,
    clock,
    secrets: config.secrets,
    issuer: `${config.product} · ${config.brand}`,
    required: secondFactorRequired,
  })
  const sessions = sessionService({
    db,
    addressCaps,
    store: sessionRows,
    people,
    secondFactor,
    secondFactorRequired,
    passwords,
    tries,
    audit,
    mail,
    clock,
    ages,
  })
  const notifications = notificationsService({
    db,
    store: notificationsStore(db),
    sessions,
    clock,
    ages,
    pulse,
  })
  const familyRows = familyStore(db)
  const reach = createReach({ store: familyRows, audit, clock, ages })

  const ownArchive = embeddedArchive(db)
  const bearer = createBearer(config.secrets, clock)
  const calendar = calendarService({ store: calendarStore(db), clock })
  const bookingRows = bookingStore(db)
  const booking = bookingService({
    db,
    store: bookingRows,
    reach,
    people,
    notifications,
    mail,
    audit,
    clock,
    openHours: config.openHours,
    videoAddress: config.telemedicineUrl,
    paediatricAge: ages.paediatric,
    elsewhere: (id) => archive.hour(id),
  })
  const { url: schedulingUrl, secret: schedulingSecret } = config.scheduling
  const assertions = schedulingSecret === undefined ? null : createAssertions(schedulingSecret, clock)
  const visits = visitsService({
    people,
    bearer,
    assertions: schedulingUrl === undefined ? assertions : null,
  })
  const outside =
    schedulingUrl === undefined || assertions === null
      ? null
      : outsideScheduling({ url: schedulingUrl, issuer: config.publicUrl, assertions, clock })
  const outsideRows = outsideBookingStore(db)
  const outsideBooking =
    outside &&
    outsideBookingService({
      db,
      store: outsideRows,
      outside,
      desk: booking.desk,
      keepAnswer: bookingRows.keepAnswer,
      people,
      mail,
      audit,
      clock,
      videoAddress: config.telemedicineUrl,
    })
  const ownScheduling = embeddedScheduling(outsideBooking?.giveUp)
  const {
    archive,
    scheduling,
    files: archiveFiles,
    news,
  } = config.archive === null
    ? { archive: ownArchive, scheduling: ownScheduling, files, news: null }
    : outsideArchive({
        ...config.archive,
        db,
        files,
        clock,
        own: ownArchive,
        ownScheduling,
        unnamedPlace: config.brand,
        reservedMeasure: reservedOf,
        ...(archivePatience === undefined ? {} : { patience: archivePatience }),
      })
  const appointments = appointmentsService({
    db,
    archive,
    scheduling,
    reach,
    people,
    mail,
    audit,
    clock,
    videoAddress: config.telemedicineUrl,
  })
  const waitingParts = { db, reach, people, notifications, mail, clock }
  const waiting = outside
    ? outsideWaitsService({ ...waitingParts, store: outsideWaitsStore(db), holds: outsideRows, outside })
    : waitingService({ ...waitingParts, store: waitingStore(db) })
  const calendarRows = calendarsStore(db)
  const hourRows = hoursStore(db)
  const hours = hoursService({
    db,
    store: hourRows,
    calendars: calendarRows,
    news: newsService({ store: hourRows, reach, people, notifications, mail }),
    scheduling,
    audit,
    clock,
  })
  const agenda = { db, store: calendarRows, hoursStore: hourRows, hours, calendar, audit, clock }
  const reminderRows = remindersStore(db)
  const reminders = remindersService({
    db,
    store: reminderRows,
    reach,
    mail,
    clock,
    secrets: config.secrets,
  })
  const examBooking = examBookingService({
    db,
    store: examBookingStore(db),
    robotCheck,
    mail,
    audit,
    tries,
    clock,
    brand: config.brand,
    keepContact: (tx, request, now) => contact.keepImaging(tx, request, now),
  })
  const exams = examsService({
    archive,
    files: archiveFiles,
    reach,
    people,
    isAlive: sessions.isAlive,
    tries,
    audit,
    clock,
    secrets: config.secrets,
  })

  const arrivals = arrivalsService({
    db,
    store: arrivalsStore(db),
    reach,
    people,
    notify: notifications.notify,
    mail,
    clock,
  })
  const inbox = archiveInbox({
    folder: join(config.dataDir, 'archive'),
    add: archiveIntake({ db, files, clock, brand: config.brand, reservedOf }).add,
    onAdded: arrivals.announce,
    logger,
  })
  const shareRows = sharesStore(db)
  const shares = sharesService({
    db,
    store: shareRows,
    exams,
    archive,
    files: archiveFiles,
    reach,
    people,
    consents,
    ages,
    tries,
    audit,
    mail,
    clock,
    secrets: config.secrets,
    keptDays: config.keep.sharesDays,
  })

  const registry = embeddedRegistry(db)
  const identity = identityService({
    store: identityStore(db),
    check: identityCheckOf(config, db),
    registry,
    staff: async (token: string, origin: Origin): Promise<Actor | null> => {
      const actor = await sessions.open(token, null, origin, false)
      return actor.rol === 'STANDART_ROLE' || actor.temporaryKey ? null : actor
    },
    tries,
    addressCaps,
    audit,
    clock,
    publicUrl: config.publicUrl,
    marksRight: config.demo,
  })
  const family = familyService({ db, store: familyRows, people, tries, audit, clock, ages })
  const landings = landingsService({ secrets: config.secrets })
  const familyRequests = requestsService({
    db,
    store: familyRows,
    family,
    landings,
    people,
    registry,
    notifications,
    consents,
    legalText: () => legal.current('family_group'),
    tries,
    audit,
    mail,
    clock,
    ages,
    house: config,
  })
  const uploads = uploadsService({
    store: uploadsStore(db),
    files,
    tries,
    clock,
    freeSpace: parts.freeSpace ?? (() => freeSpaceFor(config)),
    freeSpaceMin: config.freeSpaceMin,
  })
  const deskRequests = deskRequestsService({
    db,
    store: deskRequestsStore(db),
    uploads,
    files,
    reach,
    people,
    mail,
    tries,
    audit,
    clock,
    desks: config.desks,
  })
  const documents = documentsService({ store: documentsStore(db), requests: deskRequests })
  const budgets = budgetsService({ store: budgetsStore(db), requests: deskRequests })
  const contact = contactService({ store: contactStore(db), requests: deskRequests })
  const privacy = privacyService({
    db,
    store: privacyStore(db),
    requests: deskRequests,
    people,
    mail,
    audit,
    clock,
    ages,
  })
  const desk = deskService({
    requests: deskRequests,
    documents,
    budgets,
    contact,
    privacy,
    people,
    audit,
    clock,
    ages,
  })
  const photos = photosService({
    store: photosStore(db),
    files,
    uploads,
    isAlive: sessions.isAlive,
    tries,
    audit,
    clock,
    secrets: config.secrets,
    keptDays: config.keep.passportDays,
  })
  const publishing = publishingService({ db, store: publishingStore(db), photos, files, audit, clock })
  const registration = registrationService({
    db,
    store: registrationStore(db),
    people,
    sessions,
    photos,
    identity: identity.proofs,
    consents,
    legal,
    passwords,
    tries,
    addressCaps,
    audit,
    mail,
    clock,
    ages,
    house: config,
  })
  const profileRows = profileStore(db)
  const profile = profileService({
    db,
    store: profileRows,
    people,
    sessions,
    photos,
    passwords,
    addressCaps,
    tries,
    audit,
    mail,
    clock,
    logger,
    house: config,
    endings: [familyRows.endAllOf, shares.endAllOf],
  })
  const trail = auditService({
    store: auditStore(db),
    audit,
    clock,
    told: new Map(accessActions.map((name) => [name, tellAction(name)])),
  })
  const userRows = usersStore(db)
  const users = usersService({ db, store: userRows, people, sessions, photos, audit, mail, clock })
  const userChanges = userChangesService({
    db,
    store: userRows,
    people,
    sessions,
    photos,
    consents,
    terms: () => legal.current('terms'),
    passwords,
    audit,
    mail,
    clock,
    house: config,
  })

  const deepTrail = deepTrailStore(db)
  const breaches = breachesService({
    db,
    store: breachesStore(db),
    mail,
    audit,
    clock,
    ages,
    tellAction,
    nameAction: (name) => actionName(name, tellAction(name)),
    trailNumbers: deepTrail.numbersOf,
    house: config,
  })
  const copies = exportsService({
    db,
    store: exportsStore(db),
    archive,
    files: archiveFiles,
    uploads,
    reach,
    people,
    notifications,
    mail,
    audit,
    clock,
    tellAction,
    house: config,
    keptHours: config.keep.exportHours,
    nudge: () => maker.nudge(),
  })
  const maker = exportMaker({ makeNext: copies.makeNext, logger })
  const serviceAccounts = serviceAccountsService({
    db,
    store: serviceAccountsStore(db),
    tries,
    audit,
    clock,
  })
  const inbound = inboundService({
    db,
    store: inboundStore(db),
    files,
    audit,
    clock,
    analyteOf,
    onResults: arrivals.announce,
    logger,
  })
  const ownReading = readingStore(db)
  const fhirReading = readingService({
    store: config.archive === null ? ownReading : archiveReading(ownReading, archive, clock.now),
    files: archiveFiles,
    clock,
    house: { baseUrl: `${config.publicUrl}/api/fhir/R4`, brand: config.brand },
    product: config.product,
    version: productVersion,
  })

  const admission: Admission = {
    open: sessions.open,
    service: serviceAccounts.admit,
    bearer: async (token) => (await visits.actorOf(token)) ?? sessions.openById(bearer.open(token)),
    lastSeen: sessions.lastSeen,
    reach: reach.prove,
  }

  const alerts = alertsService({ db, store: alertsStore(db), audit, clock })

  function routes(app: FastifyInstance): void {
    sessionRoutes(app, sessions)
    secondFactorRoutes(app, sessions, secondFactor)
    peopleRoutes(app, people)
    favouritesRoutes(app, favouritesStore(db))
    notificationsRoutes(app, notifications)
    alertsRoutes(app, alerts)
    preventionRoutes(
      app,
      preventionService({ db, store: preventionStore(db), readerOf: publishing.readerOf, audit, clock }),
    )
    publishingRoutes(app, publishing)
    mailTestsRoutes(app, mailTestsService({ db, samples: mailSamples, mail, tries, audit, house: config }))
    surveyRoutes(app, surveyService({ store: surveyStore(db), tries, clock }))
    cataloguesRoutes(app, cataloguesStore(db))
    appointmentsRoutes(app, appointments)
    bookingRoutes(app, {
      calls: outsideBooking ?? booking,
      record: booking,
      bearer,
      calendarFile: calendarFileService({ house: config, clock }),
      cancelHour: appointments.cancel,
    })
    visitsRoutes(app, visits)
    preparationRoutes(
      app,
      preparationService({
        store: preparationStore(db),
        booking,
        audit,
        ages,
        clock,
        videoAddress: config.telemedicineUrl,
      }),
    )
    waitingRoutes(app, waiting)
    remindersRoutes(app, reminders)
    if (outside) agendaElsewhereRoutes(app, hours)
    else
      agendaRoutes(app, {
        hours,
        exceptions: exceptionsService(agenda),
        professionals: professionalsService(agenda),
        imports: importService(agenda),
      })
    examBookingRoutes(app, outside ? outsideExamsService({ outside, people, own: examBooking }) : examBooking)
    examsRoutes(app, exams)
    familyRoutes(app, { family, requests: familyRequests, landings })
    sharesRoutes(app, shares)
    documentsRoutes(app, documents)
    budgetsRoutes(app, budgets)
    contactRoutes(app, contact)
    privacyRoutes(app, privacy)
    deskRequestsRoutes(app, deskRequests)
    deskRoutes(app, desk)
    adsRoutes(app, adsService({ db, store: adsStore(db), readerOf: publishing.readerOf, audit, clock }))
    identityRoutes(app, identity, config.publicUrl.startsWith('https:'))
    legalRoutes(app, legal)
    consentsRoutes(app, consents)
    registrationRoutes(app, registration)
    photosRoutes(app, photos)
    profileRoutes(app, profile)
    usersRoutes(app, users, userChanges)
    exportsRoutes(app, copies)
    breachesRoutes(app, breaches)
    auditRoutes(app, trail)
    fhirRoutes(app, fhirReading, inbound)
    serviceAccountsRoutes(app, serviceAccounts)
    overviewRoutes(app, overviewService({ store: overviewStore(db), audit, clock }))
    if (config.demo) devMailRoutes(app, outbox)
  }

  const jobs: PeriodicJob[] = [
    ...mailingJobs(outbox, clock, config.keep),
    ...sharesJobs(shareRows, clock, config.keep.sharesDays),
    ...arrivalsJobs(arrivals, config.archive?.tellsNews ? news : null),
    ...sessionJobs(sessionRows, secondFactor, tries, clock, config.keep.sessionsDays),
    ...identityJobs(identity, clock, config.keep.draftsDays),
    ...registrationJobs(registration, clock, config.keep.draftsDays),
    ...bookingJobs(booking, calendar, robotCheck),
    ...(outsideBooking ? outsideBookingJobs(outsideBooking) : []),
    ...waitingJobs(waiting),
    ...remindersJobs(reminders),
    ...photosJobs(photos),
    ...publishingJobs(publishing),
    ...familyJobs(comingOfAgeService({ db, store: familyRows, notifications, mail, clock, ages })),
    ...uploadsJobs(uploads),
    ...profileJobs(profileRows, clock, config.keep.draftsDays),
    ...deepUsersJobs(deepUsersStore(db)),
    ...deepTrailJobs(deepTrail),
  ]

  return {
    admission,
    uploads,
    notices: alerts.active,
    routes,
    jobs,
    delivery,
    notifications,
    inbox,
    maker,
    copies,
    legal,
  }
}
