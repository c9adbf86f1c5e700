/** The clinic's agendas as staff keep them: person, hour, professional and place, and nothing of the record. */
import * as z from 'zod/mini'
import type { EndpointTable } from './endpoint.ts'
import { pageQuery, pageReply, searchWords } from './paging.ts'
import { readAt } from './publishing.ts'
import { day, moment } from './values/dates.ts'
import { countParam, id, idParam } from './values/ids.ts'
import { run } from './values/run.ts'

/** Rows that a file of calendars may have, its heading not counted, and its size. */
export const importLimits = { rows: 500, bytes: 150_000 } as const

/** What weekdays are called; 0 is Sunday. */
export const weekdayNames = [
  'Domingo',
  'Lunes',
  'Martes',
  'Miércoles',
  'Jueves',
  'Viernes',
  'Sábado',
] as const

const modalities = ['presencial', 'telemedicina'] as const

const time = (message: string) => z.string(message).check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, message))
const text = (message: string, length: number) =>
  z
    .string(message)
    .check(z.trim(), z.minLength(1, message), z.maxLength(length, `Digita máximo ${length} caracteres`))
const serviceCode = z
  .string('Selecciona Especialidad')
  .check(z.regex(/^[A-Za-z0-9_-]{1,12}$/, 'Selecciona Especialidad'))

const place = {
  office_id: id('Selecciona Sede'),
  /** Code of a specialty, an exam's specialty or a procedure's category. */
  specialty: serviceCode,
  slot_minutes: z
    .int('Digita Minutos por hora')
    .check(
      z.minimum(5, 'Una hora dura entre 5 y 240 minutos'),
      z.maximum(240, 'Una hora dura entre 5 y 240 minutos'),
    ),
  /** Where in the building; not asked for by video. */
  room: z.string('Digita Sala').check(z.trim(), z.maxLength(80, 'Digita máximo 80 caracteres')),
  modality: z.enum(modalities, 'Selecciona Modalidad'),
}

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

type Times = { readonly starts: string; readonly ends: string }
type Attended = Times & {
  readonly slot_minutes: number
  readonly room: string
  readonly modality: string
}

/** What is wrong with times and place that are well-formed each for itself. */
function attendedFaults({ starts, ends, slot_minutes, room, modality }: Attended): [string, string][] {
  const length = minutesOf(ends) - minutesOf(starts)
  const faults: [string, string][] = []
  if (length <= 0) faults.push(['ends', 'La hora de término debe ser posterior a la de inicio'])
  else if (length < slot_minutes) faults.push(['slot_minutes', 'En ese horario no cabe ninguna hora'])
  if (modality === 'presencial' && room === '') faults.push(['room', 'Digita Sala'])
  return faults
}

/** One block of somebody's week; times are Santiago's. */
const weeklyShape = {
  weekday: z.int('Selecciona Día').check(z.minimum(0, 'Selecciona Día'), z.maximum(6, 'Selecciona Día')),
  starts: time('Digita Desde'),
  ends: time('Digita Hasta'),
  ...place,
  valid_from: day('Digita Vigente desde'),
  valid_to: z.nullable(day('Digita Vigente hasta válida')),
  /** Attends on holidays too. */
  on_holidays: z.boolean(),
}
const weeklyBlock = z.object(weeklyShape).check(
  z.check(({ value, issues }) => {
    const faults = attendedFaults(value)
    if (value.valid_to !== null && value.valid_to < value.valid_from)
      faults.push(['valid_to', 'La fecha de término debe ser posterior a la de inicio'])
    for (const [path, message] of faults) issues.push({ code: 'custom', message, path: [path], input: value })
  }),
)
export type WeeklyBlock = z.output<typeof weeklyBlock>

const professionalName = text('Digita Nombre', 120)
const schedules = z
  .array(weeklyBlock, 'Calendario inválido')
  .check(z.maxLength(60, 'Un calendario tiene hasta 60 bloques'))

export const newProfessional = z.object({ rut: run('RUT'), name: professionalName, schedules })
export const professionalEdit = z.object({
  name: professionalName,
  /** Whoever is not active is offered to nobody. */
  active: z.boolean(),
  schedules,
  updated_at: readAt,
})

