/** The authorization matrix: the status of every endpoint of the contract for each kind of caller. */

import { robotCheckEndpoints } from '@mi-portal/contract/robot-check'
import { accountSecurityCases } from '../../src/modules/account-security/account-security.authorization.ts'
import { agendaCases } from '../../src/modules/agenda/agenda.authorization.ts'
import { alertCases } from '../../src/modules/alerts/alerts.authorization.ts'
import { applicationsCases } from '../../src/modules/applications/applications.authorization.ts'
import { appointmentsCases } from '../../src/modules/appointments/appointments.authorization.ts'
import { attendanceCases } from '../../src/modules/attendance/attendance.authorization.ts'
import { auditCases } from '../../src/modules/audit/audit.authorization.ts'
import { bookingCases } from '../../src/modules/booking/booking.authorization.ts'
import { breachesCases } from '../../src/modules/breaches/breaches.authorization.ts'
import { callDueCases } from '../../src/modules/calls-due/calls-due.authorization.ts'
import { catalogueCases } from '../../src/modules/catalogues/catalogues.authorization.ts'
import { clinicCases } from '../../src/modules/clinic/clinic.authorization.ts'
import { complaintCases } from '../../src/modules/complaints/complaints.authorization.ts'
import { confirmationsCases } from '../../src/modules/confirmations/confirmations.authorization.ts'
import { consentsCases } from '../../src/modules/consents/consents.authorization.ts'
import { emergencyContactCases } from '../../src/modules/emergency-contacts/emergency-contacts.authorization.ts'
import { examsCases } from '../../src/modules/exams/exams.authorization.ts'
import { exportsCases } from '../../src/modules/exports/exports.authorization.ts'
import { familyCases } from '../../src/modules/family/family.authorization.ts'
import { favouriteCases } from '../../src/modules/favourites/favourites.authorization.ts'
import { fhirCases } from '../../src/modules/fhir/fhir.authorization.ts'
import { frontDeskCases } from '../../src/modules/front-desk/front-desk.authorization.ts'
import { identityCases } from '../../src/modules/identity/identity.authorization.ts'
import { imagesCases } from '../../src/modules/images/images.authorization.ts'
import { installationCases } from '../../src/modules/installation/installation.authorization.ts'
import { legalCases } from '../../src/modules/legal/legal.authorization.ts'
import { mailingCases } from '../../src/modules/mailing/mailing.authorization.ts'
import { medicalOrdersCases } from '../../src/modules/medical-orders/medical-orders.authorization.ts'
import { newsCases } from '../../src/modules/news/news.authorization.ts'
import { notificationsCases } from '../../src/modules/notifications/notifications.authorization.ts'
import { numberCases } from '../../src/modules/numbers/numbers.authorization.ts'
import { overviewCases } from '../../src/modules/overview/overview.authorization.ts'
import { passkeysCases } from '../../src/modules/passkeys/passkeys.authorization.ts'
import { peopleCases } from '../../src/modules/people/people.authorization.ts'
import { privateItemsCases } from '../../src/modules/private-items/private-items.authorization.ts'
import { profileCases } from '../../src/modules/profile/profile.authorization.ts'
import { publishingCases } from '../../src/modules/publishing/publishing.authorization.ts'
import { registrationCases } from '../../src/modules/registration/registration.authorization.ts'
import { resultChoicesCases } from '../../src/modules/result-choices/result-choices.authorization.ts'
import { serviceRequestCases } from '../../src/modules/service-requests/service-requests.authorization.ts'
import { sessionCases } from '../../src/modules/session/session.authorization.ts'
import { setupCases } from '../../src/modules/setup/setup.authorization.ts'
import { staffReadsCases } from '../../src/modules/staff-reads/staff-reads.authorization.ts'
import { surveyCases } from '../../src/modules/survey/survey.authorization.ts'
import { usersCases } from '../../src/modules/users/users.authorization.ts'
import { visitCertificatesCases } from '../../src/modules/visit-certificates/visit-certificates.authorization.ts'
import type { EndpointCases } from './cases.ts'
import { defineCases, open } from './cases.ts'

export const table: readonly EndpointCases[] = [
  ...accountSecurityCases,
  ...agendaCases,
  ...alertCases,
  ...applicationsCases,
  ...appointmentsCases,
  ...attendanceCases,
  ...auditCases,
  ...bookingCases,
  ...breachesCases,
  ...callDueCases,
  ...catalogueCases,
  ...clinicCases,
  ...complaintCases,
  ...confirmationsCases,
  ...consentsCases,
  ...emergencyContactCases,
  ...examsCases,
  ...exportsCases,
  ...familyCases,
  ...favouriteCases,
  ...fhirCases,
  ...frontDeskCases,
  ...identityCases,
  ...imagesCases,
  ...installationCases,
  ...legalCases,
  ...mailingCases,
  ...medicalOrdersCases,
  ...newsCases,
  ...notificationsCases,
  ...numberCases,
  ...overviewCases,
  ...passkeysCases,
  ...peopleCases,
  ...privateItemsCases,
  ...profileCases,
  ...publishingCases,
  ...registrationCases,
  ...resultChoicesCases,
  ...serviceRequestCases,
  ...sessionCases,
  ...setupCases,
  ...staffReadsCases,
  ...surveyCases,
  ...usersCases,
  ...visitCertificatesCases,
  ...defineCases('robot-check', robotCheckEndpoints, { challenge: open() }),
]
