import { appointmentAgendaEndpoints, appointmentLinkEndpoints } from '@mi-portal/contract/appointment-agenda'
import { appointmentEndpoints } from '@mi-portal/contract/appointments'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import type { AppointmentAgendaService } from './appointment-agenda.service.ts'
import type { AppointmentLinksService } from './appointment-links.service.ts'
import type { AppointmentsService } from './appointments.service.ts'

type AppointmentsServices = {
  readonly appointments: AppointmentsService
  readonly agenda: AppointmentAgendaService
  readonly links: AppointmentLinksService
}

export function mountAppointmentsRoutes(
  app: FastifyInstance,
  { appointments, agenda, links }: AppointmentsServices,
) {
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
  mount(app, appointmentAgendaEndpoints, {
    list: ({ actor, query, origin }) => agenda.list(actor, query, origin),
    one: ({ actor, params, origin }) => agenda.one(actor, params.id_appointment, origin),
    confirm: ({ actor, body, origin }) => agenda.confirm(actor, body.id_appointment, origin),
  })
  mount(app, appointmentLinkEndpoints, {
    show: async ({ body }) => ({ appointment: await links.show(body.token) }),
    confirm: ({ body, origin }) => links.confirm(body.token, origin),
    cancel: async ({ body, origin }) => {
      await links.cancel(body.token, origin)
      return {}
    },
  })
}