const service = z.object({ code: z.string(), name: z.string() })

const professional = z.object({
  id: id(),
  /** Without dots or dash. */
  rut: z.string(),
  name: z.string(),
  active: z.boolean(),
  /** What their calendar attends. */
  specialties: z.array(service),
})
export type AgendaProfessional = z.output<typeof professional>

const wholeProfessional = z.extend(professional, {
  schedules: z.array(z.object({ ...weeklyShape, id: id() })),
  updated_at: moment(),
})
export type WholeProfessional = z.output<typeof wholeProfessional>

/** A booked hour. */
const hour = z.object({
  id_appointment: id(),
  starts_at: moment(),
  ends_at: moment(),
  patient_full_name: z.string(),
  doctor_name: z.string(),
  place: z.string(),
  modality: z.enum(modalities),
  /** Sent back with a change: of an hour that was changed meanwhile nothing is changed. */
  sequence: z.int(),
  /** Calendars do not have this time any more. */
  outside: z.boolean(),
})
export type AgendaHour = z.output<typeof hour>

const freeHour = z.object({
  id: id(),
  starts_at: moment(),
  ends_at: moment(),
  place: z.string(),
  modality: z.enum(modalities),
  /** Somebody is about to book it, or it was offered to somebody who waits. */
  held: z.boolean(),
})
export type FreeHour = z.output<typeof freeHour>

const exception = z.object({
  id: id(),
  kind: z.enum(['block', 'open']),
  starts_at: moment(),
  ends_at: moment(),
  reason: z.string(),
  /** Of opened hours. */
  place: z.nullable(z.string()),
})
export type AgendaException = z.output<typeof exception>

const target = z.object({
  id: id(),
  starts_at: moment(),
  ends_at: moment(),
  doctor_name: z.string(),
  place: z.string(),
  modality: z.enum(modalities),
})
export type MoveTarget = z.output<typeof target>

const holiday = z.object({ day: day(), name: z.string(), source: z.enum(['law', 'staff']) })
export type AgendaHoliday = z.output<typeof holiday>

const sequence = z.int('Actualiza la página').check(z.minimum(0, 'Actualiza la página'))

/** What becomes of every booked hour that a change would leave without a place in the calendar. */
const decisions = z
  .array(
    z.object({
      id_appointment: id(),
      sequence,
      act: z.enum(['keep', 'cancel'], 'Decide si la hora se mantiene o se cancela'),
    }),
    'Decide qué pasa con las horas reservadas',
  )
  .check(z.maxLength(1000, 'Son demasiadas horas a la vez'))
export type Decision = z.output<typeof decisions>[number]

const reason = z.string('Digita Motivo').check(z.trim(), z.maxLength(200, 'Digita máximo 200 caracteres'))

const blocked = {
  from: day('Digita Desde'),
  to: day('Digita Hasta'),
  /** Whole days where both are null; otherwise `from` and `to` are the same day. */
  starts: z.nullable(time('Digita Hora de inicio')),
  ends: z.nullable(time('Digita Hora de término')),
}
type Blocked = { from: string; to: string; starts: string | null; ends: string | null }

function blockedFaults({ from, to, starts, ends }: Blocked): [string, string][] {
  if (to < from) return [['to', 'La fecha de término debe ser posterior a la de inicio']]
  if ((Date.parse(to) - Date.parse(from)) / 86_400_000 > 366) return [['to', 'Bloquea hasta un año a la vez']]
  if (starts === null && ends === null) return []
  if (starts === null) return [['starts', 'Digita Hora de inicio']]
  if (ends === null) return [['ends', 'Digita Hora de término']]
  if (from !== to) return [['to', 'Con horas de inicio y término, bloquea un solo día']]
  return ends <= starts ? [['ends', 'La hora de término debe ser posterior a la de inicio']] : []
}

const blockedCheck = z.check<Blocked>(({ value, issues }) => {
  for (const [path, message] of blockedFaults(value))
    issues.push({ code: 'custom', message, path: [path], input: value })
})

