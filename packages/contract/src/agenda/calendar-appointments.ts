import * as z from 'zod/mini'
import { endpoints } from '../calls/endpoint.ts'
import { orderBy, pageQuery, pageReply } from '../calls/paging.ts'
import { atMost } from '../fields/text.ts'
import { day, moment } from '../values/date-schemas.ts'
import { id, idParam } from '../values/ids.ts'
import { modalities } from './calendar-fields.ts'

export const calendarAppointment = z.object({
  id_appointment: id(),
  starts_at: moment(),
  ends_at: moment(),
  patient_full_name: z.string(),
  doctor_name: z.string(),
  place: z.string(),
  modality: z.enum(modalities),
  confirmed_at: z.nullable(moment()),
  /** Whether the patient keeps the appointment from the family («Solo yo»), so that staff do not mention it to them. */
  is_private: z.boolean(),
  /**
   * Version of the appointment. A change must send this number; it is rejected when the appointment changed
   * meanwhile.
   */
  sequence: z.int(),
  outside: z.boolean(),
})
export type CalendarAppointment = z.output<typeof calendarAppointment>

const target = z.object({
  id: id(),
  starts_at: moment(),
  ends_at: moment(),
  doctor_name: z.string(),
  place: z.string(),
  modality: z.enum(modalities),
})
export type MoveTarget = z.output<typeof target>

const sequence = z.int('Actualiza la página').check(z.minimum(0, 'Actualiza la página'))

export const decisions = z
  .array(
    z.object({
      id_appointment: id(),
      sequence,
      act: z.enum(['keep', 'cancel'], 'Decide si la hora se mantiene o se cancela'),
    }),
    'Decide qué pasa con las horas reservadas',
  )
  .check(atMost(1000, 'Son demasiadas horas a la vez'))
export type Decision = z.output<typeof decisions>[number]

const idOnly = z.object({ id: idParam() })

export const calendarAppointmentEndpoints = endpoints({ access: 'staff', permission: 'agenda.manage' })({
  targets: {
    route: 'GET /admin/agenda/hours/{id}/targets',
    opens: { through: 'appointment', field: 'id' },
    summary: 'Lists the free slots of two weeks to which an appointment can be moved',
    params: idOnly,
    query: z.object({
      from: day('Fecha inválida'),
      of: z._default(z.enum(['same', 'any'], 'Profesional inválido'), 'same'),
    }),
    reply: z.object({ slots: z.array(target) }),
  },
  move: {
    route: 'POST /admin/agenda/hours/{id}/move',
    opens: { through: 'appointment', field: 'id' },
    summary: 'Moves an appointment to a free slot in one step and notifies the patient',
    params: idOnly,
    body: z.object({
      slot_id: id('Selecciona la nueva hora'),
      sequence,
      /** The modality of the new slot, confirmed by staff. Needed when it differs from the appointment's. */
      accepted_modality: z.optional(z.enum(modalities)),
    }),
  },
  cancel: {
    route: 'POST /admin/agenda/hours/{id}/cancel',
    opens: { through: 'appointment', field: 'id' },
    summary: 'Cancels an appointment and notifies the patient',
    params: idOnly,
    body: z.object({ sequence }),
  },
  confirm: {
    route: 'POST /admin/agenda/hours/{id}/confirm',
    opens: { through: 'appointment', field: 'id' },
    summary: 'Records that the patient told the clinic that they will attend',
    params: idOnly,
    body: z.object({ sequence }),
  },
  heldByPortal: {
    route: 'GET /admin/agenda/hours',
    summary:
      'Lists the upcoming appointments of the portal’s own calendars, soonest first, also if an external service schedules now',
    query: z.safeExtend(pageQuery(10), orderBy(['starts_at'])),
    reply: z.object({ hours: z.array(calendarAppointment), ...pageReply }),
  },
})
