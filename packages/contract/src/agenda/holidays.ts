import * as z from 'zod/mini'
import { endpoints } from '../calls/endpoint.ts'
import { requiredText } from '../fields/text.ts'
import { day } from '../values/date-schemas.ts'
import { countParam } from '../values/ids.ts'
import { calendarAppointment, decisions } from './calendar-appointments.ts'

const holiday = z.object({ day: day(), name: z.string(), source: z.enum(['law', 'staff']) })
export type CalendarHoliday = z.output<typeof holiday>

export const holidayDraft = z.object({ day: day('Digita Día'), name: requiredText('Digita Nombre', 80) })

const dayParam = z.object({ day: day('Día inválido') })

export const holidayEndpoints = endpoints({ access: 'staff', permission: 'agenda.manage' })({
  holidays: {
    route: 'GET /admin/agenda/holidays',
    summary: 'Lists the holidays of a year: the legal ones, which are computed, and those added by staff',
    query: z.object({ year: countParam(2022, 2100, 'Año inválido') }),
    reply: z.object({ holidays: z.array(holiday) }),
  },
  holidayAppointments: {
    route: 'GET /admin/agenda/holidays/{day}/hours',
    summary: 'Lists the appointments on a day that is to be a holiday',
    params: dayParam,
    reply: z.object({ hours: z.array(calendarAppointment) }),
  },
  addHoliday: {
    route: 'POST /admin/agenda/holidays',
    summary: 'Adds a holiday; each appointment on that day needs a decision',
    body: z.extend(holidayDraft, { decisions }),
  },
  removeHoliday: {
    route: 'DELETE /admin/agenda/holidays/{day}',
    summary: 'Removes a holiday that staff added',
    params: dayParam,
  },
})
