import { appointmentEndpoints } from '@mi-portal/contract/appointments'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import type { AppointmentsService } from './appointments.service.ts'

export function mountAppointmentsRoutes(app: FastifyInstance, appointments: AppointmentsService) {
  mount(app, appointmentEndpoints, {
    upcomingSummary: ({ patient }) => appointments.upcomingSummary(patient),
    historySummary: ({ patient }) => appointments.historySummary(patient),
    upcoming: ({ patient, query }) => appointments.upcoming(patient, query),
    upcomingOf: ({ patient, query }) => appointments.upcoming(patient, query),
    history: ({ patient, query }) => appointments.history(patient, query),
    historyOf: ({ patient, query }) => appointments.history(patient, query),
    cancel: async ({ actor, body, origin }) => {
      await appointments.cancel(actor, body.id_appointment, origin)
      return {}
    },
  })
}
