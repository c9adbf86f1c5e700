import * as z from 'zod/mini'
import { endpoints } from '../calls/endpoint.ts'
import { orderBy, pageQuery, pageReply, searchWords } from '../calls/paging.ts'
import { atMost, checkForm, requiredText } from '../fields/text.ts'
import { readAt } from '../publishing/publications.ts'
import { day, moment } from '../values/date-schemas.ts'
import { id, idParam } from '../values/ids.ts'
import { run } from '../values/run-schema.ts'
import { calendarAppointment } from './calendar-appointments.ts'
import { checkTimeAndPlace, endsBeforeStart, placeFields, timeOfDay } from './calendar-fields.ts'

/** The names of the weekdays, by number; 0 is Sunday. */
export const weekdayNames = [
  'Domingo',
  'Lunes',
  'Martes',
  'Miércoles',
  'Jueves',
  'Viernes',
  'Sábado',
] as const

/** One block of a professional's week. Times are in Santiago's time zone. */
const weeklyShape = {
  weekday: z.int('Selecciona Día').check(z.minimum(0, 'Selecciona Día'), z.maximum(6, 'Selecciona Día')),
  starts: timeOfDay('Digita Desde'),
  ends: timeOfDay('Digita Hasta'),
  ...placeFields,
  valid_from: day('Digita Vigente desde'),
  valid_to: z.nullable(day('Digita Vigente hasta válida')),
  on_holidays: z.boolean(),
}
const weeklyBlock = z.object(weeklyShape).check(
  checkTimeAndPlace,
  checkForm(({ valid_from, valid_to }) =>
    valid_to !== null && valid_to < valid_from ? [['valid_to', endsBeforeStart]] : [],
  ),
)
export type WeeklyBlock = z.output<typeof weeklyBlock>

const professionalName = requiredText('Digita Nombre', 120)
const schedules = z
  .array(weeklyBlock, 'Calendario inválido')
  .check(atMost(60, 'Un calendario tiene hasta 60 bloques'))

export const newProfessional = z.object({ rut: run('RUT'), name: professionalName, schedules })
const professionalEdit = z.object({
  name: professionalName,
  active: z.boolean(),
  schedules,
  updated_at: readAt,
})

const service = z.object({ code: z.string(), name: z.string() })

export const professional = z.object({
  id: id(),
  /** Without dots or dash. */
  rut: z.string(),
  name: z.string(),
  active: z.boolean(),
  specialties: z.array(service),
})
export type CalendarProfessional = z.output<typeof professional>

const wholeProfessional = z.extend(professional, {
  doctor_image: z.nullable(z.string()),
  schedules: z.array(z.object({ ...weeklyShape, id: id() })),
  updated_at: moment(),
})
export type WholeProfessional = z.output<typeof wholeProfessional>

const idOnly = z.object({ id: idParam() })
const saved = z.object({
  professional: wholeProfessional,
  /** Appointments that the calendar no longer contains; they stay booked. */
  outside: z.array(calendarAppointment),
})

export const professionalColumns = ['name', 'rut', 'active'] as const

export const professionalEndpoints = endpoints({ access: 'staff', permission: 'agenda.manage' })({
  places: {
    route: 'GET /admin/agenda/places',
    summary: 'Lists the sites, and the services that can be booked',
    reply: z.object({
      offices: z.array(z.object({ id: id(), office_id: z.string(), name: z.string() })),
      services: z.array(z.extend(service, { kind: z.enum(['consultation', 'exam', 'procedure']) })),
    }),
  },
  professionals: {
    route: 'GET /admin/agenda/professionals',
    summary: 'Lists professionals by name; `filter` matches names in any order and the RUN',
    query: z.safeExtend(pageQuery(10), { filter: searchWords(100), ...orderBy(professionalColumns) }),
    reply: z.object({ professionals: z.array(professional), ...pageReply }),
  },
  professional: {
    route: 'GET /admin/agenda/professionals/{id}',
    summary: 'Returns a professional with their weekly calendar',
    params: idOnly,
    reply: z.object({ professional: wholeProfessional }),
  },
  create: {
    route: 'POST /admin/agenda/professionals',
    summary: 'Adds a professional and their weekly calendar',
    body: newProfessional,
    reply: z.object({ professional: wholeProfessional }),
  },
  edit: {
    route: 'PUT /admin/agenda/professionals/{id}',
    summary: 'Changes a professional and their weekly calendar; 409 if they were changed since `updated_at`',
    params: idOnly,
    body: professionalEdit,
    reply: saved,
  },
})
