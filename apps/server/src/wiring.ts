/** Composes the server: creates the modules in the order of the domains and passes each the services that it needs. */
import { type AdapterOverrides, chooseAdapters } from './adapters/choose.ts'
import { createAccountSecurityModule } from './modules/account-security/account-security.module.ts'
import { createIdentityUnlockModule } from './modules/account-security/identity-unlock/identity-unlock.module.ts'
import { createAdsModule } from './modules/ads/ads.module.ts'
import { createAgendaModule } from './modules/agenda/agenda.module.ts'
import { createAlertsModule } from './modules/alerts/alerts.module.ts'
import { createApplicationsModule } from './modules/applications/applications.module.ts'
import {
  createAppointmentRecordsModule,
  createAppointmentsModule,
} from './modules/appointments/appointments.module.ts'
import { createAttendanceModule } from './modules/attendance/attendance.module.ts'
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
import { createConfirmationsModule } from './modules/confirmations/confirmations.module.ts'
import { createConsentsModule } from './modules/consents/consents.module.ts'
import { createContactModule } from './modules/contact/contact.module.ts'
import { createDeskModule } from './modules/desk/desk.module.ts'
import { createDeskRequestsModule } from './modules/desk-requests/desk-requests.module.ts'
import { createDocumentsModule } from './modules/documents/documents.module.ts'
import { createEmergencyContactsModule } from './modules/emergency-contacts/emergency-contacts.module.ts'
import { createExamsModule } from './modules/exams/exams.module.ts'
import { createExportsModule } from './modules/exports/exports.module.ts'
import { createDelegationsModule } from './modules/family/delegations/delegations.module.ts'
import { createFamilyModule, createPatientAccessModule } from './modules/family/family.module.ts'
import { createFavouritesModule } from './modules/favourites/favourites.module.ts'
import { createFhirModule } from './modules/fhir/fhir.module.ts'
import { createIdentityModule } from './modules/identity/identity.module.ts'
import { createImagesModule } from './modules/images/images.module.ts'
import { createInstallationModule } from './modules/installation/installation.module.ts'
import { createLegalModule } from './modules/legal/legal.module.ts'
import { createMailingModule, createMailTestsModule } from './modules/mailing/mailing.module.ts'
import { createMedicalOrdersModule } from './modules/medical-orders/medical-orders.module.ts'
import { createNewsModule } from './modules/news/news.module.ts'
import {
  createNotificationsModule,
  createPendingNotifications,
} from './modules/notifications/notifications.module.ts'
import { createOverviewModule } from './modules/overview/overview.module.ts'
import { createPasskeysModule } from './modules/passkeys/passkeys.module.ts'
import { createPeopleModule } from './modules/people/people.module.ts'
import { createPhotosModule } from './modules/photos/photos.module.ts'
import { createPreventionModule } from './modules/prevention/prevention.module.ts'
import { createPrivacyModule } from './modules/privacy/privacy.module.ts'
import { createPrivateItemsModule } from './modules/private-items/private-items.module.ts'
import { createProfileModule } from './modules/profile/profile.module.ts'
import { createPublishingModule } from './modules/publishing/publishing.module.ts'
import { createRegistrationModule } from './modules/registration/registration.module.ts'
import { createResultChoicesModule } from './modules/result-choices/result-choices.module.ts'
import { createScanningModule } from './modules/scanning/scanning.module.ts'
import { createSessionModule } from './modules/session/session.module.ts'
import { createSetupModule } from './modules/setup/setup.module.ts'
import { createSurveyModule } from './modules/survey/survey.module.ts'
import { createFileRecordsModule, createUploadsModule } from './modules/uploads/uploads.module.ts'
import { createUsersModule } from './modules/users/users.module.ts'
import { createVisitCertificatesModule } from './modules/visit-certificates/visit-certificates.module.ts'
import type { Platform } from './platform/composition/module.ts'
import { createModuleList } from './platform/composition/module-list.ts'
import { createPlatform } from './platform/composition/platform.ts'
import type { SealedFileStore } from './ports/files.ts'

type WiringParts = Pick<Platform, 'config' | 'db' | 'clock' | 'logger' | 'passwords' | 'metrics'> &
  AdapterOverrides & {
    /** The file store, which encrypts files. */
    readonly files: SealedFileStore
    readonly clinic: Awaited<ReturnType<typeof openClinic>>
    /** Milliseconds between two heartbeats of open event streams; shorter in tests. */
    readonly heartbeatMs?: number
  }

