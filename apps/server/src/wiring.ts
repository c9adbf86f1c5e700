/** Composes the server: creates the modules in the order of the domains and passes each the services that it needs. */
import type { FastifyInstance } from 'fastify'
import * as adapters from './adapters/choose.ts'
import { createAdsModule } from './modules/ads/ads.module.ts'
import { createAgendaModule } from './modules/agenda/agenda.module.ts'
import { createAlertsModule } from './modules/alerts/alerts.module.ts'
import {
  createAppointmentRecordsModule,
  createAppointmentsModule,
} from './modules/appointments/appointments.module.ts'
import { createAuditModule } from './modules/audit/audit.module.ts'
import {
  createBookingModule,
  createCalendarFileModule,
  createSchedulingApiModule,
} from './modules/booking/booking.module.ts'
import { createBreachesModule } from './modules/breaches/breaches.module.ts'
import { createBudgetsModule } from './modules/budgets/budgets.module.ts'
import { createCataloguesModule } from './modules/catalogues/catalogues.module.ts'
import {
  createClinicAdministrationModule,
  createClinicModule,
  createLiveSettings,
  type openClinic,
} from './modules/clinic/clinic.module.ts'
import { createConsentsModule } from './modules/consents/consents.module.ts'
import { createContactModule } from './modules/contact/contact.module.ts'
import { createDeskModule } from './modules/desk/desk.module.ts'
import { createDeskRequestsModule } from './modules/desk-requests/desk-requests.module.ts'
import { createDocumentsModule } from './modules/documents/documents.module.ts'
import { createExamsModule } from './modules/exams/exams.module.ts'
import { createExportsModule } from './modules/exports/exports.module.ts'
import { createFamilyModule, createPatientAccessModule } from './modules/family/family.module.ts'
import { createFavouritesModule } from './modules/favourites/favourites.module.ts'
import { createFhirModule } from './modules/fhir/fhir.module.ts'
import { createIdentityModule } from './modules/identity/identity.module.ts'
import { createInstallationModule } from './modules/installation/installation.module.ts'
import { createLegalModule } from './modules/legal/legal.module.ts'
import { createMailingModule, createMailTestsModule } from './modules/mailing/mailing.module.ts'
import { createNotificationsModule } from './modules/notifications/notifications.module.ts'
import { createOverviewModule } from './modules/overview/overview.module.ts'
import { createPeopleModule } from './modules/people/people.module.ts'
import { createPhotosModule } from './modules/photos/photos.module.ts'
import { createPreventionModule } from './modules/prevention/prevention.module.ts'
import { createPrivacyModule } from './modules/privacy/privacy.module.ts'
import { createProfileModule } from './modules/profile/profile.module.ts'
import { createPublishingModule } from './modules/publishing/publishing.module.ts'
import { createRegistrationModule } from './modules/registration/registration.module.ts'
import { createScanningModule } from './modules/scanning/scanning.module.ts'
import { createSessionModule } from './modules/session/session.module.ts'
import { createSurveyModule } from './modules/survey/survey.module.ts'
import { createFileRecordsModule, createUploadsModule } from './modules/uploads/uploads.module.ts'
import { createUsersModule } from './modules/users/users.module.ts'
import type { Module, Platform } from './platform/composition/module.ts'
import { createPlatform } from './platform/composition/platform.ts'
import type { Admission } from './platform/http/actor.ts'
import { describeError } from './platform/logger.ts'
import type { FileScanner } from './ports/file-scanner.ts'
import type { SealedFileStore } from './ports/files.ts'

type WiringParts = Pick<Platform, 'config' | 'db' | 'clock' | 'logger' | 'passwords' | 'metrics'> & {
  readonly files: SealedFileStore
  readonly clinic: Awaited<ReturnType<typeof openClinic>>
  /** Returns the free bytes for files and the database. Without it the disk is asked. */
  readonly freeSpace?: () => Promise<number>
  /** Milliseconds between two heartbeats of open event streams; shorter in tests. */
  readonly heartbeatMs?: number
  /** The scanner of uploaded files. Without it the configured scanner is used. */
  readonly scanner?: FileScanner
  /** The timeouts for an external archive; shorter in tests. */
  readonly archiveTimeouts?: Parameters<typeof adapters.chooseArchive>[0]['timeouts']
  /** The timeouts for an external civil registry; shorter in tests. */
  readonly registryTimeouts?: Parameters<typeof adapters.chooseCivilRegistry>[0]['timeouts']
}

