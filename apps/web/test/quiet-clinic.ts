/** A clinic in which nothing happens: what the frames and lists of the portal ask for, answered with nothing. */
import { adEndpoints } from '@mi-portal/contract/ads'
import { holidayEndpoints } from '@mi-portal/contract/agenda/holidays'
import { professionalEndpoints } from '@mi-portal/contract/agenda/professionals'
import { alertEndpoints } from '@mi-portal/contract/alerts'
import { appointmentEndpoints } from '@mi-portal/contract/appointments'
import { bookingEndpoints } from '@mi-portal/contract/booking/bookings'
import { questionnaireEndpoints } from '@mi-portal/contract/booking/questionnaires'
import { schedulingTokenEndpoints } from '@mi-portal/contract/booking/scheduling-token'
import { serviceEndpoints } from '@mi-portal/contract/booking/services'
import { slotEndpoints } from '@mi-portal/contract/booking/slots'
import { waitingEndpoints } from '@mi-portal/contract/booking/waiting-list'
import { budgetEndpoints } from '@mi-portal/contract/budgets'
import { catalogueEndpoints } from '@mi-portal/contract/catalogues'
import { consentEndpoints } from '@mi-portal/contract/consents'
import { contactEndpoints } from '@mi-portal/contract/contact'
import { deskEndpoints } from '@mi-portal/contract/desk'
import { documentEndpoints } from '@mi-portal/contract/documents'
import { examEndpoints } from '@mi-portal/contract/exams'
import { exportEndpoints } from '@mi-portal/contract/exports'
import { familyMemberEndpoints } from '@mi-portal/contract/family/members'
import { familyRequestEndpoints } from '@mi-portal/contract/family/requests'
import { favouriteEndpoints } from '@mi-portal/contract/favourites'
import { legalEndpoints } from '@mi-portal/contract/legal'
import { mailingEndpoints } from '@mi-portal/contract/mailing'
import { notificationEndpoints } from '@mi-portal/contract/notifications'
import { peopleEndpoints } from '@mi-portal/contract/people'
import { privacyEndpoints } from '@mi-portal/contract/privacy'
import { publishingEndpoints } from '@mi-portal/contract/publishing'
import { secondFactorEndpoints } from '@mi-portal/contract/second-factor'
import { userEndpoints } from '@mi-portal/contract/users'
import { offices } from './agenda.ts'
import { answerByDefault, answerStreamByDefault } from './answer.ts'
import { buildPatient, buildUser } from './build.ts'
import { relationshipTypes } from './family.ts'

const noPage = { total: 0, page: 1, limit: 5 }
const noHours = { ...noPage, appointments: [], count_appointment: 0 }
const noExams = { ...noPage, laboratories: [] }

