/** Default replies of the server for screen tests: empty lists for the requests of the portal's layouts and pages. */

import { accountSecurityEndpoints, staffAccountEndpoints } from '@mi-portal/contract/account-security'
import { holidayEndpoints } from '@mi-portal/contract/agenda/holidays'
import { professionalEndpoints } from '@mi-portal/contract/agenda/professionals'
import { alertEndpoints } from '@mi-portal/contract/alerts/alerts'
import { appointmentAgendaEndpoints } from '@mi-portal/contract/appointments/appointment-agenda'
import { appointmentEndpoints } from '@mi-portal/contract/appointments/appointments'
import { attendanceEndpoints } from '@mi-portal/contract/attendance'
import { bookingEndpoints } from '@mi-portal/contract/booking/bookings'
import { preparationEndpoints } from '@mi-portal/contract/booking/preparation'
import { questionnaireEndpoints } from '@mi-portal/contract/booking/questionnaires'
import { schedulingTokenEndpoints } from '@mi-portal/contract/booking/scheduling-token'
import { serviceEndpoints } from '@mi-portal/contract/booking/services'
import { slotEndpoints } from '@mi-portal/contract/booking/slots'
import { waitingEndpoints } from '@mi-portal/contract/booking/waiting-list'
import { callDueEndpoints } from '@mi-portal/contract/calls-due'
import { catalogueEndpoints } from '@mi-portal/contract/catalogues'
import { complaintEndpoints } from '@mi-portal/contract/complaints'
import { confirmationEndpoints } from '@mi-portal/contract/confirmations'
import { consentEndpoints } from '@mi-portal/contract/consents'
import { emailVerificationEndpoints } from '@mi-portal/contract/email-verification'
import { emergencyContactEndpoints } from '@mi-portal/contract/emergency-contacts'
import { examShareEndpoints } from '@mi-portal/contract/exams/exam-shares'
import { examEndpoints } from '@mi-portal/contract/exams/exams'
import { exportEndpoints } from '@mi-portal/contract/exports'
import { guardianshipEndpoints } from '@mi-portal/contract/family/guardianship'
import { familyMemberEndpoints } from '@mi-portal/contract/family/members'
import { familyRequestEndpoints } from '@mi-portal/contract/family/requests'
import { favouriteEndpoints } from '@mi-portal/contract/favourites'
import { frontDeskEndpoints } from '@mi-portal/contract/front-desk'
import { identityEndpoints } from '@mi-portal/contract/identity'
import { legalEndpoints } from '@mi-portal/contract/legal'
import { mailingEndpoints } from '@mi-portal/contract/mailing'
import { medicalOrderEndpoints, staffMedicalOrderEndpoints } from '@mi-portal/contract/medical-orders'
import { newsEndpoints } from '@mi-portal/contract/news'
import { notificationEndpoints } from '@mi-portal/contract/notifications/notifications'
import { numberEndpoints } from '@mi-portal/contract/numbers'
import { overviewEndpoints } from '@mi-portal/contract/overview'
import { passkeyEndpoints } from '@mi-portal/contract/passkeys/passkeys'
import { peopleEndpoints } from '@mi-portal/contract/people'
import { staffPermissionEndpoints } from '@mi-portal/contract/permissions/staff-permissions'
import { privateItemEndpoints } from '@mi-portal/contract/private-items'
import { adEndpoints } from '@mi-portal/contract/publishing/ads'
import { publishingEndpoints } from '@mi-portal/contract/publishing/publications'
import { registrationEndpoints } from '@mi-portal/contract/registration'
import { resultChoiceEndpoints } from '@mi-portal/contract/result-choices'
import { contactEndpoints } from '@mi-portal/contract/service-requests/contact'
import { dataRightEndpoints } from '@mi-portal/contract/service-requests/data-rights'
import { documentEndpoints } from '@mi-portal/contract/service-requests/documents'
import { inboxEndpoints } from '@mi-portal/contract/service-requests/inbox'
import { quoteEndpoints } from '@mi-portal/contract/service-requests/quotes'
import { secondFactorEndpoints } from '@mi-portal/contract/session/second-factor'
import { userEndpoints } from '@mi-portal/contract/users'
import { buildPatient, buildUser } from './build.ts'
import { mockEndpointByDefault, mockStreamByDefault } from './fake-server.ts'
import { relationshipTypes } from './family.ts'
import { buildAgendaAppointment } from './record.ts'
import { buildBookedAppointment, offices } from './scheduling.ts'

const noPage = { total: 0, page: 1, limit: 5 }
const noAppointments = { ...noPage, appointments: [], count_appointment: 0 }
const noExams = { ...noPage, laboratories: [] }
const updated_at = '2026-11-20T12:00:00.000Z'

