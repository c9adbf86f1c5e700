/** Default replies of the server for screen tests: empty lists for the requests of the portal's layouts and pages. */
import { accountSecurityEndpoints, staffAccountEndpoints } from '@mi-portal/contract/account-security'
import { adEndpoints } from '@mi-portal/contract/ads'
import { holidayEndpoints } from '@mi-portal/contract/agenda/holidays'
import { professionalEndpoints } from '@mi-portal/contract/agenda/professionals'
import { alertEndpoints } from '@mi-portal/contract/alerts'
import { appointmentAgendaEndpoints } from '@mi-portal/contract/appointment-agenda'
import { appointmentEndpoints } from '@mi-portal/contract/appointments'
import { bookingEndpoints } from '@mi-portal/contract/booking/bookings'
import { questionnaireEndpoints } from '@mi-portal/contract/booking/questionnaires'
import { schedulingTokenEndpoints } from '@mi-portal/contract/booking/scheduling-token'
import { serviceEndpoints } from '@mi-portal/contract/booking/services'
import { slotEndpoints } from '@mi-portal/contract/booking/slots'
import { waitingEndpoints } from '@mi-portal/contract/booking/waiting-list'
import { budgetEndpoints } from '@mi-portal/contract/budgets'
import { catalogueEndpoints } from '@mi-portal/contract/catalogues'
import { confirmationEndpoints } from '@mi-portal/contract/confirmations'
import { consentEndpoints } from '@mi-portal/contract/consents'
import { contactEndpoints } from '@mi-portal/contract/contact'
import { deskEndpoints } from '@mi-portal/contract/desk'
import { documentEndpoints } from '@mi-portal/contract/documents'
import { emailVerificationEndpoints } from '@mi-portal/contract/email-verification'
import { emergencyContactEndpoints } from '@mi-portal/contract/emergency-contacts'
import { examEndpoints } from '@mi-portal/contract/exams'
import { exportEndpoints } from '@mi-portal/contract/exports'
import { familyMemberEndpoints } from '@mi-portal/contract/family/members'
import { familyRequestEndpoints } from '@mi-portal/contract/family/requests'
import { favouriteEndpoints } from '@mi-portal/contract/favourites'
import { identityEndpoints } from '@mi-portal/contract/identity'
import { legalEndpoints } from '@mi-portal/contract/legal'
import { mailingEndpoints } from '@mi-portal/contract/mailing'
import { medicalOrderEndpoints, staffMedicalOrderEndpoints } from '@mi-portal/contract/medical-orders'
import { newsEndpoints } from '@mi-portal/contract/news'
import { notificationEndpoints } from '@mi-portal/contract/notifications'
import { passkeyEndpoints } from '@mi-portal/contract/passkeys'
import { peopleEndpoints } from '@mi-portal/contract/people'
import { privacyEndpoints } from '@mi-portal/contract/privacy'
import { privateItemEndpoints } from '@mi-portal/contract/private-items'
import { publishingEndpoints } from '@mi-portal/contract/publishing'
import { resultChoiceEndpoints } from '@mi-portal/contract/result-choices'
import { secondFactorEndpoints } from '@mi-portal/contract/second-factor'
import { staffPermissionEndpoints } from '@mi-portal/contract/staff-permissions'
import { userEndpoints } from '@mi-portal/contract/users'
import { buildPatient, buildUser } from './build.ts'
import { mockEndpointByDefault, mockStreamByDefault } from './fake-server.ts'
import { relationshipTypes } from './family.ts'
import { offices } from './scheduling.ts'

const noPage = { total: 0, page: 1, limit: 5 }
const noAppointments = { ...noPage, appointments: [], count_appointment: 0 }
const noExams = { ...noPage, laboratories: [] }

