/** The appointments of the clinic's calendars as staff see, move and cancel them. Nothing of the medical record is shown. */
import * as z from 'zod/mini'
import type { EndpointTable } from '../endpoint.ts'
import { pageQuery, pageReply } from '../paging.ts'
import { atMost } from '../text.ts'
import { day, moment } from '../values/date-schemas.ts'
import { id, idParam } from '../values/ids.ts'
import { modalities } from './calendar-fields.ts'

/** A booked appointment. */
export const calendarAppointment = z.object({
  id_appointment: id(),
  starts_at: moment(),
  ends_at: moment(),
  patient_full_name: z.string(),
  doctor_name: z.string(),
  place: z.string(),
  modality: z.enum(modalities),
  /** When the patient, or a person in charge, confirmed that the patient will attend; null if not confirmed. */
  confirmed_at: z.nullable(moment()),
  /** Whether the patient keeps the appointment from the family («Solo yo»), so that staff do not mention it to them. */
  is_private: z.boolean(),
  /**
   * Version of the appointment. A change must send this number; it is rejected when the appointment changed
   * meanwhile.
   */
  sequence: z.int(),
  /** Whether the calendars no longer contain this time. */
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

/** What happens to each appointment that a change would leave without a place in the calendar: keep or cancel. */
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

export const calendarAppointmentEndpoints = {
  targets: {
    method: 'GET',
    path: '/admin/agenda/hours/{id}/targets',
    access: 'staff',
    permission: 'agenda.manage',
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
    method: 'POST',
    path: '/admin/agenda/hours/{id}/move',
    access: 'staff',
    permission: 'agenda.manage',
    opens: { through: 'appointment', field: 'id' },
    summary: 'Moves an appointment to a free slot in one step and notifies the patient',
    params: idOnly,
    body: z.object({
      slot_id: id('Selecciona la nueva hora'),
      sequence,
      /** The modality of the new slot, confirmed by staff. Needed when it differs from the appointment's. */
      accepted_modality: z.optional(z.enum(modalities)),
    }),
    reply: z.object({}),
  },
  cancel: {
    method: 'POST',
    path: '/admin/agenda/hours/{id}/cancel',
    access: 'staff',
    permission: 'agenda.manage',
    opens: { through: 'appointment', field: 'id' },
    summary: 'Cancels an appointment and notifies the patient',
    params: idOnly,
    body: z.object({ sequence }),
    reply: z.object({}),
  },
  confirm: {
    method: 'POST',
    path: '/admin/agenda/hours/{id}/confirm',
    access: 'staff',
    permission: 'agenda.manage',
    opens: { through: 'appointment', field: 'id' },
    summary: 'Records that the patient told the clinic that they will attend',
    params: idOnly,
    body: z.object({ sequence }),
    reply: z.object({}),
  },
  heldByPortal: {
    method: 'GET',
    path: '/admin/agenda/hours',
    access: 'staff',
    permission: 'agenda.manage',
    summary:
      'Lists the upcoming appointments of the portal’s own calendars, soonest first, also if an external service schedules now',
    query: pageQuery(10),
    reply: z.object({ hours: z.array(calendarAppointment), ...pageReply }),
  },
} as const satisfies EndpointTable
