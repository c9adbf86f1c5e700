import { appointmentAgendaEndpoints, appointmentLinkEndpoints } from '@mi-portal/contract/appointment-agenda'
import { appointmentEndpoints } from '@mi-portal/contract/appointments'
import { casesOf, ofPatient, open, own } from '../../../test/authorization/cases.ts'
import { appointmentParams, idOf, ofAppointments, unknownToken } from '../../../test/authorization/sent.ts'

const appointmentBody = (id_appointment: number) => ({ body: { id_appointment } })

export const appointmentsCases = [
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
]
