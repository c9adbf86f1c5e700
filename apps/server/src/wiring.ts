/** Composes the server: creates the modules in the order of the domains and passes each the services that it needs. */
import type { FastifyInstance } from 'fastify'
import { laboratoryCatalogue as catalogue } from '../seed/laboratory-catalogue.ts'
import {
  chooseArchive,
  chooseAuditStream,
  chooseCivilRegistry,
  chooseExternalScheduling,
  chooseIdentityCheck,
  chooseMailTransport,
  chooseRobotCheck,
  chooseScanner,
  getFreeSpace,
  openWatchFolder,
} from './adapters/choose.ts'
import { adsModule } from './modules/ads/ads.module.ts'
import { agendaModule } from './modules/agenda/agenda.module.ts'
import { alertsModule } from './modules/alerts/alerts.module.ts'
import { appointmentRecordsModule } from './modules/appointments/appointment-records.module.ts'
import { appointmentsModule } from './modules/appointments/appointments.module.ts'
import { auditModule } from './modules/audit/audit.module.ts'
import { bookingModule } from './modules/booking/booking.module.ts'
import { calendarFileModule } from './modules/booking/calendar/calendar-file.module.ts'
import { examBookingModule } from './modules/booking/exam-booking/exam-booking.module.ts'
import { preparationModule } from './modules/booking/preparation/preparation.module.ts'
import { remindersModule } from './modules/booking/reminders/reminders.module.ts'
import { schedulingApiModule } from './modules/booking/scheduling-api.module.ts'
import { waitingModule } from './modules/booking/waiting/waiting.module.ts'
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
import { familyModule } from './modules/family/family.module.ts'
import { patientAccessModule } from './modules/family/patient-access.module.ts'
import { favouritesModule } from './modules/favourites/favourites.module.ts'
import { fhirModule } from './modules/fhir/fhir.module.ts'
import { identityModule } from './modules/identity/identity.module.ts'
import { installationModule } from './modules/installation/installation.module.ts'
import { legalModule } from './modules/legal/legal.module.ts'
import { mailTestsModule } from './modules/mailing/mail-tests.module.ts'
import { mailingModule } from './modules/mailing/mailing.module.ts'
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
import { fileRecordsModule } from './modules/uploads/file-records.module.ts'
import { uploadsModule } from './modules/uploads/uploads.module.ts'
import { usersModule } from './modules/users/users.module.ts'
import { createAudit } from './platform/audit.ts'
import type { Module, Platform } from './platform/composition/module.ts'
import type { Admission } from './platform/http/actor.ts'
import { createAddressCaps } from './platform/security/address-caps.ts'
import { createTries } from './platform/security/tries.ts'
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
  readonly archivePatience?: Parameters<typeof chooseArchive>[0]['patience']
}

