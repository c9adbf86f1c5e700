/** Composes the server: creates the modules in the order of the domains and passes each the services that it needs. */
import type { FastifyInstance } from 'fastify'
import { laboratoryCatalogue as catalogue } from '../seed/laboratory-catalogue.ts'
import * as adapters from './adapters/choose.ts'
import { adsModule } from './modules/ads/ads.module.ts'
import { agendaModule } from './modules/agenda/agenda.module.ts'
import { alertsModule } from './modules/alerts/alerts.module.ts'
import { appointmentRecordsModule, appointmentsModule } from './modules/appointments/appointments.module.ts'
import { auditModule } from './modules/audit/audit.module.ts'
import { bookingModule, calendarFileModule, schedulingApiModule } from './modules/booking/booking.module.ts'
import { breachesModule } from './modules/breaches/breaches.module.ts'
import { budgetsModule } from './modules/budgets/budgets.module.ts'
import { cataloguesModule } from './modules/catalogues/catalogues.module.ts'
import { consentsModule } from './modules/consents/consents.module.ts'
import { contactModule } from './modules/contact/contact.module.ts'
import { deskModule } from './modules/desk/desk.module.ts'
import { deskRequestsModule } from './modules/desk-requests/desk-requests.module.ts'
import { documentsModule } from './modules/documents/documents.module.ts'
import { examsModule } from './modules/exams/exams.module.ts'
import { exportsModule } from './modules/exports/exports.module.ts'
import { familyModule, patientAccessModule } from './modules/family/family.module.ts'
import { favouritesModule } from './modules/favourites/favourites.module.ts'
import { fhirModule } from './modules/fhir/fhir.module.ts'
import { identityModule } from './modules/identity/identity.module.ts'
import { installationModule } from './modules/installation/installation.module.ts'
import { legalModule } from './modules/legal/legal.module.ts'
import { mailingModule, mailTestsModule } from './modules/mailing/mailing.module.ts'
import { notificationsModule } from './modules/notifications/notifications.module.ts'
import { overviewModule } from './modules/overview/overview.module.ts'
import { peopleModule } from './modules/people/people.module.ts'
import { photosModule } from './modules/photos/photos.module.ts'
import { preventionModule } from './modules/prevention/prevention.module.ts'
import { privacyModule } from './modules/privacy/privacy.module.ts'
import { profileModule } from './modules/profile/profile.module.ts'
import { publishingModule } from './modules/publishing/publishing.module.ts'
import { registrationModule } from './modules/registration/registration.module.ts'
import { scanningModule } from './modules/scanning/scanning.module.ts'
import { sessionModule } from './modules/session/session.module.ts'
import { surveyModule } from './modules/survey/survey.module.ts'
import { fileRecordsModule, uploadsModule } from './modules/uploads/uploads.module.ts'
import { usersModule } from './modules/users/users.module.ts'
import type { Module, Platform } from './platform/composition/module.ts'
import { createPlatform } from './platform/composition/platform.ts'
import type { Admission } from './platform/http/actor.ts'
import type { FileScanner } from './ports/file-scanner.ts'
import type { SealedFileStore } from './ports/files.ts'

type WiringParts = Pick<Platform, 'config' | 'db' | 'clock' | 'logger' | 'passwords' | 'metrics'> & {
  readonly files: SealedFileStore
  /** Returns the free bytes for files and the database. Without it the disk is asked. */
  readonly freeSpace?: () => Promise<number>
  /** Milliseconds between two heartbeats of open event streams; shorter in tests. */
  readonly pulse?: number
  /** The scanner of uploaded files. Without it the configured scanner is used. */
  readonly scanner?: FileScanner
  /** The timeouts for an external archive; shorter in tests. */
  readonly archivePatience?: Parameters<typeof adapters.chooseArchive>[0]['patience']
}