export const blockedTime = z.object(blocked).check(blockedCheck)
export type BlockedTime = z.output<typeof blockedTime>
const block = z.object({ ...blocked, reason, decisions }).check(blockedCheck)

export const openedTime = z
  .object({ day: day('Digita Día'), starts: time('Digita Desde'), ends: time('Digita Hasta'), ...place })
  .check(
    z.check(({ value, issues }) => {
      for (const [path, message] of attendedFaults(value))
        issues.push({ code: 'custom', message, path: [path], input: value })
    }),
  )
export type OpenedTime = z.output<typeof openedTime>

export const holidayDraft = z.object({ day: day('Digita Día'), name: text('Digita Nombre', 80) })

/** A file of calendars as it is on the disk, in base 64. */
const file = z.object({
  content: z
    .string('Selecciona un archivo')
    .check(
      z.minLength(1, 'El archivo está vacío'),
      z.maxLength(Math.ceil(importLimits.bytes / 3) * 4, 'Selecciona un archivo de hasta 150 KB'),
      z.regex(/^[A-Za-z0-9+/]+={0,2}$/, 'El archivo no se pudo leer'),
    ),
})

const importLine = z.object({
  /** In the file; its heading is row 1. */
  row: z.int(),
  rut: z.string(),
  name: z.string(),
  /** `Lunes 09:00–13:00 · 101 · PROVIDENCIA`, as the file has it. */
  what: z.string(),
  state: z.enum(['new', 'unchanged', 'error']),
  errors: z.array(z.object({ column: z.string(), msg: z.string() })),
})
export type ImportLine = z.output<typeof importLine>

const importPlan = z.object({
  lines: z.array(importLine),
  new_professionals: z.int(),
  new_blocks: z.int(),
  unchanged: z.int(),
  /** Rows at fault: nothing is written while there are any. */
  faulty: z.int(),
})
export type ImportPlan = z.output<typeof importPlan>

const idOnly = z.object({ id: idParam() })
const dayParam = z.object({ day: day('Día inválido') })
const saved = z.object({
  professional: wholeProfessional,
  /** Booked hours that the calendar does not have any more; they stay booked. */
  outside: z.array(hour),
})