export function wire(parts: WiringParts) {
  const { config, db, clock, logger, passwords, metrics, files: sealed } = parts
  const tries = createTries(db, clock, config.limitsFactor, config.ownLimits)
  const robotCheck = chooseRobotCheck({ config, db, clock })
  const addressCaps = createAddressCaps(tries, (form, solution) => robotCheck.spend(db, form, solution))
  const audit = createAudit(db, clock)
  const platform: Platform = { config, db, clock, logger, metrics, audit, passwords, tries, addressCaps }
  const scanner = parts.scanner ?? chooseScanner(config)
  const hasScanner = scanner !== null
  const registry = chooseCivilRegistry(db)
  const external = chooseExternalScheduling(config, clock)

  const modules: Module[] = []
  /** Adds the routes, jobs and mails of a module to the server. Returns the module for its services. */
  const add = <M extends Module>(module: M): M => {
    modules.push(module)
    return module
  }

  const { calendarFile } = calendarFileModule(platform)
  const transport = chooseMailTransport(config)
  const calendarOf = calendarFile.forMail
  const { mail, delivery, outboxDepth } = add(mailingModule(platform, { transport, calendarOf }))
  const { fileRecords } = fileRecordsModule(platform, hasScanner)
  const scans = add(scanningModule(platform, { files: sealed, fileRecords, scanner, mail }))
  const { scanning, files } = scans
  const freeSpace = parts.freeSpace ?? (() => getFreeSpace(config))
  const { uploads } = add(uploadsModule(platform, { files, sealed, fileRecords, freeSpace }))
  const { legal } = add(legalModule(platform))
  const { people, accountClosed, accountDisabled } = add(peopleModule(platform))
  const { sessions } = add(sessionModule(platform, { people, accountClosed, mail }))
  const { notifications } = add(notificationsModule(platform, { sessions, pulse: parts.pulse }))
  const { reach } = patientAccessModule(platform)
  const { reminders, settings } = add(remindersModule(platform, { reach, mail }))
  const { consents, consentWithdrawn } = add(consentsModule(platform, { legal, mail, reminders: settings }))
  const events = { accountClosed, accountDisabled, consentWithdrawn }
  add(familyModule(platform, { people, registry, notifications, consents, legal, mail, ...events }))

  const { deskRequests } = add(deskRequestsModule(platform, { uploads, files, reach, people, mail }))
  const { documents } = add(documentsModule(platform, { deskRequests }))
  const { budgets } = add(budgetsModule(platform, { deskRequests }))
  const { contact } = add(contactModule(platform, { deskRequests }))
  const { privacy } = add(privacyModule(platform, { deskRequests, people, mail }))
  add(deskModule(platform, { deskRequests, documents, budgets, contact, privacy, people }))

  const chosenArchive = chooseArchive({
    ...platform,
    files,
    fileRecords,
    catalogue,
    patience: parts.archivePatience,
  })
  const { archive, files: archiveFiles, news, watch } = chosenArchive
  const { appointmentRecords } = appointmentRecordsModule(platform)
  const readers = { reach, people, notifications, mail }
  const booking = add(
    bookingModule(platform, {
      ...readers,
      accountClosed,
      contact,
      robotCheck,
      archive,
      appointmentRecords,
      external,
    }),
  )
  const { access, bookedAppointments, calendar } = booking
  const { giveUp } = booking.scheduling
  const cancelling = chosenArchive.cancellingWith({ giveUp, cancel: appointmentRecords.cancel })
  const { appointments } = add(appointmentsModule(platform, { ...readers, archive, cancelling }))
  const { calls, hasOwnCalendars } = booking.scheduling
  const api = { calls, bookedAppointments, appointments, calendarFile, people, sessions }
  const { openBearer } = add(schedulingApiModule(platform, api))
  add(waitingModule(booking))
  add(preparationModule(platform, { access, reminders }))
  add(examBookingModule(booking))

  const { photos } = add(photosModule(platform, { files, fileRecords, uploads, people, sessions }))
  const calendars = { appointmentRecords, calendar, cancelling, hasOwnCalendars, watch, photos, files }
  const { announceChange } = add(agendaModule(platform, { ...readers, ...calendars }))
  const record = { archive, files: archiveFiles, ...readers }
  const { announceResults, endSharesOfExams } = add(
    examsModule(platform, {
      ...record,
      ...events,
      news,
      newResults: chosenArchive.newResults,
      sessions,
      consents,
    }),
  )
  const { serviceAccounts } = add(
    fhirModule(platform, {
      people,
      notifications,
      appointmentRecords,
      announceChange,
      endSharesOfExams,
      archive,
      files,
      archiveFiles,
      examStorage: chosenArchive.storage,
      fileRecords,
      catalogue,
      announceResults,
    }),
  )
  const dataExports = add(exportsModule(platform, { ...record, fileRecords, uploads }))

  const check = chooseIdentityCheck({ config, db, clock, logger })
  const { identity } = add(identityModule(platform, { check, registry, sessions, accountClosed }))
  const accounts = { people, accountClosed, sessions, photos, mail }
  add(registrationModule(platform, { ...accounts, identity, consents, legal }))
  add(profileModule(platform, accounts))
  add(usersModule(platform, { ...accounts, accountDisabled, consents, legal }))
  const { lastSealedId } = add(auditModule(platform, { stream: chooseAuditStream(config, clock) }))
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
  const watchFolder = openWatchFolder({ ...platform, files, fileRecords, catalogue }, announceResults)
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
    watchFolder,
    exportWorker: dataExports.worker,
    scanWorker: scans.worker,
  }
}
