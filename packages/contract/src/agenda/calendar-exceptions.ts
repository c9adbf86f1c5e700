import * as z from 'zod/mini'
import { endpoints } from '../calls/endpoint.ts'
import { atMost, checkForm } from '../fields/text.ts'
import { day } from '../values/date-schemas.ts'
import { idParam } from '../values/ids.ts'
import { calendarAppointment, decisions } from './calendar-appointments.ts'
import {
  checkTimeAndPlace,
  endsBeforeStart,
  endsBeforeStartTime,
  placeFields,
  timeOfDay,
} from './calendar-fields.ts'

const reason = z.string('Digita Motivo').check(z.trim(), atMost(200, 'Digita máximo 200 caracteres'))

const blocked = {
  from: day('Digita Desde'),
  to: day('Digita Hasta'),
  /** Both are null for whole days; otherwise `from` and `to` are the same day. */
  starts: z.nullable(timeOfDay('Digita Hora de inicio')),
  ends: z.nullable(timeOfDay('Digita Hora de término')),
}
type Blocked = { from: string; to: string; starts: string | null; ends: string | null }

const checkBlocked = checkForm<Blocked>(({ from, to, starts, ends }) => {
  if (to < from) return [['to', endsBeforeStart]]
  if ((Date.parse(to) - Date.parse(from)) / 86_400_000 > 366) return [['to', 'Bloquea hasta un año a la vez']]
  if (starts === null && ends === null) return []
  if (starts === null) return [['starts', 'Digita Hora de inicio']]
  if (ends === null) return [['ends', 'Digita Hora de término']]
  if (from !== to) return [['to', 'Con horas de inicio y término, bloquea un solo día']]
  return ends <= starts ? [['ends', endsBeforeStartTime]] : []
})

export const blockedTime = z.object(blocked).check(checkBlocked)
export type BlockedTime = z.output<typeof blockedTime>
const block = z.object({ ...blocked, reason, decisions }).check(checkBlocked)

export const openedTime = z
  .object({
    day: day('Digita Día'),
    starts: timeOfDay('Digita Desde'),
    ends: timeOfDay('Digita Hasta'),
    ...placeFields,
  })
  .check(checkTimeAndPlace)
export type OpenedTime = z.output<typeof openedTime>

const idOnly = z.object({ id: idParam() })

export const calendarExceptionEndpoints = endpoints({ access: 'staff', permission: 'agenda.manage' })({
  booked: {
    route: 'POST /admin/agenda/professionals/{id}/booked',
    summary: 'Lists the appointments within a time that is to be blocked',
    params: idOnly,
    body: blockedTime,
    reply: z.object({ hours: z.array(calendarAppointment) }),
  },
  block: {
    route: 'POST /admin/agenda/professionals/{id}/blocks',
    summary:
      'Blocks a time; each appointment within it needs a decision, and 409 means that the appointments have changed',
    params: idOnly,
    body: block,
  },
  open: {
    route: 'POST /admin/agenda/professionals/{id}/openings',
    summary: 'Adds slots outside the weekly calendar',
    params: idOnly,
    body: openedTime,
  },
  exceptionAppointments: {
    route: 'GET /admin/agenda/exceptions/{id}/hours',
    summary:
      'Lists the appointments within added slots, which would lose their place if the slots were removed',
    params: idOnly,
    reply: z.object({ hours: z.array(calendarAppointment) }),
  },
  endException: {
    route: 'POST /admin/agenda/exceptions/{id}/end',
    summary: 'Removes a block or added slots',
    params: idOnly,
    body: z.object({ decisions }),
  },
})