export const agendaEndpoints = {
  places: {
    method: 'GET',
    path: '/admin/agenda/places',
    access: 'staff',
    summary: 'The sites, and what hours can be for',
    reply: z.object({
      offices: z.array(z.object({ id: id(), office_id: z.string(), name: z.string() })),
      services: z.array(z.extend(service, { kind: z.enum(['consultation', 'exam', 'procedure']) })),
    }),
  },
  professionals: {
    method: 'GET',
    path: '/admin/agenda/professionals',
    access: 'staff',
    summary: 'Professionals by name; `filter` matches names in any order and the run',
    query: z.object({ filter: searchWords(100), ...pageQuery(10).shape }),
    reply: z.object({ professionals: z.array(professional), ...pageReply }),
  },
  professional: {
    method: 'GET',
    path: '/admin/agenda/professionals/{id}',
    access: 'staff',
    summary: 'One professional with their weekly calendar',
    params: idOnly,
    reply: z.object({ professional: wholeProfessional }),
  },
  create: {
    method: 'POST',
    path: '/admin/agenda/professionals',
    access: 'staff',
    summary: 'Adds a professional and their weekly calendar',
    body: newProfessional,
    reply: z.object({ professional: wholeProfessional }),
  },
  edit: {
    method: 'PUT',
    path: '/admin/agenda/professionals/{id}',
    access: 'staff',
    summary: 'Changes a professional and the whole week; 409 where somebody else has since `updated_at`',
    params: idOnly,
    body: professionalEdit,
    reply: saved,
  },
  week: {
    method: 'GET',
    path: '/admin/agenda/professionals/{id}/week',
    access: 'staff',
    summary: 'Seven days of a professional: booked and free hours, and what deviates from the week',
    params: idOnly,
    query: z.object({ from: day('Fecha inválida') }),
    reply: z.object({
      professional,
      days: z.array(z.object({ day: day(), holiday: z.nullable(z.string()) })),
      hours: z.array(hour),
      free: z.array(freeHour),
      exceptions: z.array(exception),
    }),
  },
  booked: {
    method: 'POST',
    path: '/admin/agenda/professionals/{id}/booked',
    access: 'staff',
    summary: 'Hours booked within a time that is to be blocked',
    params: idOnly,
    body: blockedTime,
    reply: z.object({ hours: z.array(hour) }),
  },
  block: {
    method: 'POST',
    path: '/admin/agenda/professionals/{id}/blocks',
    access: 'staff',
    summary:
      'Blocks a time; every hour booked within it needs its decision, and 409 tells that there are others meanwhile',
    params: idOnly,
    body: block,
    reply: z.object({}),
  },
  open: {
    method: 'POST',
    path: '/admin/agenda/professionals/{id}/openings',
    access: 'staff',
    summary: 'Opens hours besides the week',
    params: idOnly,
    body: openedTime,
    reply: z.object({}),
  },
  exceptionHours: {
    method: 'GET',
    path: '/admin/agenda/exceptions/{id}/hours',
    access: 'staff',
    summary: 'Hours booked within opened time, which would lose their place if it were taken away',
    params: idOnly,
    reply: z.object({ hours: z.array(hour) }),
  },
  endException: {
    method: 'POST',
    path: '/admin/agenda/exceptions/{id}/end',
    access: 'staff',
    summary: 'Lifts a block, or takes opened hours away',
    params: idOnly,
    body: z.object({ decisions }),
    reply: z.object({}),
  },
  targets: {
    method: 'GET',
    path: '/admin/agenda/hours/{id}/targets',
    access: 'staff',
    summary: 'Free hours of two weeks to which a booked one can be moved',
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
    summary: 'Moves a booked hour to a free one in one act, and tells the patient',
    params: idOnly,
    body: z.object({ slot_id: id('Selecciona la nueva hora'), sequence }),
    reply: z.object({}),
  },
  cancel: {
    method: 'POST',
    path: '/admin/agenda/hours/{id}/cancel',
    access: 'staff',
    summary: 'Cancels a booked hour and tells the patient',
    params: idOnly,
    body: z.object({ sequence }),
    reply: z.object({}),
  },
  kept: {
    method: 'GET',
    path: '/admin/agenda/hours',
    access: 'staff',
    summary:
      'Hours to come of the portal’s own calendars, soonest first, also where an outside service keeps those of today',
    query: pageQuery(10),
    reply: z.object({ hours: z.array(hour), ...pageReply }),
  },
  holidays: {
    method: 'GET',
    path: '/admin/agenda/holidays',
    access: 'staff',
    summary: 'The holidays of a year: those of the law, computed, and those that staff added',
    query: z.object({ year: countParam(2022, 2100, 'Año inválido') }),
    reply: z.object({ holidays: z.array(holiday) }),
  },
  holidayHours: {
    method: 'GET',
    path: '/admin/agenda/holidays/{day}/hours',
    access: 'staff',
    summary: 'Hours booked on a day that is to be a holiday',
    params: dayParam,
    reply: z.object({ hours: z.array(hour) }),
  },
  addHoliday: {
    method: 'POST',
    path: '/admin/agenda/holidays',
    access: 'staff',
    summary: 'Adds a holiday; every hour booked on it needs its decision',
    body: z.extend(holidayDraft, { decisions }),
    reply: z.object({}),
  },
  removeHoliday: {
    method: 'DELETE',
    path: '/admin/agenda/holidays/{day}',
    access: 'staff',
    summary: 'Takes away a holiday that staff added',
    params: dayParam,
    reply: z.object({}),
  },
  previewImport: {
    method: 'POST',
    path: '/admin/agenda/import/preview',
    access: 'staff',
    summary: 'What a file of professionals and calendars would change; writes nothing',
    body: file,
    reply: z.object({ plan: importPlan }),
  },
  runImport: {
    method: 'POST',
    path: '/admin/agenda/import',
    access: 'staff',
    summary: 'Writes a whole file or, where one row is at fault, nothing of it',
    body: file,
    reply: z.object({ plan: importPlan }),
  },
} as const satisfies EndpointTable