/** Mocks all of these endpoints. A reply that the test itself sets, before or after, takes precedence. */
export function mockDefaultResponses() {
  mockEndpointByDefault(accountSecurityEndpoints.signIns, { sign_ins: [], total: 0, page: 1, limit: 10 })
  mockEndpointByDefault(accountSecurityEndpoints.session, {
    session: { opened_at: '2026-11-26T12:30:00.000Z', device: 'Safari en iPhone', network: '190.45.•.•' },
  })
  mockEndpointByDefault(staffAccountEndpoints.state, {
    security: { locked_at: null, recovery_frozen_at: null, second_factor: false },
  })
  mockEndpointByDefault(confirmationEndpoints.list, { confirmations: [], total: 0, page: 1, limit: 10 })
  mockEndpointByDefault(alertEndpoints.listPublic, { alerts: [] })
  mockEndpointByDefault(identityEndpoints.mode, { photos: false })
  mockEndpointByDefault(newsEndpoints.list, {
    offers: [],
    requests: [],
    appointments: [],
    results: [],
    answers: [],
    failed: [],
  })
  mockEndpointByDefault(notificationEndpoints.list, {
    notifications: [],
    unread: 0,
    total: 0,
    page: 1,
    limit: 20,
  })
  mockEndpointByDefault(passkeyEndpoints.list, { passkeys: [], available: false, offered: false })
  mockStreamByDefault(notificationEndpoints.stream)
  mockEndpointByDefault(favouriteEndpoints.list, { favourites: [] })
  mockEndpointByDefault(adEndpoints.list, { ads: [] })
  mockEndpointByDefault(appointmentAgendaEndpoints.list, { ...noAppointments, people: [] })
  mockEndpointByDefault(resultChoiceEndpoints.one, { choice: 'now', can_choose: true })
  mockEndpointByDefault(medicalOrderEndpoints.one, { order: null, can_change: true })
  mockEndpointByDefault(staffMedicalOrderEndpoints.one, { order: null })
  mockEndpointByDefault(appointmentEndpoints.upcomingSummary, noAppointments)
  mockEndpointByDefault(appointmentEndpoints.historySummary, noAppointments)
  mockEndpointByDefault(appointmentEndpoints.upcoming, noAppointments)
  mockEndpointByDefault(appointmentEndpoints.upcomingOf, noAppointments)
  mockEndpointByDefault(appointmentEndpoints.history, noAppointments)
  mockEndpointByDefault(appointmentEndpoints.historyOf, noAppointments)
  mockEndpointByDefault(staffPermissionEndpoints.one, {
    permission_set: 'administrator',
    sites: null,
    offered_sites: [],
    updated_at: '2026-11-20T12:00:00.000Z',
  })
  mockEndpointByDefault(peopleEndpoints.one, { data: buildPatient() })
  mockEndpointByDefault(emailVerificationEndpoints.state, {
    email: 'ca•••••@ejemplo.cl',
    verified: true,
    pending: null,
    question: false,
  })
  mockEndpointByDefault(userEndpoints.one, { data: buildUser() })
  mockEndpointByDefault(userEndpoints.list, { patients: [], total: 0, page: 1, limit: 10 })
  mockEndpointByDefault(secondFactorEndpoints.state, {
    enabled: true,
    required: false,
    recovery_codes_left: 10,
  })
  mockEndpointByDefault(exportEndpoints.list, { exports: [] })
  mockEndpointByDefault(familyMemberEndpoints.selections, { selections: [], delegated: [] })
  mockEndpointByDefault(documentEndpoints.kinds, { documents: [{ id: 1, name: 'Certificado de atención' }] })
  mockEndpointByDefault(documentEndpoints.list, { ...noPage, requests: [] })
  mockEndpointByDefault(consentEndpoints.list, { consents: [], reminders: true })
  mockEndpointByDefault(privateItemEndpoints.options, { may_mark: false })
  mockEndpointByDefault(privacyEndpoints.list, { ...noPage, requests: [] })
  mockEndpointByDefault(budgetEndpoints.interventions, {
    interventions: [
      'Hospitalización sin cirugía',
      'Cirugía estética',
      'Cirugía',
      'Exámenes y procedimientos',
    ].map((nombre, index) => ({ id: index + 1, nombre })),
  })
  mockEndpointByDefault(budgetEndpoints.forecasts, { forecasts: [{ id: 5, nombre: 'Fonasa' }] })
  mockEndpointByDefault(budgetEndpoints.physicians, { physicians: [{ id: 1, nombre: 'Dra. Inés Muñoz' }] })
  mockEndpointByDefault(budgetEndpoints.list, { ...noPage, budgets: [] })
  mockEndpointByDefault(budgetEndpoints.listOf, { ...noPage, budgets: [] })
  mockEndpointByDefault(contactEndpoints.pages, { ...noPage, contactUs: [] })
  mockEndpointByDefault(deskEndpoints.tray, {
    ...noPage,
    requests: [],
    pending: { documents: 0, budgets: 0, contact: 0, imaging: 0, privacy: 0 },
  })
  mockEndpointByDefault(examEndpoints.list, noExams)
  mockEndpointByDefault(examEndpoints.listOf, noExams)
  mockEndpointByDefault(examEndpoints.awaited, { awaited: [] })
  mockEndpointByDefault(examEndpoints.awaitedOf, { awaited: [] })
  mockEndpointByDefault(questionnaireEndpoints.examQuestionnaire, {
    data: {
      exam: { id: 1, text: 'Radiografía', specialty_code: 'RX', part: null, types: ['adulto'] },
      questionnaire: null,
      answers: null,
    },
  })
  mockEndpointByDefault(familyMemberEndpoints.group, { familyGroup: [] })
  mockEndpointByDefault(familyMemberEndpoints.memberships, { groups: [] })
  mockEndpointByDefault(familyRequestEndpoints.sent, { requests: [] })
  mockEndpointByDefault(familyRequestEndpoints.received, { requests: [] })
  mockEndpointByDefault(familyMemberEndpoints.staffGroup, { familyGroup: [] })
  mockEndpointByDefault(familyMemberEndpoints.staffMemberships, { groups: [] })
  mockEndpointByDefault(familyRequestEndpoints.staffSent, { requests: [] })
  mockEndpointByDefault(familyRequestEndpoints.staffReceived, { requests: [] })
  mockEndpointByDefault(familyMemberEndpoints.relationshipTypes, relationshipTypes)
  mockEndpointByDefault(emergencyContactEndpoints.own, { contact: null })
  mockEndpointByDefault(emergencyContactEndpoints.ofPatient, { contact: null })
  mockEndpointByDefault(catalogueEndpoints.nationalities, {
    nationalities: [
      { id: 1, name: 'Chilena' },
      { id: 2, name: 'Peruana' },
    ],
  })
  mockEndpointByDefault(catalogueEndpoints.forecasts, { forecasts: [{ id: 5, nombre: 'Fonasa', status: 1 }] })
  mockEndpointByDefault(catalogueEndpoints.genders, { genders: [{ id: 1, name: 'Femenino' }] })
  mockEndpointByDefault(catalogueEndpoints.regions, { regions: [{ id: 13, name: 'Metropolitana' }] })
  mockEndpointByDefault(catalogueEndpoints.displayDurations, { displayDurationExam: [] })
  mockEndpointByDefault(professionalEndpoints.professionals, {
    professionals: [],
    total: 0,
    page: 1,
    limit: 10,
  })
  mockEndpointByDefault(holidayEndpoints.holidays, { holidays: [] })
  mockEndpointByDefault(professionalEndpoints.places, {
    offices: [{ id: 2, office_id: 'PROVIDENCIA', name: 'Providencia' }],
    services: [{ code: '101', name: 'Medicina general', kind: 'consultation' }],
  })
  mockEndpointByDefault(mailingEndpoints.templates, { templates: [] })
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
      status: true,
      updated_at: '2026-11-20T15:00:00Z',
    },
  })
  mockEndpointByDefault(schedulingTokenEndpoints.token, {
    token: 'portador',
    expires_at: '2126-11-26T12:00:00Z',
  })
  mockEndpointByDefault(serviceEndpoints.offices, { data: offices })
  mockEndpointByDefault(serviceEndpoints.specialties, { data: [{ code: '108', name: 'Cardiología Adulto' }] })
  mockEndpointByDefault(serviceEndpoints.professionals, { data: [] })
  mockEndpointByDefault(slotEndpoints.slots, { data: [] })
  mockEndpointByDefault(slotEndpoints.release, {})
  mockEndpointByDefault(bookingEndpoints.booked, { data: [] })
  mockEndpointByDefault(bookingEndpoints.busyTimes, { data: [] })
  mockEndpointByDefault(waitingEndpoints.offers, { data: [] })
  mockEndpointByDefault(waitingEndpoints.waiting, { data: [] })
  mockEndpointByDefault(legalEndpoints.current, {
    legalText: { id: 1, text: '<p>Texto legal.</p>', version: '1', valid_from: '2026-01-01' },
  })
}
