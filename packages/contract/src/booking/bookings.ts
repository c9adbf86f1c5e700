import * as z from 'zod/mini'
import { appointment } from '../appointments/appointments.ts'
import { endpoints } from '../calls/endpoint.ts'
import { textLike } from '../fields/text.ts'
import { day, moment } from '../values/date-schemas.ts'
import { id, idParam } from '../values/ids.ts'
import { modality } from './services.ts'
import { checkPeriod } from './slots.ts'

const busyQuery = z
  .object({ from: day('Fecha inválida'), to: day('Fecha inválida') })
  .check(z.check((payload) => checkPeriod(payload)))

const busyTime = z.object({
  id_appointment: id(),
  patient_id: id(),
  first_name: z.string(),
  starts_at: moment(),
  ends_at: moment(),
})
export type BusyTime = z.output<typeof busyTime>

const outlook = z.object({
  /**
   * Warning to show before confirming, or null: the patient has another appointment at the other site near this
   * time.
   */
  warning: z.nullable(z.string()),
})

const bookingCheck = z.object({
  patient_id: id(),
  /** The appointment to move: it is given up in the same step that books the new slot. */
  id_appointment: z.optional(id()),
  exam_id: z.optional(id('Examen inválido')),
  procedure: z.optional(textLike(/^[A-Za-z0-9_-]{1,40}$/, 40, 'Procedimiento inválido')),
})
export type BookingCheck = z.output<typeof bookingCheck>

const booking = z.extend(bookingCheck, {
  hold_id: id(),
  /** The modality of the new appointment, confirmed by the person. Needed when it is moved between in person and video. */
  accepted_modality: z.optional(modality),
})

export type BookingRequest = z.output<typeof booking>
export type BookingReply = { readonly data: z.output<typeof appointment>; readonly warning: string | null }

export const appointmentParam = z.object({ id_appointment: idParam() })

export const bookingEndpoints = endpoints({ access: 'bearer', root: true })({
  check: {
    route: 'POST /agenda/v1/holds/{hold_id}/check',
    summary: 'Returns whether the held slot may be booked for a patient, with the same errors as booking it',
    params: z.object({ hold_id: idParam() }),
    body: bookingCheck,
    reply: z.object({ data: outlook }),
  },
  book: {
    route: 'POST /agenda/v1/bookings',
    summary:
      'Books a held slot, or moves an appointment to it; a repetition with the same `Idempotency-Key` returns the first answer',
    body: booking,
    reply: z.object({ data: appointment, warning: z.nullable(z.string()) }),
  },
  booked: {
    route: 'GET /agenda/v1/bookings',
    summary: 'Lists the upcoming appointments that the caller booked for adults of their group',
    reply: z.object({ data: z.array(z.extend(appointment, { patient_full_name: z.string() })) }),
  },
  busyTimes: {
    route: 'GET /agenda/v1/busy',
    summary:
      'Lists when the caller, the minors in their care and the adults they booked for already have an appointment',
    query: busyQuery,
    reply: z.object({ data: z.array(busyTime) }),
  },
  cancel: {
    route: 'DELETE /agenda/v1/bookings/{id_appointment}',
    summary:
      'Cancels an appointment with the bearer token, under the same rules as the portal’s own endpoint',
    params: appointmentParam,
  },
  calendarFile: {
    route: 'GET /agenda/v1/bookings/{id_appointment}.ics',
    summary:
      'Returns an appointment as a calendar file; after a move or a cancellation it updates the same entry',
    params: appointmentParam,
    raw: true,
    reply: z.string(),
  },
})
