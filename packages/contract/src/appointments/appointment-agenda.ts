import * as z from 'zod/mini'
import { endpoints } from '../calls/endpoint.ts'
import { pageQuery, pageReply } from '../calls/paging.ts'
import { atMost } from '../fields/text.ts'
import { moment } from '../values/date-schemas.ts'
import { id, idParam } from '../values/ids.ts'
import { appointment } from './appointments.ts'

const agendaPageSize = 5

const agendaAppointment = z.extend(appointment, {
  patient_full_name: z.string(),
  /** Who booked the appointment; null for the patient, for staff, or if it is not known. */
  booked_by: z.nullable(z.object({ full_name: z.string(), is_caller: z.boolean() })),
  /** The code of the clinic's site where the appointment takes place; null if the portal does not know the place. */
  site: z.nullable(z.string()),
  is_private: z.boolean(),
  confirmed_at: z.nullable(moment()),
  /** Whether the attendance can be confirmed: of a coming appointment in one of the portal's own calendars. */
  can_confirm: z.boolean(),
  /** Null if the caller may not see the order, or the portal does not store the appointment. */
  medical_order: z.nullable(
    z.object({
      is_attached: z.boolean(),
      is_needed: z.boolean(),
      can_change: z.boolean(),
    }),
  ),
  may_change: z.boolean(),
  /**
   * Whether the caller can get the certificate of the appointment: `missed` and `unknown` say why not. Null before the appointment is
   * over, and for a caller who gets none.
   */
  certificate: z.nullable(z.enum(['available', 'missed', 'unknown'])),
})
export type AgendaAppointment = z.output<typeof agendaAppointment>

const agendaPerson = z.object({ id: id(), first_name: z.string(), last_name: z.string() })

const agenda = z.object({
  appointments: z.array(agendaAppointment),
  count_appointment: z.int(),
  ...pageReply,
  people: z.array(agendaPerson),
})
export type Agenda = z.output<typeof agenda>

const agendaQuery = z.safeExtend(pageQuery(agendaPageSize), {
  period: z._default(z.enum(['upcoming', 'history'], 'Período inválido'), 'upcoming'),
  patient_id: z.optional(idParam()),
})

export const appointmentAgendaEndpoints = endpoints({ access: 'patient' })({
  list: {
    route: 'GET /medicals/appointments/agenda',
    summary:
      'Lists the upcoming or past appointments of all people whose appointments the caller may see, or of one of them',
    query: agendaQuery,
    patient: { of: 'self' },
    action: 'appointments.agenda',
    reply: agenda,
  },
  one: {
    route: 'GET /medicals/appointments/agenda/{id_appointment}',
    summary: 'Returns an appointment of the agenda with its details',
    mayBeOver: true,
    params: z.object({ id_appointment: idParam() }),
    reply: z.object({ appointment: agendaAppointment, is_over: z.boolean() }),
  },
  confirm: {
    route: 'PUT /medicals/appointments/confirm',
    summary: 'Confirms that the patient will attend an appointment; staff see it in the calendar',
    body: z.object({ id_appointment: id() }),
    reply: z.object({ confirmed_at: moment() }),
  },
})

const linkBody = z.object({ token: z.string('Enlace inválido').check(atMost(200, 'Enlace inválido')) })

const linkedAppointment = z.object({
  id_appointment: id(),
  /** The patient's first names if the recipient of the reminder is another person; otherwise null. */
  patient_name: z.nullable(z.string()),
  doctor_name: z.string(),
  starts_at: moment(),
  modality: z.enum(['presencial', 'telemedicina']),
  place: z.string(),
  state: z.enum(['booked', 'cancelled']),
  confirmed_at: z.nullable(moment()),
  can_confirm: z.boolean(),
  can_move: z.boolean(),
})
export type LinkedAppointment = z.output<typeof linkedAppointment>

/** The link in a reminder. Opening it changes nothing, because programs that check mails open links too. */
export const appointmentLinkEndpoints = endpoints({ access: 'public' })({
  show: {
    route: 'POST /medicals/appointments/links',
    summary: 'Returns the appointment of the link in a reminder',
    mayBeOver: true,
    body: linkBody,
    reply: z.object({ appointment: linkedAppointment }),
  },
  confirm: {
    route: 'POST /medicals/appointments/links/confirm',
    summary: 'Confirms with the link in a reminder that the patient will attend',
    mayBeOver: true,
    body: linkBody,
    reply: z.object({ confirmed_at: moment() }),
  },
  cancel: {
    route: 'POST /medicals/appointments/links/cancel',
    summary: 'Cancels an appointment with the link in a reminder',
    mayBeOver: true,
    body: linkBody,
  },
})