/** Whatever the test itself answers, before or after, counts instead. */
export function answerQuietly() {
  answerByDefault(alertEndpoints.listPublic, { alerts: [] })
  answerByDefault(notificationEndpoints.list, { notifications: [], unread: 0, total: 0, page: 1, limit: 20 })
  answerStreamByDefault(notificationEndpoints.stream)
  answerByDefault(favouriteEndpoints.list, { favourites: [] })
  answerByDefault(adEndpoints.list, { ads: [] })
  answerByDefault(appointmentEndpoints.upcomingSummary, noHours)
  answerByDefault(appointmentEndpoints.historySummary, noHours)
  answerByDefault(appointmentEndpoints.upcoming, noHours)
  answerByDefault(appointmentEndpoints.upcomingOf, noHours)
  answerByDefault(appointmentEndpoints.history, noHours)
  answerByDefault(appointmentEndpoints.historyOf, noHours)
  answerByDefault(peopleEndpoints.one, { data: buildPatient() })
  answerByDefault(userEndpoints.one, { data: buildUser() })
  answerByDefault(userEndpoints.list, { patients: [], total: 0, page: 1, limit: 10 })
  answerByDefault(secondFactorEndpoints.state, { enabled: true, required: false, recovery_codes_left: 10 })
  answerByDefault(exportEndpoints.list, { exports: [] })
  answerByDefault(familyMemberEndpoints.selections, { selections: [] })
  answerByDefault(documentEndpoints.kinds, { documents: [{ id: 1, name: 'Certificado de atención' }] })
  answerByDefault(documentEndpoints.list, { ...noPage, requests: [] })
  answerByDefault(consentEndpoints.list, { consents: [], reminders: true })
  answerByDefault(privacyEndpoints.list, { ...noPage, requests: [] })
  answerByDefault(budgetEndpoints.interventions, {
    interventions: [
      'Hospitalización sin cirugía',
      'Cirugía estética',
      'Cirugía',
      'Exámenes y procedimientos',
    ].map((nombre, index) => ({ id: index + 1, nombre })),
  })
  answerByDefault(budgetEndpoints.forecasts, { forecasts: [{ id: 5, nombre: 'Fonasa' }] })
  answerByDefault(budgetEndpoints.physicians, { physicians: [{ id: 1, nombre: 'Dra. Inés Muñoz' }] })
  answerByDefault(budgetEndpoints.list, { ...noPage, budgets: [] })
  answerByDefault(budgetEndpoints.listOf, { ...noPage, budgets: [] })
  answerByDefault(contactEndpoints.pages, { ...noPage, contactUs: [] })
  answerByDefault(deskEndpoints.tray, {
    ...noPage,
    requests: [],
    pending: { documents: 0, budgets: 0, contact: 0, imaging: 0, privacy: 0 },
  })
  answerByDefault(examEndpoints.list, noExams)
  answerByDefault(examEndpoints.listOf, noExams)
  answerByDefault(questionnaireEndpoints.examQuestionnaire, {
    data: {
      exam: { id: 1, text: 'Radiografía', specialty_code: 'RX', part: null, types: ['adulto'] },
      questionnaire: null,
      answers: null,
    },
  })
  answerByDefault(familyMemberEndpoints.group, { familyGroup: [] })
  answerByDefault(familyMemberEndpoints.memberships, { groups: [] })
  answerByDefault(familyRequestEndpoints.sent, { requests: [] })
  answerByDefault(familyRequestEndpoints.received, { requests: [] })
  answerByDefault(familyMemberEndpoints.staffGroup, { familyGroup: [] })
  answerByDefault(familyMemberEndpoints.staffMemberships, { groups: [] })
  answerByDefault(familyRequestEndpoints.staffSent, { requests: [] })
  answerByDefault(familyRequestEndpoints.staffReceived, { requests: [] })
  answerByDefault(familyMemberEndpoints.relationshipTypes, relationshipTypes)
  answerByDefault(catalogueEndpoints.nationalities, { nationalities: [{ id: 1, name: 'Chilena' }] })
  answerByDefault(catalogueEndpoints.forecasts, { forecasts: [{ id: 5, nombre: 'Fonasa', status: 1 }] })
  answerByDefault(catalogueEndpoints.genders, { genders: [{ id: 1, name: 'Femenino' }] })
  answerByDefault(catalogueEndpoints.regions, { regions: [{ id: 13, name: 'Metropolitana' }] })
  answerByDefault(catalogueEndpoints.displayDurations, { displayDurationExam: [] })
  answerByDefault(professionalEndpoints.professionals, { professionals: [], total: 0, page: 1, limit: 10 })
  answerByDefault(holidayEndpoints.holidays, { holidays: [] })
  answerByDefault(professionalEndpoints.places, {
    offices: [{ id: 2, office_id: 'PROVIDENCIA', name: 'Providencia' }],
    services: [{ code: '101', name: 'Medicina general', kind: 'consultation' }],
  })
  answerByDefault(mailingEndpoints.templates, { templates: [] })
  answerByDefault(publishingEndpoints.draft, { draft: null })
  answerByDefault(adEndpoints.one, {
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
  answerByDefault(schedulingTokenEndpoints.token, { token: 'portador', expires_at: '2126-11-26T12:00:00Z' })
  answerByDefault(serviceEndpoints.offices, { data: offices })
  answerByDefault(serviceEndpoints.specialties, { data: [{ code: '108', name: 'Cardiología Adulto' }] })
  answerByDefault(serviceEndpoints.professionals, { data: [] })
  answerByDefault(slotEndpoints.slots, { data: [] })
  answerByDefault(slotEndpoints.release, {})
  answerByDefault(bookingEndpoints.booked, { data: [] })
  answerByDefault(bookingEndpoints.busyTimes, { data: [] })
  answerByDefault(waitingEndpoints.offers, { data: [] })
  answerByDefault(waitingEndpoints.waiting, { data: [] })
  answerByDefault(legalEndpoints.current, {
    legalText: { id: 1, text: '<p>Texto legal.</p>', version: '1', valid_from: '2026-01-01' },
  })
}
