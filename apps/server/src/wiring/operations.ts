import type { FastifyInstance } from 'fastify'
import { accountSecuritySamples } from '../modules/account-security/account-security.mails.ts'
import {
  accountSecurityRoutes,
  accountUnlockRoutes,
  staffAccountRoutes,
} from '../modules/account-security/account-security.routes.ts'
import { agendaSamples } from '../modules/agenda/agenda.mails.ts'
import { agendaRoutes } from '../modules/agenda/agenda.routes.ts'
import { alertRoutes } from '../modules/alerts/alerts.routes.ts'
import { applicationSamples } from '../modules/applications/applications.mails.ts'
import { applicationRoutes } from '../modules/applications/applications.routes.ts'
import { appointmentSamples } from '../modules/appointments/appointments.mails.ts'
import { appointmentRoutes } from '../modules/appointments/appointments.routes.ts'
import { attendanceRoutes } from '../modules/attendance/attendance.routes.ts'
import { auditRoutes } from '../modules/audit/audit.routes.ts'
import { bookingSamples } from '../modules/booking/booking.mails.ts'
import { bookingRoutes } from '../modules/booking/booking.routes.ts'
import { examBookingSamples } from '../modules/booking/exam-booking/exam-booking.mails.ts'
import { reminderSamples } from '../modules/booking/reminders/reminders.mails.ts'
import { waitingSamples } from '../modules/booking/waiting/waiting.mails.ts'
import { breachSamples } from '../modules/breaches/breaches.mails.ts'
import { breachRoutes } from '../modules/breaches/breaches.routes.ts'
import { callDueRoutes } from '../modules/calls-due/calls-due.routes.ts'
import { catalogueRoutes } from '../modules/catalogues/catalogues.routes.ts'
import { clinicRoutes } from '../modules/clinic/clinic.routes.ts'
import { complaintRoutes } from '../modules/complaints/complaints.routes.ts'
import { afterChangesSamples } from '../modules/confirmations/after-changes/after-changes.mails.ts'
import { confirmationSamples } from '../modules/confirmations/confirmations.mails.ts'
import { confirmationRoutes } from '../modules/confirmations/confirmations.routes.ts'
import { consentRoutes } from '../modules/consents/consents.routes.ts'
import { emergencyContactExport } from '../modules/emergency-contacts/emergency-contacts.export.ts'
import { emergencyContactRoutes } from '../modules/emergency-contacts/emergency-contacts.routes.ts'
import { examRoutes, lateResultRoutes } from '../modules/exams/exams.routes.ts'
import { newResultsSamples } from '../modules/exams/new-results.mails.ts'
import { shareSamples } from '../modules/exams/shares/shares.mails.ts'
import { examShareRoutes } from '../modules/exams/shares/shares.routes.ts'
import { exportSamples } from '../modules/exports/exports.mails.ts'
import { exportRoutes } from '../modules/exports/exports.routes.ts'
import { getExportQueue } from '../modules/exports/make-exports.ts'
import { delegationSamples } from '../modules/family/delegations/delegations.mails.ts'
import { delegationRoutes } from '../modules/family/delegations/delegations.routes.ts'
import { familySamples } from '../modules/family/family.mails.ts'
import {
  familyMemberRoutes,
  familyRequestRoutes,
  guardianshipRoutes,
  invitationRoutes,
} from '../modules/family/family.routes.ts'
import { guardianshipSamples } from '../modules/family/guardianship/guardianship.mails.ts'
import { favouriteExport } from '../modules/favourites/favourites.export.ts'
import { favouriteRoutes } from '../modules/favourites/favourites.routes.ts'
import { serviceAccountRoutes } from '../modules/fhir/accounts/service-accounts.routes.ts'
import { fhirRoutes } from '../modules/fhir/fhir.routes.ts'
import { frontDeskRoutes } from '../modules/front-desk/front-desk.routes.ts'
import { identityRoutes } from '../modules/identity/identity.routes.ts'
import { imageRoutes } from '../modules/images/images.routes.ts'
import { installationSamples } from '../modules/installation/installation.mails.ts'
import { installationRoutes } from '../modules/installation/installation.routes.ts'
import { legalRoutes } from '../modules/legal/legal.routes.ts'
import { mailingSamples } from '../modules/mailing/mailing.mails.ts'
import { mailingRoutes } from '../modules/mailing/mailing.routes.ts'
import { outboxPages } from '../modules/mailing/outbox-pages.ts'
import {
  medicalOrderRoutes,
  staffMedicalOrderRoutes,
} from '../modules/medical-orders/medical-orders.routes.ts'
import { newsRoutes } from '../modules/news/news.routes.ts'
import { notificationRoutes } from '../modules/notifications/notifications.routes.ts'
import { createPushQueue } from '../modules/notifications/push/send-push.ts'
import { createTextQueue } from '../modules/notifications/texts/send-texts.ts'
import { numberRoutes } from '../modules/numbers/numbers.routes.ts'
import { overviewRoutes } from '../modules/overview/overview.routes.ts'
import { passkeySamples } from '../modules/passkeys/passkeys.mails.ts'
import { passkeyRoutes } from '../modules/passkeys/passkeys.routes.ts'
import { peopleRoutes } from '../modules/people/people.routes.ts'
import { photoRoutes } from '../modules/photos/photos.routes.ts'
import { privateItemRoutes } from '../modules/private-items/private-items.routes.ts'
import { profileSamples } from '../modules/profile/profile.mails.ts'
import { emailVerificationRoutes, profileRoutes } from '../modules/profile/profile.routes.ts'
import { adRoutes } from '../modules/publishing/ads/ads.routes.ts'
import { preventionRoutes } from '../modules/publishing/prevention/prevention.routes.ts'
import { publishingRoutes } from '../modules/publishing/publishing.routes.ts'
import { registrationSamples } from '../modules/registration/registration.mails.ts'
import { registrationRoutes } from '../modules/registration/registration.routes.ts'
import { resultChoiceRoutes } from '../modules/result-choices/result-choices.routes.ts'
import { createScanQueue } from '../modules/scanning/scan-files.ts'
import { scanningSamples } from '../modules/scanning/scanning.mails.ts'
import { privacySamples } from '../modules/service-requests/data-rights/data-rights.mails.ts'
import { requestSamples } from '../modules/service-requests/service-requests.mails.ts'
import { serviceRequestRoutes } from '../modules/service-requests/service-requests.routes.ts'
import { secondFactorSamples } from '../modules/session/second-factor/second-factor.mails.ts'
import { secondFactorRoutes } from '../modules/session/second-factor/second-factor.routes.ts'
import { sessionSamples } from '../modules/session/session.mails.ts'
import {
  mailedCodeRoutes,
  sessionConfirmationRoutes,
  sessionRoutes,
} from '../modules/session/session.routes.ts'
import { setupRoutes } from '../modules/setup/setup.routes.ts'
import { staffReadsSamples } from '../modules/staff-reads/staff-reads.mails.ts'
import { staffReadRoutes } from '../modules/staff-reads/staff-reads.routes.ts'
import { surveyExport } from '../modules/survey/survey.export.ts'
import { surveyRoutes } from '../modules/survey/survey.routes.ts'
import { staffAccessSamples } from '../modules/users/permissions/staff-access.mails.ts'
import { userSamples } from '../modules/users/users.mails.ts'
import { staffPermissionRoutes, userRoutes } from '../modules/users/users.routes.ts'
import { validationSamples } from '../modules/users/validation.mails.ts'
import { visitCertificateRoutes } from '../modules/visit-certificates/visit-certificates.routes.ts'
import type { Context } from '../platform/context/context.ts'
import type { ExportPart } from '../platform/context/export-part.ts'
import type { Queue } from '../platform/queue/queue.ts'

