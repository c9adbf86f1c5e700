/** The authorization matrix: the status of every endpoint of the contract for each kind of caller. */

import { accountSecurityEndpoints, staffAccountEndpoints } from '@mi-portal/contract/account-security'
import { accountUnlockEndpoints } from '@mi-portal/contract/account-unlock'
import { adEndpoints } from '@mi-portal/contract/ads'
import { calendarAppointmentEndpoints } from '@mi-portal/contract/agenda/calendar-appointments'
import { calendarExceptionEndpoints } from '@mi-portal/contract/agenda/calendar-exceptions'
import { calendarImportEndpoints } from '@mi-portal/contract/agenda/calendar-import'
import { calendarWeekEndpoints } from '@mi-portal/contract/agenda/calendar-week'
import { holidayEndpoints } from '@mi-portal/contract/agenda/holidays'
import { professionalEndpoints } from '@mi-portal/contract/agenda/professionals'
import { applicationEndpoints } from '@mi-portal/contract/applications'
import { appointmentAgendaEndpoints, appointmentLinkEndpoints } from '@mi-portal/contract/appointment-agenda'
import { appointmentEndpoints } from '@mi-portal/contract/appointments'
import { auditEndpoints } from '@mi-portal/contract/audit'
import { bookingEndpoints } from '@mi-portal/contract/booking/bookings'
import { callRequestEndpoints } from '@mi-portal/contract/booking/call-request'
import { examCatalogueEndpoints } from '@mi-portal/contract/booking/exam-catalogue'
import { preparationEndpoints } from '@mi-portal/contract/booking/preparation'
import { procedureEndpoints } from '@mi-portal/contract/booking/procedures'
import { questionnaireEndpoints } from '@mi-portal/contract/booking/questionnaires'
import { reminderEndpoints } from '@mi-portal/contract/booking/reminders'
import { schedulingTokenEndpoints } from '@mi-portal/contract/booking/scheduling-token'
import { serviceEndpoints } from '@mi-portal/contract/booking/services'
import { slotEndpoints } from '@mi-portal/contract/booking/slots'
import { waitingEndpoints } from '@mi-portal/contract/booking/waiting-list'
import { breachEndpoints } from '@mi-portal/contract/breaches'
import { clinicAdministrationEndpoints } from '@mi-portal/contract/clinic/administration'
import { clinicHelpEndpoints } from '@mi-portal/contract/clinic/help'
import { publicClinicEndpoints } from '@mi-portal/contract/clinic/public-clinic'
import { clinicResultTextEndpoints } from '@mi-portal/contract/clinic/result-texts'
import { confirmationEndpoints } from '@mi-portal/contract/confirmations'
import { consentEndpoints } from '@mi-portal/contract/consents'
import { emailVerificationEndpoints } from '@mi-portal/contract/email-verification'
import { examShareEndpoints } from '@mi-portal/contract/exam-shares'
import { examEndpoints } from '@mi-portal/contract/exams'
import { exportEndpoints } from '@mi-portal/contract/exports'
import { delegationEndpoints } from '@mi-portal/contract/family/delegations'
import { guardianshipEndpoints } from '@mi-portal/contract/family/guardianship'
import { invitationEndpoints } from '@mi-portal/contract/family/invitations'
import { familyMemberEndpoints } from '@mi-portal/contract/family/members'
import { familyRequestEndpoints } from '@mi-portal/contract/family/requests'
import { fhirEndpoints, serviceAccountEndpoints } from '@mi-portal/contract/fhir'
import { identityEndpoints } from '@mi-portal/contract/identity'
import { imageEndpoints } from '@mi-portal/contract/images'
import { installationEndpoints } from '@mi-portal/contract/installation'
import { lateResultEndpoints } from '@mi-portal/contract/late-results'
import { legalEndpoints } from '@mi-portal/contract/legal'
import { mailedCodeEndpoints } from '@mi-portal/contract/mailed-code'
import { mailingEndpoints } from '@mi-portal/contract/mailing'
import { medicalOrderEndpoints, staffMedicalOrderEndpoints } from '@mi-portal/contract/medical-orders'
import { newsEndpoints } from '@mi-portal/contract/news'
import { notificationEndpoints } from '@mi-portal/contract/notifications'
import { notificationPreferenceEndpoints, usualSettings } from '@mi-portal/contract/notifications/preferences'
import { pushEndpoints } from '@mi-portal/contract/notifications/push'
import { textPhoneEndpoints, textReportEndpoints } from '@mi-portal/contract/notifications/text-messages'
import { overviewEndpoints } from '@mi-portal/contract/overview'
import { passkeyEndpoints } from '@mi-portal/contract/passkeys'
import { peopleEndpoints } from '@mi-portal/contract/people'
import { preventionEndpoints } from '@mi-portal/contract/prevention'
import { privateItemEndpoints } from '@mi-portal/contract/private-items'
import { professionalImageEndpoints } from '@mi-portal/contract/professional-images'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { publishingEndpoints } from '@mi-portal/contract/publishing'
import { registrationEndpoints } from '@mi-portal/contract/registration'
import { resultChoiceEndpoints } from '@mi-portal/contract/result-choices'
import { robotCheckEndpoints } from '@mi-portal/contract/robot-check'
import { secondFactorEndpoints } from '@mi-portal/contract/second-factor'
import { sessionEndpoints } from '@mi-portal/contract/session'
import { sessionConfirmationEndpoints } from '@mi-portal/contract/session-confirmation'
import { setupEndpoints } from '@mi-portal/contract/setup'
import { staffPermissionEndpoints } from '@mi-portal/contract/staff-permissions'
import { staffReadEndpoints } from '@mi-portal/contract/staff-reads'
import { userEndpoints } from '@mi-portal/contract/users'
import { visitCertificateEndpoints } from '@mi-portal/contract/visit-certificates'
import { alertCases } from '../../src/modules/alerts/alerts.authorization.ts'
import { attendanceCases } from '../../src/modules/attendance/attendance.authorization.ts'
import { callDueCases } from '../../src/modules/calls-due/calls-due.authorization.ts'
import { catalogueCases } from '../../src/modules/catalogues/catalogues.authorization.ts'
import { complaintCases } from '../../src/modules/complaints/complaints.authorization.ts'
import { emergencyContactCases } from '../../src/modules/emergency-contacts/emergency-contacts.authorization.ts'
import { favouriteCases } from '../../src/modules/favourites/favourites.authorization.ts'
import { frontDeskCases } from '../../src/modules/front-desk/front-desk.authorization.ts'
import { numberCases } from '../../src/modules/numbers/numbers.authorization.ts'
import { serviceRequestCases } from '../../src/modules/service-requests/service-requests.authorization.ts'
import { surveyCases } from '../../src/modules/survey/survey.authorization.ts'
import { asA, legalTextId, staffAcceptance, staffRefusal } from '../family.ts'
import type { Person } from './actors.ts'
import {
  type AccessCase,
  agenda,
  agendaOfPatient,
  casesOf,
  closed,
  type Details,
  type EndpointCases,
  nothingThere,
  ofPatient,
  open,
  own,
  type Sent,
  signedIn,
  staffOnly,
  superAdminOnly,
} from './cases.ts'

