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
import {
  agenda,
  agendaOfPatient,
  defineCases,
  open,
  own,
  staffOnly,
} from '../../../test/authorization/cases.ts'
import { appointmentParams, noForm, ofAppointments, withPatient } from '../../../test/authorization/sent.ts'

const aWeek = { from: '2026-11-27', to: '2026-12-03', specialty: '101' }
// No slot is held here. Callers who may book for the patient get 409 (the hold has ended), all others 401 or
// 404.
const mayBook = { ok: 409, but: { leader: 409 }, delegate: 'appointments' } as const

export const bookingCases = [
  ...defineCases('services', serviceEndpoints, {
    offices: agenda(),
    specialties: agenda(),
    professionals: agenda(),
  }),

  ...defineCases('slots', slotEndpoints, {
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

  ...defineCases('booking', bookingEndpoints, {
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

  ...defineCases('preparation', preparationEndpoints, {
    bookedAppointment: ofAppointments(
      appointmentParams,
      { delegate: 'appointments', shows: ['name', 'clinical'] },
      agendaOfPatient,
    ),
  }),

  ...defineCases('scheduling-token', schedulingTokenEndpoints, {
    token: [own(), staffOnly({ sent: withPatient, shows: [] })],
    visit: open({ body: { assertion: 'x' }, ok: 404 }),
  }),

  ...defineCases('waiting', waitingEndpoints, {
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

  ...defineCases('reminders', reminderEndpoints, { off: open({ body: { token: 'x' }, ok: 404 }) }),

  ...defineCases('exam-catalogue', examCatalogueEndpoints, {
    specialties: agenda({ body: { type_patient: 'adulto' } }),
    exams: agenda({ body: { type: 'adulto', specialty_code: 'RX' } }),
    indications: agenda({ body: { code: 1001 } }),
    indicationsFile: open({ params: { key: 'exam-rx' } }),
  }),

  ...defineCases('call-request', callRequestEndpoints, { contact: agenda({ ...noForm, ok: 400 }) }),

  ...defineCases('procedures', procedureEndpoints, {
    procedureCategories: agenda({ query: { branch_office: 2 } }),
    procedures: agenda({ query: { branch_office: 2, category: 'CAR' } }),
    procedureIndications: agenda({ query: { code: 'P001' } }),
  }),

  ...defineCases('questionnaires', questionnaireEndpoints, {
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
]