export function wire({ files: sealed, clinic, heartbeatMs, passwords, metrics, ...given }: WiringParts) {
  const { config, db, clock, logger } = given
  const { branding, mailboxes, examsFrom, sender, ...live } = createLiveSettings(clinic, config)
  const adapters = chooseAdapters(given, sender)
  const { transport, scanner, robotCheck, registry, remoteScheduling } = adapters
  const { auditStream, freeSpace, push, texts, imageArchive } = adapters
  const platform = createPlatform({ config, db, clock, logger, passwords, metrics, branding }, robotCheck)

  const { add, routes, jobs, mailSamples } = createModuleList()

  // The clinic package, e-mail, files and accounts.
  const published = add(createClinicModule(platform, { clinic }))
  const { catalogue, publicClinic, readLetterhead, resultTexts } = published
  const { calendarFile, calendarOf } = createCalendarFileModule(platform)
  const pending = createPendingNotifications(platform)
  const sending = { transport, sender, calendarOf, isNotificationPending: pending.isPending }
  const { mail, delivery, outboxDepth } = add(createMailingModule(platform, sending))
  const { fileRecords } = createFileRecordsModule(platform, { scanner })
  const scanParts = { sealed, fileRecords, scanner, mail, mailboxes }
  const { scanning, files, scanWorker } = add(createScanningModule(platform, scanParts))
  const { uploads } = add(createUploadsModule(platform, { files, sealed, fileRecords, freeSpace }))
  const { legal } = add(createLegalModule(platform, { clinic }))
  const { people, accountClosed, accountDisabled } = add(createPeopleModule(platform))
  const signedIn = add(createSessionModule(platform, { people, accountClosed, mail }))
  const { sessions, openSession, secondFactor, links, signedOut } = signedIn
  const { passkeys } = add(createPasskeysModule(platform, { ...signedIn, people, accountClosed, mail }))
  const ended = { signedOut, accountClosed, accountDisabled }
  const { notifications } = add(
    createNotificationsModule(platform, { ...ended, sessions, mail, push, texts, pending, heartbeatMs }),
  )
  const { patientAccess } = createPatientAccessModule(platform)
  // Services and account events that most domains need.
  const common = { people, accountClosed, accountDisabled, sessions, patientAccess, notifications, mail }

  // Requests to the departments of the clinic.
  const { deskRequests } = add(createDeskRequestsModule(platform, { ...common, uploads, files, mailboxes }))
  const { documents } = add(createDocumentsModule(platform, { deskRequests }))
  const { budgets } = add(createBudgetsModule(platform, { deskRequests }))
  const { contact } = add(createContactModule(platform, { deskRequests, publicClinic }))
  const { confirmed } = add(createConfirmationsModule(platform, { ...common, links }))
  const accountParts = { ...common, ...confirmed, secondFactor, passkeys, links, contact }
  const { locks } = add(createAccountSecurityModule(platform, accountParts))
  const { privacy } = add(createPrivacyModule(platform, { ...common, deskRequests }))
  add(createDeskModule(platform, { deskRequests, documents, budgets, contact, privacy, people }))

  // The clinical archive, appointments and family groups.
  const stored = { files, fileRecords, catalogue }
  const records = adapters.openArchive({ ...stored, branding, readLetterhead, clinic, ...live })
  const { archive, watch } = records
  const { appointmentRecords, appointmentLinks } = createAppointmentRecordsModule(platform)
  const scheduled = { appointmentRecords, appointmentLinks, remoteScheduling, robotCheck, contact, clinic }
  const { booking, reminders } = add(createBookingModule(platform, { ...common, ...records, ...scheduled }))
  const { cancellation } = booking
  const scheduling = { archive, cancellation, appointmentRecords, appointmentLinks }
  const { appointments, appointmentAgenda } = add(
    createAppointmentsModule(platform, { ...common, ...scheduling }),
  )
  add(createAttendanceModule(platform, { appointmentRecords }))
  add(createVisitCertificatesModule(platform, { ...common, archive, appointmentAgenda, readLetterhead }))
  add(createMedicalOrdersModule(platform, { accountClosed, appointmentAgenda, uploads, files, fileRecords }))
  add(createResultChoicesModule(platform, { ...records, ...live, appointmentAgenda, accountClosed }))
  const { openBearer } = add(
    createSchedulingApiModule(platform, { ...common, ...booking, appointments, calendarFile }),
  )
  const { consents, consentWithdrawn } = add(createConsentsModule(platform, { legal, mail, reminders }))
  const consented = { consents, consentWithdrawn }
  const grouped = { ...common, ...confirmed, ...consented, links, registry, legal }
  const { family } = add(createFamilyModule(platform, grouped))
  add(createDelegationsModule(platform, common))
  const { photos } = add(createPhotosModule(platform, { ...common, files, fileRecords, uploads }))
  const edited = { appointmentRecords, watch, photos, files }
  const { announceChange } = add(createAgendaModule(platform, { ...common, ...booking, ...edited }))

  // Exams, and the exchange of records with other systems.
  const hasImageArchive = imageArchive.isConnected
  const examParts = { ...common, ...records, ...consented, ...live, examsFrom, hasImageArchive, resultTexts }
  const { exams, results, ...opening } = add(createExamsModule(platform, examParts))
  const imageParts = { archive, exams, imageArchive, privateRevision: records.privateRevision }
  add(createImagesModule(platform, { ...common, ...opening, ...imageParts }))
  add(createNewsModule(platform, { ...booking, patientAccess, appointments, exams, family, deskRequests }))
  const received = { ...stored, appointmentRecords, announceChange, results }
  const { serviceAccounts } = add(createFhirModule(platform, { ...common, ...records, ...received }))
  const dataExports = add(createExportsModule(platform, { ...common, ...records, fileRecords, uploads }))
  const marked = {
    setOwnAppointment: appointmentRecords.setPrivate,
    withdrawCopies: dataExports.withdrawOfOthers,
  }
  add(createPrivateItemsModule(platform, { ...common, ...records, ...marked }))

  // Registration, profiles and the administration of users.
  const observed = { scanner, clinic, scanning, uploads, outboxDepth, people, transport, sender }
  const { installation, identityMode } = add(createInstallationModule(platform, observed))
  const identityChecks = adapters.openIdentityChecks(identityMode)
  const { identity } = add(createIdentityModule(platform, { ...common, identityChecks, registry }))
  add(createIdentityUnlockModule(platform, { ...common, identity, locks }))
  const applied = add(createApplicationsModule(platform, { ...common, photos, consents }))
  const applying = { ...applied, photos, consents, legal }
  add(createRegistrationModule(platform, { ...common, ...applying, identity }))
  add(createProfileModule(platform, { ...common, photos, links }))
  const { setup } = add(createSetupModule(platform, { people, openSession }))
  add(createUsersModule(platform, { ...common, ...confirmed, ...applying, links, locks }))
  const { lastSealedId } = add(createAuditModule(platform, { auditStream }))
  add(createBreachesModule(platform, { mail, lastSealedId }))

  // The public pages and the administration.
  const { publishing } = add(createPublishingModule(platform, { photos, files }))
  add(createPreventionModule(platform, { publishing }))
  add(createAdsModule(platform, { publishing }))
  const { alerts } = add(createAlertsModule(platform))
  add(createCataloguesModule(platform))
  add(createEmergencyContactsModule(platform, common))
  add(createFavouritesModule(platform, { accountClosed }))
  add(createSurveyModule(platform, { publicClinic }))
  add(createOverviewModule(platform, { installation }))
  const samples = mailSamples()
  add(createClinicAdministrationModule(platform, { samples }))
  add(createMailTestsModule(platform, { mail, samples }))

  const { open, lastSeen } = sessions
  const { authorize: authorizePatient } = patientAccess
  return {
    admission: { open, lastSeen, authorizePatient, service: serviceAccounts.admit, bearer: openBearer },
    uploads,
    notifications,
    scanning,
    legal,
    installation,
    setup,
    publicClinic,
    judgeStoredResults: records.judgeStoredResults,
    /** Returns the notices at the top of the public pages. */
    notices: alerts.active,
    makeNextExport: dataExports.makeNext,
    routes,
    jobs: jobs(),
    /** The parts that work beside the requests while the server runs. `delivery` is null without a mail server. */
    delivery,
    watchFolder: records.openWatchFolder(results.announce),
    exportWorker: dataExports.worker,
    scanWorker,
  }
}
