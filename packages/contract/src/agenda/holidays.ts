/** Holidays of the clinic: the legal ones, and those that staff added. */
import * as z from 'zod/mini'
import type { EndpointTable } from '../endpoint.ts'
import { day } from '../values/date-schemas.ts'
import { countParam } from '../values/ids.ts'
import { calendarAppointment, decisions } from './calendar-appointments.ts'
import { requiredText } from './calendar-fields.ts'

const holiday = z.object({ day: day(), name: z.string(), source: z.enum(['law', 'staff']) })
export type CalendarHoliday = z.output<typeof holiday>

export const holidayDraft = z.object({ day: day('Digita Día'), name: requiredText('Digita Nombre', 80) })

const dayParam = z.object({ day: day('Día inválido') })

export const holidayEndpoints = {
  holidays: {
    method: 'GET',
    path: '/admin/agenda/holidays',
    access: 'staff',
    permission: 'agenda.manage',
    summary: 'Lists the holidays of a year: the legal ones, which are computed, and those added by staff',
    query: z.object({ year: countParam(2022, 2100, 'Año inválido') }),
    reply: z.object({ holidays: z.array(holiday) }),
  },
  holidayAppointments: {
    method: 'GET',
    path: '/admin/agenda/holidays/{day}/hours',
    access: 'staff',
    permission: 'agenda.manage',
    summary: 'Lists the appointments on a day that is to be a holiday',
    params: dayParam,
    reply: z.object({ hours: z.array(calendarAppointment) }),
  },
  addHoliday: {
    method: 'POST',
    path: '/admin/agenda/holidays',
    access: 'staff',
    permission: 'agenda.manage',
    summary: 'Adds a holiday; each appointment on that day needs a decision',
    body: z.extend(holidayDraft, { decisions }),
    reply: z.object({}),
  },
  removeHoliday: {
    method: 'DELETE',
    path: '/admin/agenda/holidays/{day}',
    access: 'staff',
    permission: 'agenda.manage',
    summary: 'Removes a holiday that staff added',
    params: dayParam,
    reply: z.object({}),
  },
} as const satisfies EndpointTable