/** Mocks all of these endpoints. A reply that the test itself sets, before or after, takes precedence. */
export function mockDefaultResponses() {
  mockEndpointByDefault(accountSecurityEndpoints.signIns, { ...noPage, sign_ins: [] })
  mockEndpointByDefault(accountSecurityEndpoints.session, {
    session: { opened_at: '2026-11-26T12:30:00.000Z', device: 'Safari en iPhone', network: '190.45.•.•' },
  })
  const security = { locked_at: null, recovery_frozen_at: null, second_factor: false }
  mockEndpointByDefault(staffAccountEndpoints.state, { security })
  mockEndpointByDefault(confirmationEndpoints.list, { ...noPage, confirmations: [] })
  mockEndpointByDefault(alertEndpoints.listPublic, { alerts: [] })
  mockEndpointByDefault(identityEndpoints.mode, { photos: false })
  const noNews = { offers: [], requests: [], appointments: [], results: [], answers: [], failed: [] }
  mockEndpointByDefault(newsEndpoints.list, noNews)
  mockEndpointByDefault(notificationEndpoints.list, { ...noPage, notifications: [], unread: 0 })
  mockEndpointByDefault(passkeyEndpoints.list, { passkeys: [], available: false, offered: false })
  mockStreamByDefault(notificationEndpoints.stream)
  mockEndpointByDefault(favouriteEndpoints.list, { favourites: [] })
  mockEndpointByDefault(adEndpoints.list, { ads: [] })
  mockEndpointByDefault(appointmentAgendaEndpoints.list, { ...noAppointments, people: [] })
  mockEndpointByDefault(appointmentAgendaEndpoints.one, {
    appointment: buildAgendaAppointment(),
    is_over: false,
  })
  mockEndpointByDefault(preparationEndpoints.bookedAppointment, { data: buildBookedAppointment() })
  mockEndpointByDefault(resultChoiceEndpoints.one, { choice: 'now', can_choose: true })
  mockEndpointByDefault(medicalOrderEndpoints.one, { order: null, can_change: true })
  mockEndpointByDefault(staffMedicalOrderEndpoints.one, { order: null })
  const { upcomingSummary, historySummary, upcoming, upcomingOf, history, historyOf } = appointmentEndpoints
  for (const list of [upcomingSummary, historySummary, upcoming, upcomingOf, history, historyOf])
    mockEndpointByDefault(list, noAppointments)
  mockEndpointByDefault(staffPermissionEndpoints.one, {
    permission_set: 'administrator',
    sites: null,
    offered_sites: [],
    updated_at,
  })
  mockEndpointByDefault(peopleEndpoints.one, { data: buildPatient() })
  mockEndpointByDefault(peopleEndpoints.self, { data: buildPatient({ forecast_id: 5 }) })
  mockEndpointByDefault(emailVerificationEndpoints.state, {
    email: 'ca•••••@ejemplo.cl',
    verified: true,
    pending: null,
    question: false,
  })
  mockEndpointByDefault(userEndpoints.one, { data: buildUser() })
  mockEndpointByDefault(userEndpoints.list, { ...noPage, patients: [] })
  const secondFactor = { enabled: true, required: false, recovery_codes_left: 10 }
  mockEndpointByDefault(secondFactorEndpoints.state, secondFactor)
  mockEndpointByDefault(exportEndpoints.list, { exports: [] })
  mockEndpointByDefault(familyMemberEndpoints.selections, { selections: [], delegated: [] })
  mockEndpointByDefault(documentEndpoints.kinds, { documents: [{ id: 1, name: 'Certificado de atención' }] })
  mockEndpointByDefault(documentEndpoints.list, { ...noPage, requests: [] })
  mockEndpointByDefault(consentEndpoints.list, { consents: [], reminders: true })
  mockEndpointByDefault(privateItemEndpoints.options, { may_mark: false, lacks: null })
  mockEndpointByDefault(guardianshipEndpoints.announcements, { announcements: [] })
  mockEndpointByDefault(dataRightEndpoints.list, { ...noPage, requests: [] })
  mockEndpointByDefault(quoteEndpoints.interventions, {
    interventions: [
      'Hospitalización sin cirugía',
      'Cirugía estética',
      'Cirugía',
      'Exámenes y procedimientos',
    ].map((nombre, index) => ({ id: index + 1, nombre })),
  })
  mockEndpointByDefault(quoteEndpoints.forecasts, { forecasts: [{ id: 5, nombre: 'Fonasa' }] })
  mockEndpointByDefault(quoteEndpoints.physicians, { physicians: [{ id: 1, nombre: 'Dra. Inés Muñoz' }] })
  for (const list of [quoteEndpoints.list, quoteEndpoints.listOf])
    mockEndpointByDefault(list, { ...noPage, budgets: [] })
  mockEndpointByDefault(contactEndpoints.pages, { ...noPage, contactUs: [] })
  const pending = { documents: 0, budgets: 0, contact: 0, imaging: 0, privacy: 0 }
  mockEndpointByDefault(callDueEndpoints.list, { calls: [] })
  mockEndpointByDefault(complaintEndpoints.pages, { ...noPage, complaints: [] })
  mockEndpointByDefault(inboxEndpoints.tray, { ...noPage, requests: [], pending })
  for (const list of [examEndpoints.list, examEndpoints.listOf]) mockEndpointByDefault(list, noExams)
  for (const list of [examEndpoints.awaited, examEndpoints.awaitedOf])
    mockEndpointByDefault(list, { awaited: [] })
  mockEndpointByDefault(questionnaireEndpoints.examQuestionnaire, {
    data: {
      exam: { id: 1, text: 'Radiografía', specialty_code: 'RX', part: null, types: ['adulto'] },
      questionnaire: null,
      answers: null,
    },
  })
  for (const list of [familyMemberEndpoints.group, familyMemberEndpoints.staffGroup])
    mockEndpointByDefault(list, { familyGroup: [] })
  for (const list of [familyMemberEndpoints.memberships, familyMemberEndpoints.staffMemberships])
    mockEndpointByDefault(list, { groups: [] })
  const { sent, received, staffSent, staffReceived } = familyRequestEndpoints
  for (const list of [sent, received, staffSent, staffReceived]) mockEndpointByDefault(list, { requests: [] })
  mockEndpointByDefault(familyMemberEndpoints.relationshipTypes, relationshipTypes)
  for (const one of [emergencyContactEndpoints.own, emergencyContactEndpoints.ofPatient])
    mockEndpointByDefault(one, { contact: null })
  mockEndpointByDefault(catalogueEndpoints.nationalities, {
    nationalities: [
      { id: 1, name: 'Chilena' },
      { id: 2, name: 'Peruana' },
    ],
  })
  mockEndpointByDefault(catalogueEndpoints.forecasts, { forecasts: [{ id: 5, nombre: 'Fonasa', status: 1 }] })
  mockEndpointByDefault(catalogueEndpoints.genders, { genders: [{ id: 1, name: 'Femenino' }] })
  mockEndpointByDefault(catalogueEndpoints.regions, { regions: [{ id: 13, name: 'Metropolitana' }] })
  mockEndpointByDefault(catalogueEndpoints.cities, { cities: [{ id: 1, name: 'Santiago' }] })
  mockEndpointByDefault(catalogueEndpoints.communes, { communes: [{ id: 1, name: 'La Florida' }] })
  mockEndpointByDefault(registrationEndpoints.age, { is_minor: false, msg: '' })
  mockEndpointByDefault(catalogueEndpoints.displayDurations, { displayDurationExam: [] })
  mockEndpointByDefault(professionalEndpoints.professionals, { ...noPage, professionals: [] })
  mockEndpointByDefault(holidayEndpoints.holidays, { holidays: [] })
  mockEndpointByDefault(professionalEndpoints.places, {
    offices: [{ id: 2, office_id: 'PROVIDENCIA', name: 'Providencia' }],
    services: [{ code: '101', name: 'Medicina general', kind: 'consultation' }],
  })
  mockEndpointByDefault(mailingEndpoints.templates, { templates: [] })
  mockEndpointByDefault(frontDeskEndpoints.day, { professionals: [] })
  mockEndpointByDefault(attendanceEndpoints.arrivals, { appointments: [], more: false })
  mockEndpointByDefault(overviewEndpoints.summary, {
    ...{ validations: null, requests: null, confirmations: null, hours_today: null, mails_failed: null },
    ...{ sign_ins_failed: null, survey_answers: 0, days: [], missing: [] },
  })
  mockEndpointByDefault(numberEndpoints.all, { numbers: [{ name: 'attendance', rows: [] }] })
  mockEndpointByDefault(overviewEndpoints.mails, { ...noPage, mails: [] })
  mockEndpointByDefault(overviewEndpoints.signIns, { ...noPage, sign_ins: [] })
  mockEndpointByDefault(overviewEndpoints.survey, { ...noPage, answers: [] })
  mockEndpointByDefault(examShareEndpoints.list, { shares: [] })
  mockEndpointByDefault(publishingEndpoints.draft, { draft: null })
  mockEndpointByDefault(adEndpoints.one, {
    ad: {
      id: 3,
      title: 'Vacúnate contra la influenza',
      image: '/anuncio.svg',
      url: '/dashboard',
      from_age: 0,
      to_age: 120,
      gender_id: 0,
      order_advertising: 1,
      shown_from: null,
      shown_until: null,
      status: true,
      updated_at,
    },
  })
  const expires_at = '2126-11-26T12:00:00Z'
  mockEndpointByDefault(schedulingTokenEndpoints.token, { token: 'portador', expires_at })
  mockEndpointByDefault(serviceEndpoints.offices, { data: offices })
  mockEndpointByDefault(serviceEndpoints.specialties, { data: [{ code: '108', name: 'Cardiología Adulto' }] })
  mockEndpointByDefault(serviceEndpoints.professionals, { data: [] })
  mockEndpointByDefault(slotEndpoints.slots, { data: [] })
  mockEndpointByDefault(slotEndpoints.release, {})
  for (const list of [bookingEndpoints.booked, bookingEndpoints.busyTimes])
    mockEndpointByDefault(list, { data: [] })
  for (const list of [waitingEndpoints.offers, waitingEndpoints.waiting])
    mockEndpointByDefault(list, { data: [] })
  mockEndpointByDefault(legalEndpoints.current, {
    legalText: { id: 1, text: '<p>Texto legal.</p>', version: '1', valid_from: '2026-01-01' },
  })
}
