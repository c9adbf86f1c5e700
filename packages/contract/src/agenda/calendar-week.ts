import * as z from 'zod/mini'
import { endpoints } from '../calls/endpoint.ts'
import { day, moment } from '../values/date-schemas.ts'
import { id, idParam } from '../values/ids.ts'
import { calendarAppointment } from './calendar-appointments.ts'
import { modalities } from './calendar-fields.ts'
import { professional } from './professionals.ts'

const freeSlot = z.object({
  id: id(),
  starts_at: moment(),
  ends_at: moment(),
  place: z.string(),
  modality: z.enum(modalities),
  /** Whether a patient is about to book the slot, or the slot was offered to a patient on the waiting list. */
  held: z.boolean(),
})
export type FreeSlot = z.output<typeof freeSlot>

const exception = z.object({
  id: id(),
  kind: z.enum(['block', 'open']),
  starts_at: moment(),
  ends_at: moment(),
  reason: z.string(),
  /** Set only for extra time that was opened. */
  place: z.nullable(z.string()),
})
export type CalendarException = z.output<typeof exception>

const idOnly = z.object({ id: idParam() })

export const calendarWeekEndpoints = endpoints({ access: 'staff', permission: 'agenda.manage' })({
  week: {
    route: 'GET /admin/agenda/professionals/{id}/week',
    summary:
      'Returns seven days of a professional: appointments, free slots and exceptions to the weekly calendar',
    params: idOnly,
    query: z.object({ from: day('Fecha inválida') }),
    reply: z.object({
      professional,
      days: z.array(z.object({ day: day(), holiday: z.nullable(z.string()) })),
      hours: z.array(calendarAppointment),
      free: z.array(freeSlot),
      exceptions: z.array(exception),
    }),
  },
})