const routes = [
  accountSecurityRoutes,
  accountUnlockRoutes,
  adRoutes,
  ...agendaRoutes,
  alertRoutes,
  applicationRoutes,
  ...appointmentRoutes,
  attendanceRoutes,
  ...bookingRoutes,
  auditRoutes,
  breachRoutes,
  callDueRoutes,
  catalogueRoutes,
  ...clinicRoutes,
  complaintRoutes,
  confirmationRoutes,
  consentRoutes,
  delegationRoutes,
  emailVerificationRoutes,
  emergencyContactRoutes,
  examRoutes,
  examShareRoutes,
  exportRoutes,
  familyMemberRoutes,
  familyRequestRoutes,
  favouriteRoutes,
  fhirRoutes,
  frontDeskRoutes,
  guardianshipRoutes,
  identityRoutes,
  installationRoutes,
  imageRoutes,
  invitationRoutes,
  lateResultRoutes,
  legalRoutes,
  mailedCodeRoutes,
  medicalOrderRoutes,
  newsRoutes,
  overviewRoutes,
  mailingRoutes,
  ...notificationRoutes,
  numberRoutes,
  outboxPages,
  passkeyRoutes,
  peopleRoutes,
  photoRoutes,
  preventionRoutes,
  privateItemRoutes,
  profileRoutes,
  publishingRoutes,
  registrationRoutes,
  resultChoiceRoutes,
  secondFactorRoutes,
  sessionConfirmationRoutes,
  ...serviceRequestRoutes,
  serviceAccountRoutes,
  sessionRoutes,
  setupRoutes,
  staffAccountRoutes,
  staffMedicalOrderRoutes,
  staffPermissionRoutes,
  staffReadRoutes,
  surveyRoutes,
  userRoutes,
  visitCertificateRoutes,
]

/** What domains store of a person, in the order of the copy of their data. */
export const exportParts: readonly ExportPart[] = [emergencyContactExport, favouriteExport, surveyExport]

export const mailSamples = [
  ...mailingSamples,
  ...bookingSamples,
  ...reminderSamples,
  ...waitingSamples,
  ...examBookingSamples,
  ...appointmentSamples,
  ...agendaSamples,
  ...requestSamples,
  ...privacySamples,
  ...sessionSamples,
  ...secondFactorSamples,
  ...passkeySamples,
  ...staffReadsSamples,
  ...confirmationSamples,
  ...afterChangesSamples,
  ...accountSecuritySamples,
  ...applicationSamples,
  ...profileSamples,
  ...userSamples,
  ...validationSamples,
  ...staffAccessSamples,
  ...familySamples,
  ...guardianshipSamples,
  ...delegationSamples,
  ...installationSamples,
  ...registrationSamples,
  ...newResultsSamples,
  ...shareSamples,
  ...exportSamples,
  ...breachSamples,
  ...scanningSamples,
]

export function mountRoutes(app: FastifyInstance, ctx: Context): void {
  for (const mount of routes) mount(app, ctx)
}

export function createQueues(ctx: Context): Queue[] {
  const { scanner, push, texts } = ctx.ports
  return [
    getExportQueue(ctx),
    ...(scanner ? [createScanQueue(ctx, scanner)] : []),
    ...(push ? [createPushQueue(ctx, push)] : []),
    ...(texts ? [createTextQueue(ctx, texts)] : []),
  ]
}