const idOf = (about: Person) => ({ params: { id: about.id } })
const patientOf = (about: Person) => ({ query: { patient_id: about.id } })
const linkOf = (about: Person) => ({ params: { id: about.link } })
const receivedOf = (about: Person) => ({ params: about.received })
const documentOf = (about: Person) => ({ document_type_id: 1, document_number: about.document })
const noKey = { params: { key: 'k'.repeat(40) } }
const noImage = { ...noKey.params, study: '1.2', series: '1.2', instance: '1.2' }
const wrongCode = { body: { code: '000000' } }
const unknownPasskey = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA', userHandle: 'AAAA' },
}
const unknownToken = { body: { token: 't'.repeat(43) } }
const articleDraft = { params: { kind: 'article', target: 0 }, body: { data: { title: 'Nota' } } }
const wholeDay = { from: '2026-12-28', to: '2026-12-28', starts: null, ends: null }
const noForm = { form: new FormData() }
const sharing = (patientId: number, attention_id: number) => ({
  params: { patientId, attention_id, type: 'laboratory' },
  body: { recipient_email: 'luis@ejemplo.cl', type_relationship: 3, comment: '' },
})
const aWeek = { from: '2026-11-27', to: '2026-12-03', specialty: '101' }
const appointmentParams = (id_appointment: number) => ({ params: { id_appointment } })
const appointmentBody = (id_appointment: number) => ({ body: { id_appointment } })

/** The cases of something of a patient, and of one that the law keeps from a guardian. Delegates ask for the first. */
function andReserved(
  usual: (about: Person) => Sent,
  reserved: (about: Person) => Sent,
  { delegate, ...details }: Details = {},
  kind: typeof ofPatient = ofPatient,
): AccessCase[] {
  return [
    kind({ ...details, ...(delegate === undefined ? {} : { delegate }), sent: usual }),
    kind({ ...details, but: { guardian: 404 }, sent: reserved }),
  ]
}
const ofAppointments = (
  request: (id: number) => Sent,
  details: Details = {},
  kind: typeof ofPatient = ofPatient,
) =>
  andReserved(
    ({ hour }) => request(hour),
    ({ reservedAppointment }) => request(reservedAppointment),
    details,
    kind,
  )
const ofExams = (request: (patientId: number, attention_id: number) => Sent, details: Details = {}) =>
  andReserved(
    ({ id, exam }) => request(id, exam),
    ({ id, reservedExam }) => request(id, reservedExam),
    details,
  )
const laboratoryExam = (patientId: number, attention_id: number) => ({
  params: { patientId, attention_id, type: 'laboratory' },
})
// No slot is held here. Callers who may book for the patient get 409 (the hold has ended), all others 401 or
// 404.
const mayBook = { ok: 409, but: { leader: 409 }, delegate: 'appointments' } as const
const familyCard = ['name', 'document', 'contact'] as const