export function wire({ files: sealed, pulse, archivePatience: patience, ...given }: WiringParts) {
  const { config, db, clock, logger, passwords, metrics } = given
  const adapterParts = { config, db, clock, logger }
  const robotCheck = adapters.chooseRobotCheck(adapterParts)
  const platform = createPlatform({ ...adapterParts, passwords, metrics }, (form, solution) =>
    robotCheck.spend(db, form, solution),
  )
  const scanner = given.scanner ?? adapters.chooseScanner(config)
  const hasScanner = scanner !== null
  const registry = adapters.chooseCivilRegistry(db)
  const external = adapters.chooseExternalScheduling(config, clock)
  const transport = adapters.chooseMailTransport(config)
  const freeSpace = given.freeSpace ?? (() => adapters.getFreeSpace(config))

  const modules: Module[] = []
  /** Adds the routes, jobs and mails of a module to the server. Returns the module for its services. */
  const add = <M extends Module>(module: M): M => {
    modules.push(module)
    return module
  }

  const { calendarFile } = calendarFileModule(platform)
  const calendarOf = calendarFile.forMail
  const { mail, delivery, outboxDepth } = add(mailingModule(platform, { transport, calendarOf }))
  const { fileRecords } = fileRecordsModule(platform, hasScanner)
  const scans = add(scanningModule(platform, { files: sealed, fileRecords, scanner, mail }))
  const { scanning, files } = scans
  const { uploads } = add(uploadsModule(platform, { files, sealed, fileRecords, freeSpace }))
  const { legal } = add(legalModule(platform))
  const { people, accountClosed, accountDisabled } = add(peopleModule(platform))
  const { sessions } = add(sessionModule(platform, { people, accountClosed, mail }))
  const { notifications } = add(notificationsModule(platform, { sessions, pulse }))
  const { reach } = patientAccessModule(platform)
  const readers = { reach, people, notifications, mail }

  const { deskRequests } = add(deskRequestsModule(platform, { ...readers, uploads, files }))
  const { documents } = add(documentsModule(platform, { deskRequests }))
  const { budgets } = add(budgetsModule(platform, { deskRequests }))
  const { contact } = add(contactModule(platform, { deskRequests }))
  const { privacy } = add(privacyModule(platform, { deskRequests, people, mail }))
  add(deskModule(platform, { deskRequests, documents, budgets, contact, privacy, people }))

  const archiveParts = { ...adapterParts, files, fileRecords, catalogue }
  const chosenArchive = adapters.chooseArchive({ ...archiveParts, patience })
  const { archive, files: archiveFiles, news, newResults, storage: examStorage, watch } = chosenArchive
  const { appointmentRecords } = appointmentRecordsModule(platform)
  const bookingParts = { accountClosed, contact, robotCheck, archive, appointmentRecords, external }
  const { scheduling, reminderSettings, bookedAppointments, calendar } = add(
    bookingModule(platform, { ...readers, ...bookingParts }),
  )
  const { calls, giveUp, hasOwnCalendars } = scheduling
  const cancelling = chosenArchive.cancellingWith({ giveUp, cancel: appointmentRecords.cancel })
  const { appointments } = add(appointmentsModule(platform, { ...readers, archive, cancelling }))
  const booked = { bookedAppointments, appointments, calendarFile }
  const { openBearer } = add(schedulingApiModule(platform, { calls, ...booked, people, sessions }))
  const { consents, consentWithdrawn } = add(
    consentsModule(platform, { legal, mail, reminders: reminderSettings }),
  )
  const events = { accountClosed, accountDisabled, consentWithdrawn }
  add(familyModule(platform, { ...readers, ...events, registry, consents, legal }))

  const { photos } = add(photosModule(platform, { files, fileRecords, uploads, people, sessions }))
  const calendars = { appointmentRecords, calendar, cancelling, hasOwnCalendars, watch, photos, files }
  const { announceChange } = add(agendaModule(platform, { ...readers, ...calendars }))
  const record = { ...readers, archive, files: archiveFiles }
  const { announceResults, endSharesOfExams } = add(
    examsModule(platform, { ...record, ...events, news, newResults, sessions, consents }),
  )
  const received = { announceChange, announceResults, endSharesOfExams, catalogue }
  const stores = { appointmentRecords, examStorage, fileRecords }
  const { serviceAccounts } = add(
    fhirModule(platform, { people, notifications, archive, files, archiveFiles, ...stores, ...received }),
  )
  const dataExports = add(exportsModule(platform, { ...record, fileRecords, uploads }))

  const check = adapters.chooseIdentityCheck(adapterParts)
  const { identity } = add(identityModule(platform, { check, registry, sessions, accountClosed }))
  const accounts = { people, accountClosed, sessions, photos, mail }
  add(registrationModule(platform, { ...accounts, identity, consents, legal }))
  add(profileModule(platform, accounts))
  add(usersModule(platform, { ...accounts, accountDisabled, consents, legal }))
  const { lastSealedId } = add(auditModule(platform, { stream: adapters.chooseAuditStream(config, clock) }))
  add(breachesModule(platform, { mail, lastSealedId }))

  const { publishing } = add(publishingModule(platform, { photos, files }))
  add(preventionModule(platform, { publishing }))
  add(adsModule(platform, { publishing }))
  const { alerts } = add(alertsModule(platform))
  add(cataloguesModule(platform))
  add(favouritesModule(platform, { accountClosed }))
  add(surveyModule(platform))
  const { installation } = installationModule(platform, { hasScanner, scanning, uploads, outboxDepth })
  add(overviewModule(platform, { installation }))
  add(mailTestsModule(platform, { mail, samples: modules.flatMap(({ mailSamples = [] }) => mailSamples) }))

  const admission: Admission = {
    open: sessions.open,
    service: serviceAccounts.admit,
    bearer: openBearer,
    lastSeen: sessions.lastSeen,
    reach: reach.prove,
  }
  return {
    admission,
    uploads,
    notifications,
    scanning,
    legal,
    installation,
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
    watchFolder: adapters.openWatchFolder(archiveParts, announceResults),
    exportWorker: dataExports.worker,
    scanWorker: scans.worker,
  }
}
