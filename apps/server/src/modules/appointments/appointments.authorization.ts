import {
  appointmentAgendaEndpoints,
  appointmentLinkEndpoints,
} from '@mi-portal/contract/appointments/appointment-agenda'
import { appointmentEndpoints } from '@mi-portal/contract/appointments/appointments'
import { defineCases, ofPatient, open, own } from '../../../test/authorization/cases.ts'
import { appointmentParams, ofAppointments, unknownToken, withId } from '../../../test/authorization/sent.ts'

const appointmentBody = (id_appointment: number) => ({ body: { id_appointment } })

export const appointmentsCases = [
  ...defineCases('appointments', appointmentEndpoints, {
    upcomingSummary: own(),
    historySummary: own(),
    upcoming: own(),
    upcomingOf: ofPatient({ sent: withId, delegate: 'appointments' }),
    history: own(),
    historyOf: ofPatient({ sent: withId, delegate: 'appointments' }),
    cancel: ofAppointments(appointmentBody, { delegate: 'appointments' }),
  }),

  ...defineCases('appointment-agenda', appointmentAgendaEndpoints, {
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

  ...defineCases('appointment-links', appointmentLinkEndpoints, {
    show: open({ ...unknownToken, ok: 404 }),
    confirm: open({ ...unknownToken, ok: 404 }),
    cancel: open({ ...unknownToken, ok: 404 }),
  }),
]