export const table: readonly EndpointCases[] = [
  ...casesOf('account-security', accountSecurityEndpoints, {
    signIns: signedIn(),
    session: signedIn(),
    reportSignIn: signedIn({ params: nothingThere.params, ok: 404 }),
    lock: signedIn(),
    requestLock: open({ sent: (about) => ({ body: documentOf(about) }) }),
    lockByLink: open({ ...unknownToken, ok: 410 }),
    reportByLink: open({ ...unknownToken, ok: 410 }),
    resetAtSignIn: open({ body: { challenge: 'x', code: '12345678' }, ok: 400 }),
    resetInSession: signedIn({ body: { code: '12345678' }, ok: 400 }),
  }),

  ...casesOf('account-unlock', accountUnlockEndpoints, {
    unlock: open({ body: { document_number: '123456785', solem: 'x' }, ok: 400 }),
  }),

  ...casesOf('confirmations', confirmationEndpoints, {
    list: staffOnly({ ofEveryPatient: true }),
    signIns: staffOnly({ ofEveryPatient: true }),
    confirm: staffOnly({ ...nothingThere, ok: 404 }),
    reject: staffOnly({ ...nothingThere, body: { reason: 'wrong-data' }, ok: 404 }),
    withdraw: staffOnly({ ...nothingThere, ok: 404 }),
  }),

  ...casesOf('staff-account', staffAccountEndpoints, {
    state: staffOnly({ sent: idOf }),
    lock: staffOnly({ sent: (about) => ({ ...idOf(about), body: { reason: 'lost-device' } }) }),
    resetSecondFactor: staffOnly({ sent: idOf }),
    giveResetCode: staffOnly({ sent: (about) => ({ ...idOf(about), body: { document_checked: true } }) }),
    unlock: staffOnly({ sent: (about) => ({ ...idOf(about), body: { document_checked: true } }), ok: 409 }),
  }),

  ...casesOf('ads', adEndpoints, {
    list: signedIn({ but: { administrator: 403 } }),
    pages: superAdminOnly({ body: {} }),
    one: superAdminOnly({ ...nothingThere, ok: 404 }),
    create: superAdminOnly({ body: {}, ok: 400 }),
    edit: superAdminOnly({ ...nothingThere, ok: 400 }),
    disable: superAdminOnly({ ...nothingThere, ok: 404 }),
    enable: superAdminOnly({ ...nothingThere, ok: 404 }),
  }),

  ...casesOf('professionals', professionalEndpoints, {
    places: staffOnly(),
    professionals: staffOnly(),
    professional: staffOnly({ ...nothingThere, ok: 404 }),
    create: staffOnly({ body: {}, ok: 400 }),
    edit: staffOnly({ ...nothingThere, ok: 400 }),
  }),

  ...casesOf('calendar-week', calendarWeekEndpoints, {
    week: staffOnly({ ...nothingThere, query: { from: '2026-12-28' }, ok: 404 }),
  }),

  ...casesOf('calendar-exceptions', calendarExceptionEndpoints, {
    booked: staffOnly({ ...nothingThere, body: wholeDay, ok: 404 }),
    block: staffOnly({ ...nothingThere, body: { ...wholeDay, reason: '', decisions: [] }, ok: 404 }),
    open: staffOnly({ ...nothingThere, ok: 400 }),
    exceptionAppointments: staffOnly({ ...nothingThere, ok: 404 }),
    endException: staffOnly({ ...nothingThere, body: { decisions: [] }, ok: 404 }),
  }),

  ...casesOf('calendar-appointments', calendarAppointmentEndpoints, {
    targets: staffOnly({ ...nothingThere, query: { from: '2026-12-28' }, ok: 404 }),
    move: staffOnly({ ...nothingThere, body: { slot_id: 1, sequence: 0 }, ok: 404 }),
    cancel: staffOnly({ ...nothingThere, body: { sequence: 0 }, ok: 404 }),
    confirm: staffOnly({ ...nothingThere, body: { sequence: 0 }, ok: 404 }),
    heldByPortal: staffOnly({ ofEveryPatient: true, shows: ['name', 'clinical'] }),
  }),

  ...callDueCases,
  ...complaintCases,
  ...frontDeskCases,
  ...numberCases,

  ...casesOf('holidays', holidayEndpoints, {
    holidays: staffOnly({ query: { year: 2026 } }),
    holidayAppointments: staffOnly({
      params: { day: '2026-12-30' },
      ofEveryPatient: true,
      shows: ['name', 'clinical'],
    }),
    addHoliday: staffOnly({ body: {}, ok: 400 }),
    removeHoliday: staffOnly({ params: { day: '2026-12-30' }, ok: 404 }),
  }),

  ...casesOf('calendar-import', calendarImportEndpoints, {
    previewImport: staffOnly({ body: {}, ok: 400 }),
    runImport: staffOnly({ body: {}, ok: 400 }),
  }),

  ...casesOf('professionalImages', professionalImageEndpoints, {
    store: staffOnly({ params: nothingThere.params, ...noForm, ok: 400 }),
    remove: staffOnly({ ...nothingThere, ok: 404 }),
    read: open({ params: { key: 'k'.repeat(22) }, ok: 404 }),
  }),

  ...casesOf('fhir', fhirEndpoints, {
    metadata: open(),
    // Needs the secret of a service account, which none of these callers has.
    transaction: closed(),
    search: own({ params: { type: 'Appointment' } }),
    searchByForm: own({ params: { type: 'Appointment' } }),
    read: own({ sent: ({ id }) => ({ params: { type: 'Patient', id } }) }),
  }),

  ...casesOf('serviceAccounts', serviceAccountEndpoints, {
    list: superAdminOnly({ shows: ['name'], ofEveryPatient: true }),
    create: superAdminOnly({ body: {}, ok: 400 }),
    revoke: superAdminOnly({ ...nothingThere, ok: 404 }),
  }),

  ...alertCases,

  ...casesOf('appointments', appointmentEndpoints, {
    upcomingSummary: own(),
    historySummary: own(),
    upcoming: own(),
    upcomingOf: ofPatient({ sent: idOf, delegate: 'appointments' }),
    history: own(),
    historyOf: ofPatient({ sent: idOf, delegate: 'appointments' }),
    cancel: ofAppointments(appointmentBody, { delegate: 'appointments' }),
  }),

  ...casesOf('appointment-agenda', appointmentAgendaEndpoints, {
    list: [
      own({ shows: ['name', 'clinical'] }),
      // A group owner who may book for an adult sees the appointments that they booked; here there are none.
      ofPatient({
        sent: ({ id }) => ({ query: { patient_id: id } }),
        but: { leader: 200 },
        delegate: 'appointments',
        shows: ['name', 'clinical'],
      }),
    ],
    one: ofAppointments(appointmentParams, { delegate: 'appointments', shows: ['name', 'clinical'] }),
    // These appointments are in no calendar of the portal.
    confirm: ofAppointments(appointmentBody, { ok: 409, delegate: 'appointments' }),
  }),

  ...casesOf('appointment-links', appointmentLinkEndpoints, {
    show: open({ ...unknownToken, ok: 404 }),
    confirm: open({ ...unknownToken, ok: 404 }),
    cancel: open({ ...unknownToken, ok: 404 }),
  }),

  ...attendanceCases,

  // No result of these patients is late.
  ...casesOf('late-results', lateResultEndpoints, { list: staffOnly({ shows: [] }) }),

  // The appointments of these patients are not over.
  ...casesOf('visit-certificates', visitCertificateEndpoints, {
    issue: ofAppointments((id_appointment) => ({ body: { id_appointment, shows_professional: false } }), {
      ok: 409,
      delegate: 'appointments',
    }),
    file: own({ params: { id: 2_000_000_000 }, ok: 404 }),
    verify: open({ body: { code: '0000-0000-0000-0000' }, ok: 404 }),
  }),

  ...casesOf('audit', auditEndpoints, {
    list: superAdminOnly({ body: {}, ofEveryPatient: true }),
    actions: superAdminOnly(),
    export: superAdminOnly({ body: {}, ofEveryPatient: true }),
  }),

  ...casesOf('services', serviceEndpoints, {
    offices: agenda(),
    specialties: agenda(),
    professionals: agenda(),
  }),

  ...casesOf('slots', slotEndpoints, {
    slots: [
      agenda({ query: aWeek }),
      agendaOfPatient({
        sent: ({ id }) => ({ query: { ...aWeek, patient_id: id } }),
        but: { leader: 200 },
        delegate: 'appointments',
      }),
    ],
    hold: agenda({ body: { slot_id: 1 }, ok: 404 }),
    release: agenda({ params: { hold_id: 1 }, ok: 404 }),
  }),

  ...casesOf('booking', bookingEndpoints, {
    check: agendaOfPatient({
      sent: ({ id }) => ({ params: { hold_id: 1 }, body: { patient_id: id } }),
      ...mayBook,
    }),
    book: agendaOfPatient({ sent: ({ id }) => ({ body: { hold_id: 1, patient_id: id } }), ...mayBook }),
    booked: agenda(),
    busyTimes: agenda({ query: { from: aWeek.from, to: aWeek.to }, shows: ['name'] }),
    cancel: ofAppointments(appointmentParams, { delegate: 'appointments' }, agendaOfPatient),
    calendarFile: ofAppointments(appointmentParams, { delegate: 'appointments' }, agendaOfPatient),
  }),

  ...casesOf('preparation', preparationEndpoints, {
    bookedAppointment: ofAppointments(
      appointmentParams,
      { delegate: 'appointments', shows: ['name', 'clinical'] },
      agendaOfPatient,
    ),
  }),

  ...casesOf('scheduling-token', schedulingTokenEndpoints, {
    token: [own(), staffOnly({ sent: patientOf, shows: [] })],
    visit: open({ body: { assertion: 'x' }, ok: 404 }),
  }),

  ...casesOf('waiting', waitingEndpoints, {
    wait: agendaOfPatient({
      sent: ({ id }) => ({ body: { patient_id: id, specialty: '101' } }),
      but: { leader: 200 },
      delegate: 'appointments',
      shows: ['name'],
    }),
    waiting: agenda({ shows: ['name'] }),
    stopWaiting: agenda({ params: { id: 2_000_000 }, ok: 404 }),
    offers: agenda(),
  }),

  ...casesOf('reminders', reminderEndpoints, { off: open({ body: { token: 'x' }, ok: 404 }) }),

  ...casesOf('exam-catalogue', examCatalogueEndpoints, {
    specialties: agenda({ body: { type_patient: 'adulto' } }),
    exams: agenda({ body: { type: 'adulto', specialty_code: 'RX' } }),
    indications: agenda({ body: { code: 1001 } }),
    indicationsFile: open({ params: { key: 'exam-rx' } }),
  }),

  ...casesOf('call-request', callRequestEndpoints, { contact: agenda({ ...noForm, ok: 400 }) }),

  ...casesOf('procedures', procedureEndpoints, {
    procedureCategories: agenda({ query: { branch_office: 2 } }),
    procedures: agenda({ query: { branch_office: 2, category: 'CAR' } }),
    procedureIndications: agenda({ query: { code: 'P001' } }),
  }),

  ...casesOf('questionnaires', questionnaireEndpoints, {
    questionnaires: agenda(),
    examQuestionnaire: agendaOfPatient({
      sent: ({ id }) => ({ params: { exam_id: 1063 }, query: { patient_id: id } }),
      but: { leader: 200 },
      delegate: 'appointments',
      shows: [],
    }),
    answerQuestionnaire: agendaOfPatient({
      sent: ({ id }) => ({ params: { exam_id: 1063 }, body: { patient_id: id, answers: [] } }),
      ok: 400,
      but: { leader: 400 },
      delegate: 'appointments',
      shows: [],
    }),
  }),

  ...casesOf('applications', applicationEndpoints, {
    state: open({ ...noKey, ok: 404 }),
    createCode: open({ ...noKey, ok: 404 }),
  }),
  ...casesOf('robot-check', robotCheckEndpoints, { challenge: open() }),

  ...catalogueCases,
  ...serviceRequestCases,

  ...casesOf('exams', examEndpoints, {
    list: own(),
    listOf: ofPatient({ sent: ({ id }) => ({ params: { patientId: id } }), delegate: 'exams' }),
    awaited: own({ shows: [] }),
    awaitedOf: ofPatient({ sent: ({ id }) => ({ params: { patientId: id } }), shows: [] }),
    view: ofExams(laboratoryExam, { delegate: 'exams' }),
    documents: ofExams(laboratoryExam, { delegate: 'exams' }),
    visit: ofExams(laboratoryExam, { delegate: 'exams' }),
    visitFile: open({ ...noKey, ok: 404 }),
    results: ofExams((patientId, attention_id) => ({ params: { patientId, attention_id } }), {
      delegate: 'exams',
    }),
    resultsByKey: open({ ...noKey, ok: 404 }),
    file: open({ ...noKey, ok: 404 }),
  }),

  ...casesOf('images', imageEndpoints, {
    // The actors have exams of the laboratory only, which have no images. `images.test.ts` tests imaging exams.
    list: ofPatient({ sent: ({ id, exam }) => ({ params: { patientId: id, attention_id: exam } }), ok: 404 }),
    frame: open({ params: { ...noImage, frame: 1 }, ok: 404 }),
    original: open({ params: noImage, ok: 404 }),
    prepareDownload: open({ ...noKey, body: { study: '1.2', format: 'dicom' as const }, ok: 404 }),
    download: open({ ...noKey, ok: 404 }),
    sharedList: open({ body: noKey.params, ok: 404 }),
    sharedFrame: open({ params: { ...noImage, frame: 1 }, ok: 404 }),
  }),

  ...casesOf('clinic', clinicHelpEndpoints, { help: open({ body: {} }) }),

  ...casesOf('clinic', clinicResultTextEndpoints, { withheldResults: open({ body: {} }) }),

  ...casesOf('clinic', publicClinicEndpoints, {
    clinic: open({ body: {} }),
    image: open({ params: { name: `${'0'.repeat(64)}.svg` }, ok: 404 }),
  }),

  ...casesOf('clinic', clinicAdministrationEndpoints, {
    parts: superAdminOnly({ body: {} }),
    part: superAdminOnly({ params: { part: 'survey' } }),
    saveDraft: superAdminOnly({ params: { part: 'survey' }, body: {}, ok: 400 }),
    discardDraft: superAdminOnly({ params: { part: 'survey' } }),
    changes: superAdminOnly({ body: {} }),
    publish: superAdminOnly({ body: {}, ok: 400 }),
    versions: superAdminOnly({ params: { part: 'survey' } }),
    restore: superAdminOnly({ params: { part: 'survey', version: 2_000_000_000 }, ok: 404 }),
    file: superAdminOnly({ params: { part: 'survey' } }),
    uploadFile: superAdminOnly({ params: { part: 'survey' }, body: {}, ok: 400 }),
    addImage: superAdminOnly({ body: {}, ok: 400 }),
    package: superAdminOnly({ body: {} }),
    uploadPackage: superAdminOnly({ body: {}, ok: 400 }),
    newPackage: superAdminOnly({ body: {}, ok: 400 }),
    previewPreparation: superAdminOnly({ body: {}, ok: 400 }),
    mails: superAdminOnly({ body: {} }),
    previewMail: superAdminOnly({ params: { mail: 'booking.booked' }, body: {} }),
  }),

  ...casesOf('breaches', breachEndpoints, {
    list: superAdminOnly({ body: {} }),
    create: superAdminOnly({ body: {}, ok: 400 }),
    one: superAdminOnly({ ...nothingThere, ok: 404 }),
    edit: superAdminOnly({ ...nothingThere, ok: 400 }),
    people: superAdminOnly({ ...nothingThere, ok: 404 }),
    export: superAdminOnly({ ...nothingThere, ok: 404 }),
    send: superAdminOnly({ ...nothingThere, ok: 404 }),
    letters: superAdminOnly({ ...nothingThere, ok: 404 }),
  }),

  ...casesOf('exports', exportEndpoints, {
    request: ofPatient({ sent: ({ id }) => ({ params: { patientId: id } }) }),
    list: own(),
    file: own({ params: { id: 2_000_000_000, kind: 'pdf' }, ok: 404 }),
  }),

  ...casesOf('exam-shares', examShareEndpoints, {
    send: ofExams(sharing),
    list: own(),
    listOf: ofPatient({ sent: idOf }),
    // A guardian does not see a share that the adolescent created.
    end: ofPatient({ sent: ({ share }) => ({ params: { id: share } }), but: { guardian: 404 } }),
    open: open({ body: { token: 't'.repeat(43), code: '000000' }, ok: 404 }),
    file: open({ ...noKey, ok: 404 }),
  }),

  ...casesOf('family-invitations', invitationEndpoints, {
    judgeLanding: open({
      sent: ({ document }) => ({
        body: { decision: 'accepted', document_type: '1', document_number: document, name: 'Otra', s: 'x' },
      }),
    }),
    openInvitation: open({
      sent: ({ invitationToken }) => ({ body: { token: invitationToken } }),
      shows: ['name'],
    }),
  }),

  ...casesOf('delegations', delegationEndpoints, {
    list: own({ shows: ['name'] }),
    give: own({
      body: {
        document_type_id: 1,
        document_number: '123456785',
        matters: ['exams'],
        may_book: false,
        months: 12,
      },
      but: { upward: 403 },
    }),
    // No offer of access has this number; the tests of delegated access call with those of others.
    accept: own({ ...nothingThere, ok: 404, but: { upward: 403 } }),
    decline: own({ ...nothingThere, ok: 404, but: { upward: 403 } }),
    renew: own({ ...nothingThere, ok: 404, but: { upward: 403 } }),
    end: own({ ...nothingThere, ok: 404 }),
  }),

  ...casesOf('family-members', familyMemberEndpoints, {
    relationshipTypes: signedIn(),
    preferred: own({ shows: ['name'] }),
    group: own({ shows: familyCard }),
    selections: signedIn({ shows: ['name'] }),
    member: ofPatient({
      sent: linkOf,
      but: { patient: 404, leader: 200, administrator: 200, superAdministrator: 200 },
      shows: familyCard,
    }),
    memberships: own({ shows: ['name'] }),
    switchBooking: ofPatient({
      sent: ({ link }) => ({ params: { id: link }, body: { may_book: false } }),
      but: { guardian: 404, upward: 403 },
    }),
    remove: ofPatient({ sent: linkOf, but: { leader: 200, upward: 403 } }),
    staffGroup: staffOnly({ sent: patientOf, shows: familyCard }),
    staffMemberships: staffOnly({ sent: patientOf, shows: ['name'] }),
    staffRemove: staffOnly({ sent: ({ link }) => ({ query: { id: link } }), shows: [] }),
    staffGuardian: staffOnly({
      sent: ({ link }) => ({ params: { link_id: link }, body: {} }),
      shows: familyCard,
    }),
  }),

  ...casesOf('guardianship', guardianshipEndpoints, {
    announcements: own({ shows: ['name'] }),
    // No guardian was announced in the matrix; the tests of announcements answer to some.
    answer: own({ ...nothingThere, body: { agrees: false }, ok: 404 }),
    protect: staffOnly({
      sent: ({ id }) => ({ params: { patient_id: id }, body: { protected: true } }),
      shows: [],
    }),
  }),

  ...casesOf('family-requests', familyRequestEndpoints, {
    search: signedIn({
      sent: (about) => ({ params: documentOf(about) }),
      but: { upward: 403 },
      shows: { patients: ['name'], staff: ['name', 'contact'] },
    }),
    sent: own({ shows: ['name'] }),
    received: own({ shows: ['name'] }),
    add: signedIn({
      sent: ({ document }) => ({
        body: {
          family_document_type: 1,
          family_document_number: document,
          type_relationship_id: asA.nephew,
          legal_text_id: legalTextId,
        },
      }),
      but: {
        patient: 400,
        guardian: 400,
        leader: 400,
        upward: 403,
        administrator: 403,
        superAdministrator: 403,
      },
    }),
    accept: ofPatient({ sent: receivedOf, but: { guardian: 404 }, shows: ['name'] }),
    reject: ofPatient({ sent: receivedOf, but: { guardian: 404 }, shows: ['name'] }),
    staffSent: staffOnly({ sent: patientOf, shows: ['name'] }),
    staffReceived: staffOnly({ sent: patientOf, shows: ['name'] }),
    staffAdd: staffOnly({
      sent: ({ id }) => ({
        body: {
          patient_id: id,
          family_document_type: 1,
          family_document_number: '111111111',
          type_relationship_id: asA.nephew,
        },
      }),
      // The children in the matrix cannot own a group.
      ok: 400,
      shows: ['name'],
    }),
    // The request is not the caller's own, or does not exist.
    resend: own({ params: { request_id: 2_000_000_000 }, ok: 404 }),
    staffAccept: staffOnly({
      sent: (about) => ({ ...receivedOf(about), query: staffAcceptance }),
      shows: [],
    }),
    staffReject: staffOnly({ sent: (about) => ({ ...receivedOf(about), query: staffRefusal }), shows: [] }),
  }),

  ...casesOf('result-choices', resultChoiceEndpoints, {
    one: ofAppointments(appointmentParams, { shows: [] }),
    // The demonstration does not offer the choice.
    choose: ofAppointments((id) => ({ ...appointmentParams(id), body: { choice: 'now' } }), { ok: 409 }),
    show: ofPatient({
      sent: ({ id, exam }) => ({ params: { patientId: id, attention_id: exam, type: 'laboratory' } }),
      ok: 404,
    }),
  }),

  ...casesOf('medical-orders', medicalOrderEndpoints, {
    one: ofAppointments(appointmentParams),
    // Without a file.
    attach: ofAppointments((id) => ({ ...appointmentParams(id), ...noForm }), { ok: 400 }),
    remove: ofAppointments(appointmentParams),
    file: ofPatient({
      sent: ({ hour }) => ({ params: { id_appointment: hour, file_id: 2_000_000_000 } }),
      ok: 404,
    }),
  }),
  ...casesOf('staff-medical-orders', staffMedicalOrderEndpoints, {
    one: staffOnly({ sent: ({ hour }) => ({ params: { id: hour } }), shows: [] }),
    file: staffOnly({ sent: ({ hour }) => ({ params: { id: hour, file_id: 2_000_000_000 } }), ok: 404 }),
  }),

  ...emergencyContactCases,

  ...casesOf('private-items', privateItemEndpoints, {
    options: own(),
    // Removes the mark. Every patient may do this with their own items.
    markExam: own({
      sent: ({ exam }) => ({ body: { attention_id: exam, type: 'laboratory', is_private: false } }),
    }),
    markAppointment: own({ sent: ({ hour }) => ({ body: { id_appointment: hour, is_private: false } }) }),
  }),

  ...favouriteCases,

  ...casesOf('identity', identityEndpoints, {
    mode: open(),
    start: open({ ok: 400 }),
    info: open({
      sent: ({ document }) => ({ params: { rut: document } }),
      ok: 403,
      but: { administrator: 200, superAdministrator: 200, disabled: 401 },
      shows: { patients: [], staff: ['registry', 'document'] },
    }),
    step: open({ ...noKey, ok: 404 }),
    answer: open({ ...noKey, body: { number: 1, option: 'x' }, ok: 404 }),
    cancel: open({ ...noKey, ok: 404 }),
    openIdStart: open({ ...noKey, ok: 404 }),
    openIdReturn: open({ ok: 404 }),
  }),

  ...casesOf('consents', consentEndpoints, {
    list: own(),
    text: own({ params: { id: 1 }, ok: 404 }),
    pending: own(),
    give: own({ body: { accepted: [{ kind: 'terms', version: '4' }] } }),
    withdraw: own({ params: { kind: 'terms' } }),
    reminders: own({ body: { on: false } }),
  }),

  ...casesOf('legal', legalEndpoints, {
    versions: superAdminOnly({ params: { kind: 'terms' }, shows: [] }),
    publish: superAdminOnly({
      params: { kind: 'terms' },
      body: { text: 'x', ask_again: false, based_on: 900 },
      ok: 409,
    }),
    version: superAdminOnly({ params: { kind: 'terms', version: '4' }, shows: [] }),
    current: open({ params: { kind: 'terms' } }),
    pdf: open({ params: { kind: 'family_group' } }),
  }),

  ...casesOf('news', newsEndpoints, { list: own({ shows: ['name', 'clinical', 'request'] }) }),

  ...casesOf('notification-preferences', notificationPreferenceEndpoints, {
    get: own({ shows: ['name'] }),
    choose: own({ body: { choices: [{ topic: 'results', channels: ['email'] }] } }),
    set: own({ body: usualSettings }),
  }),

  // The portal of these tests sends no text messages.
  ...casesOf('text-phone', textPhoneEndpoints, {
    sendCode: own({ ok: 404 }),
    confirm: own({ body: { code: '123456' }, ok: 404 }),
    remove: own(),
  }),

  ...casesOf('text-messages', textReportEndpoints, { receive: closed() }),

  ...casesOf('push-subscriptions', pushEndpoints, {
    subscribe: own({
      sent: ({ id }) => ({
        body: {
          endpoint: `https://fcm.googleapis.com/fcm/send/${id}`,
          p256dh: 'B'.repeat(87),
          auth: 'a'.repeat(22),
        },
      }),
    }),
    renew: own({ body: { endpoint: 'https://fcm.googleapis.com/fcm/send/0' } }),
    remove: own({ params: nothingThere.params, ok: 404 }),
  }),

  ...casesOf('notifications', notificationEndpoints, {
    list: own(),
    one: ofPatient({
      sent: ({ notification }) => ({ params: { id: notification } }),
      but: { guardian: 404 },
    }),
    read: ofPatient({
      sent: ({ notification }) => ({ body: { ids: [notification] } }),
      but: { guardian: 404 },
    }),
    stream: own({ endless: true }),
  }),

  ...casesOf('installation', installationEndpoints, {
    state: superAdminOnly(),
    chooseIdentity: superAdminOnly({ body: {}, ok: 400 }),
    sendTestMail: superAdminOnly({ shows: ['contact'] }),
  }),

  ...casesOf('overview', overviewEndpoints, {
    summary: staffOnly(),
    mails: staffOnly({ ofEveryPatient: true, shows: ['name'] }),
    retryMail: staffOnly({ ...nothingThere, ok: 409 }),
    signIns: staffOnly({ ofEveryPatient: true }),
    survey: staffOnly({ ofEveryPatient: true }),
  }),

  ...casesOf('people', peopleEndpoints, {
    self: own({ but: { administrator: 200, superAdministrator: 200 } }),
    one: ofPatient({
      sent: idOf,
      but: { administrator: 200, superAdministrator: 200 },
      shows: { patients: ['name', 'document', 'account'], staff: ['name', 'document', 'contact', 'account'] },
    }),
  }),

  ...casesOf('mailing', mailingEndpoints, {
    templates: superAdminOnly(),
    preview: superAdminOnly({ ...nothingThere, ok: 404 }),
    send: superAdminOnly({ body: {}, ok: 400 }),
  }),

  ...casesOf('prevention', preventionEndpoints, {
    list: signedIn({ but: { administrator: 403 } }),
    pages: signedIn({ body: {}, but: { administrator: 403 } }),
    templates: superAdminOnly(),
    one: superAdminOnly({ ...nothingThere, ok: 404 }),
    create: superAdminOnly({ body: {}, ok: 400 }),
    edit: superAdminOnly({ ...nothingThere, ok: 400 }),
    disable: superAdminOnly({ ...nothingThere, ok: 404 }),
    enable: superAdminOnly({ ...nothingThere, ok: 404 }),
  }),

  ...casesOf('publishing', publishingEndpoints, {
    draft: superAdminOnly({ ...articleDraft }),
    storeDraft: superAdminOnly({ ...articleDraft }),
    deleteDraft: superAdminOnly({ ...articleDraft }),
    storeImage: superAdminOnly({ ...noForm, ok: 400 }),
    image: open({ params: { key: 'k'.repeat(22) }, ok: 404 }),
  }),

  ...casesOf('profile', profileEndpoints, {
    edit: own({ ...noForm, ok: 400 }),
    close: own(),
    changePassword: signedIn({
      body: { oldPassword: 'equivocada', password: 'Araucaria-1810' },
      ok: 400,
      but: { temporary: 400 },
    }),
    recover: open({ sent: (about) => ({ body: documentOf(about) }), shows: ['document'] }),
    confirmEmail: open({ ...unknownToken, ok: 404 }),
    photos: signedIn({
      sent: idOf,
      but: { stranger: 404, appointmentsDelegate: 404, examsDelegate: 404, requestsDelegate: 404 },
    }),
    photo: open({ ...noKey, ok: 404 }),
    accesses: own({ shows: ['name'], ofEveryPatient: true }),
  }),

  ...casesOf('email-verification', emailVerificationEndpoints, {
    state: signedIn(),
    resend: signedIn({ ok: 409 }),
    answerQuestion: own({ body: { answer: 'yes' } }),
  }),

  ...casesOf('mailed-code', mailedCodeEndpoints, {
    answer: open({ body: { challenge: 'x', code: '000000' }, ok: 400 }),
  }),

  ...casesOf('registration', registrationEndpoints, {
    available: open({ sent: (about) => ({ params: documentOf(about) }), ok: 400 }),
    age: open({ params: { date: '2010-01-01' } }),
    saveDraft: open({
      body: {
        status: 'sv_register_continuar',
        document_type_id: 1,
        document_number: '111111111',
        email: 'nadie@ejemplo.cl',
        cellphone: '12345678',
      },
    }),
    updateDraft: open({ ok: 400 }),
    register: open({ ...noForm, ok: 400 }),
  }),

  ...casesOf('session-confirmation', sessionConfirmationEndpoints, {
    // The actors have no password.
    confirm: signedIn({ body: { password: 'equivocada' }, ok: 400 }),
  }),

  ...casesOf('secondFactor', secondFactorEndpoints, {
    answer: open({ body: { challenge: 'x', code: '000000' }, ok: 400 }),
    state: signedIn(),
    begin: signedIn({ body: {} }),
    confirm: signedIn({ ...wrongCode, ok: 409 }),
    renewCodes: signedIn({ ...wrongCode, ok: 409 }),
    remove: signedIn({ ...wrongCode, ok: 400 }),
  }),

  ...casesOf('passkeys', passkeyEndpoints, {
    // The address of the test's portal is an IP address, which has no passkeys.
    signInOptions: open(),
    signIn: open({ body: { area: 'patient', credential: unknownPasskey }, ok: 404 }),
    confirmOptions: signedIn({ ok: 404, but: { temporary: 404 } }),
    confirm: signedIn({ body: { credential: unknownPasskey }, ok: 404, but: { temporary: 404 } }),
    list: signedIn(),
    registerOptions: signedIn({ ok: 404 }),
    register: signedIn({ body: {}, ok: 400 }),
    rename: signedIn({ ...nothingThere, body: { name: 'Mi teléfono' }, ok: 404 }),
    remove: signedIn({ params: nothingThere.params, ok: 404 }),
    declineOffer: signedIn(),
  }),

  ...casesOf('session', sessionEndpoints, {
    signIn: open({ sent: (about) => ({ body: { ...documentOf(about), password: 'equivocada' } }), ok: 400 }),
    signInStaff: open({ sent: (about) => ({ body: { ...documentOf(about), password: 'x' } }), ok: 400 }),
    renew: ofOneself(),
    signOut: ofOneself(),
  }),

  ...casesOf('setup', setupEndpoints, {
    open: open({ body: { token: 't'.repeat(43) }, ok: 410 }),
    createSuperAdmin: open({ body: {}, ok: 400 }),
  }),

  ...surveyCases,

  ...casesOf('staff-permissions', staffPermissionEndpoints, {
    one: superAdminOnly({ sent: idOf, ok: 404 }),
    edit: superAdminOnly({ ...nothingThere, ok: 400 }),
  }),

  ...casesOf('staff-reads', staffReadEndpoints, { giveReason: staffOnly({ body: { reason: 'busy-day' } }) }),

  ...casesOf('users', userEndpoints, {
    list: staffOnly({
      sent: ({ document }) => ({ body: { filter: document } }),
      shows: ['name', 'document'],
    }),
    one: staffOnly({ sent: idOf }),
    createAdministrator: superAdminOnly({ ...noForm, ok: 400 }),
    createPatient: staffOnly({ ...noForm, ok: 400 }),
    createRecord: staffOnly({ body: {}, ok: 400 }),
    edit: staffOnly({ ...noForm, ok: 400 }),
    disable: staffOnly({ sent: idOf }),
    // The person lives: there is no death to correct.
    reportDeath: staffOnly({ sent: (them) => ({ ...idOf(them), body: { deceased: false } }), ok: 409 }),
    confirm: staffOnly({ sent: ({ awaiting }) => ({ params: { id: awaiting }, body: {} }) }),
    // The account that waits has no application with a code.
    confirmInPerson: staffOnly({
      sent: ({ awaiting }) => ({
        params: { id: awaiting },
        body: { code: '000000', reason: 'Vino con su cédula', document_checked: true },
      }),
      ok: 400,
    }),
    deny: staffOnly({ sent: ({ awaiting }) => ({ params: { id: awaiting }, body: {} }) }),
  }),
]

/** The id in the address must be the caller's. */
function ofOneself() {
  const delegates = { appointmentsDelegate: 403, examsDelegate: 403, requestsDelegate: 403 }
  const others = { guardian: 403, leader: 403, upward: 403, stranger: 403, ...delegates }
  const staff = { administrator: 403, superAdministrator: 403 }
  return signedIn({ sent: idOf, but: { ...others, ...staff, temporary: 200 } })
}