export function wire({
  files: sealed,
  clinic,
  heartbeatMs,
  archiveTimeouts: timeouts,
  registryTimeouts,
  ...given
}: WiringParts) {
  const { config, db, clock, logger, passwords, metrics } = given
  const adapterParts = { config, db, clock, logger }
  const robotCheck = adapters.chooseRobotCheck(adapterParts)
  const { branding, mailboxes, examsFrom, sender } = createLiveSettings(clinic, config)
  const platform = createPlatform({ ...adapterParts, passwords, metrics, branding }, (form, solution) =>
    robotCheck.consume(db, form, solution),
  )
  const scanner = given.scanner ?? adapters.chooseScanner(config)
  const hasScanner = scanner !== null
  const registry = adapters.chooseCivilRegistry({ ...adapterParts, timeouts: registryTimeouts })
  const external = adapters.chooseExternalScheduling(config, clock)
  const transport = adapters.chooseMailTransport(config, sender)
  const freeSpace = given.freeSpace ?? (() => adapters.getFreeSpace(config))

  const modules: Module[] = []
  /** Adds the routes, jobs and mails of a module to the server. Returns the module for its services. */
  const add = <M extends Module>(module: M): M => {
    modules.push(module)
    return module
  }

  const { catalogue, publicClinic, readLetterhead } = add(createClinicModule({ clinic }))
  const judgeStoredResults = () => adapters.judgeResults(db, catalogue)
  clinic.onChange(() => {
    judgeStoredResults().catch((error: unknown) =>
      logger.error(
        describeError(error),
        'stored results could not be compared with the new lists of reserved tests',
      ),
    )
  })
  const { calendarFile } = createCalendarFileModule(platform)
  const calendarOf = calendarFile.forMail
  const { mail, delivery, outboxDepth } = add(
    createMailingModule(platform, { transport, calendarOf, sender }),
  )
  const { fileRecords } = createFileRecordsModule(platform, hasScanner)
  const scans = add(createScanningModule(platform, { files: sealed, fileRecords, scanner, mail, mailboxes }))
  const { scanning, files } = scans
  const { uploads } = add(createUploadsModule(platform, { files, sealed, fileRecords, freeSpace }))
  const { legal } = add(createLegalModule(platform))
  clinic.onChange(legal.refresh)
  const { people, accountClosed, accountDisabled } = add(createPeopleModule(platform))
  const { sessions } = add(createSessionModule(platform, { people, accountClosed, mail }))
  const { notifications } = add(createNotificationsModule(platform, { sessions, heartbeatMs }))
  const { patientAccess } = createPatientAccessModule(platform)
  const readers = { patientAccess, people, notifications, mail }

  const { deskRequests } = add(createDeskRequestsModule(platform, { ...readers, uploads, files, mailboxes }))
  const { documents } = add(createDocumentsModule(platform, { deskRequests }))
  const { budgets } = add(createBudgetsModule(platform, { deskRequests }))
  const { contact } = add(createContactModule(platform, { deskRequests, publicClinic }))
  const { privacy } = add(createPrivacyModule(platform, { deskRequests, people, mail }))
  add(createDeskModule(platform, { deskRequests, documents, budgets, contact, privacy, people }))

  const archiveParts = { ...adapterParts, files, fileRecords, catalogue, branding }
  const onSpecialtiesChange = clinic.onChange
  const chosenArchive = adapters.chooseArchive({ ...archiveParts, onSpecialtiesChange, timeouts })
  const {
    archive,
    files: archiveFiles,
    resultsReader,
    newResults,
    storage: examStorage,
    watch,
  } = chosenArchive
  const { appointmentRecords } = createAppointmentRecordsModule(platform)
  const sheets = {
    showsSheets: () => clinic.isOffered('preparations'),
    clinicRevision: clinic.revision,
  }
  const bookingParts = {
    accountClosed,
    contact,
    robotCheck,
    archive,
    appointmentRecords,
    external,
    ...sheets,
  }
  const { scheduling, reminderSettings, bookedAppointments, calendar } = add(
    createBookingModule(platform, { ...readers, ...bookingParts }),
  )
  const { calls, giveUp, hasOwnCalendars } = scheduling
  const cancellation = chosenArchive.cancellationWith({
    requestCancellation: giveUp,
    cancel: appointmentRecords.cancel,
  })
  const { appointments } = add(createAppointmentsModule(platform, { ...readers, archive, cancellation }))
  const booked = { bookedAppointments, appointments, calendarFile }
  const { openBearer } = add(createSchedulingApiModule(platform, { calls, ...booked, people, sessions }))
  const { consents, consentWithdrawn } = add(
    createConsentsModule(platform, { legal, mail, reminders: reminderSettings }),
  )
  const events = { accountClosed, accountDisabled, consentWithdrawn }
  add(createFamilyModule(platform, { ...readers, ...events, registry, consents, legal }))

  const { photos } = add(createPhotosModule(platform, { files, fileRecords, uploads, people, sessions }))
  const calendars = { appointmentRecords, calendar, cancellation, hasOwnCalendars, watch, photos, files }
  const { announceChange } = add(createAgendaModule(platform, { ...readers, ...calendars }))
  const record = { ...readers, archive, files: archiveFiles }
  const { announceResults, endSharesOfExams } = add(
    createExamsModule(platform, {
      ...record,
      ...events,
      resultsReader,
      newResults,
      sessions,
      consents,
      examsFrom,
    }),
  )
  const received = { announceChange, announceResults, endSharesOfExams, catalogue }
  const stores = { appointmentRecords, examStorage, fileRecords }
  const { serviceAccounts } = add(
    createFhirModule(platform, {
      people,
      notifications,
      archive,
      files,
      archiveFiles,
      ...stores,
      ...received,
    }),
  )
  const dataExports = add(createExportsModule(platform, { ...record, fileRecords, uploads }))

  const check = adapters.chooseIdentityCheck(adapterParts, registry)
  const { identity } = add(createIdentityModule(platform, { check, registry, sessions, accountClosed }))
  const accounts = { people, accountClosed, sessions, photos, mail }
  add(createRegistrationModule(platform, { ...accounts, identity, consents, legal }))
  add(createProfileModule(platform, accounts))
  add(createUsersModule(platform, { ...accounts, accountDisabled, consents, legal }))
  const { lastSealedId } = add(
    createAuditModule(platform, { stream: adapters.chooseAuditStream(config, clock) }),
  )
  add(createBreachesModule(platform, { mail, lastSealedId }))

  const { publishing } = add(createPublishingModule(platform, { photos, files }))
  add(createPreventionModule(platform, { publishing }))
  add(createAdsModule(platform, { publishing }))
  const { alerts } = add(createAlertsModule(platform))
  add(createCataloguesModule(platform))
  add(createClinicAdministrationModule(platform))
  add(createFavouritesModule(platform, { accountClosed }))
  add(createSurveyModule(platform, { publicClinic }))
  const unapproved = () => clinic.readiness().unapproved
  const state = { hasScanner, scanning, uploads, outboxDepth, unapproved }
  const { installation } = createInstallationModule(platform, state)
  add(createOverviewModule(platform, { installation }))
  add(
    createMailTestsModule(platform, {
      mail,
      samples: modules.flatMap(({ mailSamples = [] }) => mailSamples),
    }),
  )

  const admission: Admission = {
    open: sessions.open,
    service: serviceAccounts.admit,
    bearer: openBearer,
    lastSeen: sessions.lastSeen,
    authorizePatient: patientAccess.authorize,
  }
  return {
    admission,
    uploads,
    notifications,
    scanning,
    legal,
    installation,
    /** Applies the lists of reserved tests, and of tests that are never shown, to stored results. */
    judgeStoredResults,
    /** Returns what everybody may know of the published clinic. */
    publicClinic,
    /** Returns the notices at the top of the public pages. */
    notices: alerts.active,
    /** Creates the copy of personal data that has waited longest. */
    makeNextExport: dataExports.makeNext,
    routes: (app: FastifyInstance): void => {
      for (const { routes } of modules) routes?.(app)
    },
    jobs: modules.flatMap(({ jobs = [] }) => jobs),
    /** The parts that work beside the requests while the server runs. Null without a mail server. */
    delivery,
    watchFolder: adapters.openWatchFolder({ ...archiveParts, readLetterhead }, announceResults),
    exportWorker: dataExports.worker,
    scanWorker: scans.worker,
  }
}
