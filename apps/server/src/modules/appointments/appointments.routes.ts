import {
  appointmentAgendaEndpoints,
  appointmentLinkEndpoints,
} from '@mi-portal/contract/appointments/appointment-agenda'
import { appointmentEndpoints } from '@mi-portal/contract/appointments/appointments'
import { routes } from '../../platform/context/operation.ts'
import { cancelOwnAppointment } from './cancel-appointment.ts'
import { confirmAttendance } from './confirm-attendance.ts'
import { listAgenda, openAppointment } from './read-agenda.ts'
import {
  listHistory,
  listHistoryOfPatient,
  listUpcoming,
  listUpcomingOfPatient,
  summarizeHistory,
  summarizeUpcoming,
} from './read-appointments.ts'
import {
  cancelLinkedAppointment,
  confirmLinkedAppointment,
  showLinkedAppointment,
} from './use-appointment-links.ts'

export const appointmentRoutes = [
  routes(appointmentEndpoints, {
    upcomingSummary: summarizeUpcoming,
    historySummary: summarizeHistory,
    upcoming: listUpcoming,
    upcomingOf: listUpcomingOfPatient,
    history: listHistory,
    historyOf: listHistoryOfPatient,
    cancel: cancelOwnAppointment,
  }),
  routes(appointmentAgendaEndpoints, {
    list: listAgenda,
    one: openAppointment,
    confirm: confirmAttendance,
  }),
  routes(appointmentLinkEndpoints, {
    show: showLinkedAppointment,
    confirm: confirmLinkedAppointment,
    cancel: cancelLinkedAppointment,
  }),
]
