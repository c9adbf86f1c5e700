import * as z from 'zod/mini'
import { appointment } from '../appointments/appointments.ts'
import { endpoints } from '../calls/endpoint.ts'
import { moment } from '../values/date-schemas.ts'
import { appointmentParam } from './bookings.ts'
import { office } from './services.ts'

const fasting = z.object({
  hours: z.int(),
  /** The time from which the patient must not eat. */
  from: moment(),
})

const bookedAppointment = z.object({
  hour: z.extend(appointment, { patient_full_name: z.string() }),
  office: z.extend(office, {
    entry: z.string(),
  }),
  /** The code of the service, as the searches spell it, and the exam or procedure if the appointment is for one. */
  specialty: z.string(),
  exam_id: z.nullable(z.int()),
  procedure: z.nullable(z.string()),
  /**
   * Days before the appointment on which a reminder is still to be sent, either to the caller or only to the
   * patient.
   */
  reminders: z.object({ days: z.array(z.int()), to: z.enum(['caller', 'patient']) }),
  preparation: z.nullable(
    z.object({
      title: z.string(),
      html: z.string(),
      pdf: z.nullable(z.string()),
      /** Empty: no fasting is known. Several: the medical order says which one applies. */
      fasting: z.array(fasting),
    }),
  ),
})
export type BookedAppointment = z.output<typeof bookedAppointment>

export const preparationEndpoints = endpoints({ access: 'bearer', root: true })({
  bookedAppointment: {
    route: 'GET /agenda/v1/bookings/{id_appointment}/preparation',
    summary: 'Returns an appointment with its site and preparation, including the fasting for its time',
    mayBeOver: true,
    params: appointmentParam,
    reply: z.object({ data: bookedAppointment }),
  },
})
