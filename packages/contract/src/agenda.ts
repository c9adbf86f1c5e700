/**
 * The clinic's calendars as staff manage them: patient, time, professional and place, but nothing of the medical
 * record.
 */
import * as z from 'zod/mini'
import type { EndpointTable } from './endpoint.ts'
import { pageQuery, pageReply, searchWords } from './paging.ts'
import { readAt } from './publishing.ts'
import { atMost } from './text.ts'
import { day, moment } from './values/dates.ts'
import { countParam, id, idParam } from './values/ids.ts'
import { run } from './values/run.ts'

/** Limits of a file of calendars: its rows without the heading, and its size. */
export const importLimits = { rows: 500, bytes: 150_000 } as const

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

const modalities = ['presencial', 'telemedicina'] as const

const time = (message: string) =>
  z.string(message).check(atMost(5, message), z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, message))
const text = (message: string, length: number) =>
  z
    .string(message)
    .check(z.trim(), z.minLength(1, message), atMost(length, `Digita máximo ${length} caracteres`))
const serviceCode = z
  .string('Selecciona Especialidad')
  .check(atMost(12, 'Selecciona Especialidad'), z.regex(/^[A-Za-z0-9_-]{1,12}$/, 'Selecciona Especialidad'))

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
  /** The room in the building; not required for video visits. */
  room: z.string('Digita Sala').check(z.trim(), atMost(80, 'Digita máximo 80 caracteres')),
  modality: z.enum(modalities, 'Selecciona Modalidad'),
}

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

type Times = { readonly starts: string; readonly ends: string }
type Attended = Times & {
  readonly slot_minutes: number
  readonly room: string
  readonly modality: string
}

/** Returns the field errors of a time and place whose fields are valid separately but do not fit together. */
function attendedFaults({ starts, ends, slot_minutes, room, modality }: Attended): [string, string][] {
  const length = minutesOf(ends) - minutesOf(starts)
  const faults: [string, string][] = []
  if (length <= 0) faults.push(['ends', 'La hora de término debe ser posterior a la de inicio'])
  else if (length < slot_minutes) faults.push(['slot_minutes', 'En ese horario no cabe ninguna hora'])
  if (modality === 'presencial' && room === '') faults.push(['room', 'Digita Sala'])
  return faults
}

/** One block of a professional's week. Times are in Santiago's time zone. */
const weeklyShape = {
  weekday: z.int('Selecciona Día').check(z.minimum(0, 'Selecciona Día'), z.maximum(6, 'Selecciona Día')),
  starts: time('Digita Desde'),
  ends: time('Digita Hasta'),
  ...place,
  valid_from: day('Digita Vigente desde'),
  valid_to: z.nullable(day('Digita Vigente hasta válida')),
  /** Whether the block also applies on holidays. */
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
  .check(atMost(60, 'Un calendario tiene hasta 60 bloques'))

export const newProfessional = z.object({ rut: run('RUT'), name: professionalName, schedules })
export const professionalEdit = z.object({
  name: professionalName,
  /** Whether patients can book this professional. */
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
  /** The services that the professional's calendar offers. */
  specialties: z.array(service),
})
export type AgendaProfessional = z.output<typeof professional>

const wholeProfessional = z.extend(professional, {
  /** The address of the photo, or null. */
  doctor_image: z.nullable(z.string()),
  schedules: z.array(z.object({ ...weeklyShape, id: id() })),
  updated_at: moment(),
})
export type WholeProfessional = z.output<typeof wholeProfessional>

/** A booked appointment. */
const hour = z.object({
  id_appointment: id(),
  starts_at: moment(),
  ends_at: moment(),
  patient_full_name: z.string(),
  doctor_name: z.string(),
  place: z.string(),
  modality: z.enum(modalities),
  /**
   * Version of the appointment. A change must send this number; it is rejected when the appointment changed
   * meanwhile.
   */
  sequence: z.int(),
  /** Whether the calendars no longer contain this time. */
  outside: z.boolean(),
})
export type AgendaHour = z.output<typeof hour>

const freeHour = z.object({
  id: id(),
  starts_at: moment(),
  ends_at: moment(),
  place: z.string(),
  modality: z.enum(modalities),
  /** Whether a patient is about to book the slot, or the slot was offered to a patient on the waiting list. */
  held: z.boolean(),
})
export type FreeHour = z.output<typeof freeHour>

const exception = z.object({
  id: id(),
  kind: z.enum(['block', 'open']),
  starts_at: moment(),
  ends_at: moment(),
  reason: z.string(),
  /** Set only for extra time that was opened. */
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

/** What happens to each appointment that a change would leave without a place in the calendar: keep or cancel. */
const decisions = z
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

const reason = z.string('Digita Motivo').check(z.trim(), atMost(200, 'Digita máximo 200 caracteres'))

const blocked = {
  from: day('Digita Desde'),
  to: day('Digita Hasta'),
  /** Both are null for whole days; otherwise `from` and `to` are the same day. */
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

/** A file of calendars in base64. */
const file = z.object({
  content: z
    .string('Selecciona un archivo')
    .check(
      z.minLength(1, 'El archivo está vacío'),
      atMost(Math.ceil(importLimits.bytes / 3) * 4, 'Selecciona un archivo de hasta 150 KB'),
      z.regex(/^[A-Za-z0-9+/]+={0,2}$/, 'El archivo no se pudo leer'),
    ),
})

const importLine = z.object({
  /** Row number in the file; the heading is row 1. */
  row: z.int(),
  rut: z.string(),
  name: z.string(),
  /** Summary of the row as the file has it, such as `Lunes 09:00–13:00 · 101 · PROVIDENCIA`. */
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
  /** Number of rows with errors. Nothing is written while there are any. */
  faulty: z.int(),
})
export type ImportPlan = z.output<typeof importPlan>

const idOnly = z.object({ id: idParam() })
const dayParam = z.object({ day: day('Día inválido') })
const saved = z.object({
  professional: wholeProfessional,
  /** Appointments that the calendar no longer contains; they stay booked. */
  outside: z.array(hour),
})

export const agendaEndpoints = {
  places: {
    method: 'GET',
    path: '/admin/agenda/places',
    access: 'staff',
    summary: 'Lists the sites, and the services that can be booked',
    reply: z.object({
      offices: z.array(z.object({ id: id(), office_id: z.string(), name: z.string() })),
      services: z.array(z.extend(service, { kind: z.enum(['consultation', 'exam', 'procedure']) })),
    }),
  },
  professionals: {
    method: 'GET',
    path: '/admin/agenda/professionals',
    access: 'staff',
    summary: 'Lists professionals by name; `filter` matches names in any order and the RUN',
    query: z.safeExtend(pageQuery(10), { filter: searchWords(100) }),
    reply: z.object({ professionals: z.array(professional), ...pageReply }),
  },
  professional: {
    method: 'GET',
    path: '/admin/agenda/professionals/{id}',
    access: 'staff',
    summary: 'Returns a professional with their weekly calendar',
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
    summary: 'Changes a professional and their weekly calendar; 409 if they were changed since `updated_at`',
    params: idOnly,
    body: professionalEdit,
    reply: saved,
  },
  week: {
    method: 'GET',
    path: '/admin/agenda/professionals/{id}/week',
    access: 'staff',
    summary:
      'Returns seven days of a professional: appointments, free slots and exceptions to the weekly calendar',
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
    summary: 'Lists the appointments within a time that is to be blocked',
    params: idOnly,
    body: blockedTime,
    reply: z.object({ hours: z.array(hour) }),
  },
  block: {
    method: 'POST',
    path: '/admin/agenda/professionals/{id}/blocks',
    access: 'staff',
    summary:
      'Blocks a time; each appointment within it needs a decision, and 409 means that the appointments have changed',
    params: idOnly,
    body: block,
    reply: z.object({}),
  },
  open: {
    method: 'POST',
    path: '/admin/agenda/professionals/{id}/openings',
    access: 'staff',
    summary: 'Adds slots outside the weekly calendar',
    params: idOnly,
    body: openedTime,
    reply: z.object({}),
  },
  exceptionHours: {
    method: 'GET',
    path: '/admin/agenda/exceptions/{id}/hours',
    access: 'staff',
    summary:
      'Lists the appointments within added slots, which would lose their place if the slots were removed',
    params: idOnly,
    reply: z.object({ hours: z.array(hour) }),
  },
  endException: {
    method: 'POST',
    path: '/admin/agenda/exceptions/{id}/end',
    access: 'staff',
    summary: 'Removes a block or added slots',
    params: idOnly,
    body: z.object({ decisions }),
    reply: z.object({}),
  },
  targets: {
    method: 'GET',
    path: '/admin/agenda/hours/{id}/targets',
    access: 'staff',
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
    summary: 'Cancels an appointment and notifies the patient',
    params: idOnly,
    body: z.object({ sequence }),
    reply: z.object({}),
  },
  kept: {
    method: 'GET',
    path: '/admin/agenda/hours',
    access: 'staff',
    summary:
      'Lists the upcoming appointments of the portal’s own calendars, soonest first, also if an external service schedules now',
    query: pageQuery(10),
    reply: z.object({ hours: z.array(hour), ...pageReply }),
  },
  holidays: {
    method: 'GET',
    path: '/admin/agenda/holidays',
    access: 'staff',
    summary: 'Lists the holidays of a year: the legal ones, which are computed, and those added by staff',
    query: z.object({ year: countParam(2022, 2100, 'Año inválido') }),
    reply: z.object({ holidays: z.array(holiday) }),
  },
  holidayHours: {
    method: 'GET',
    path: '/admin/agenda/holidays/{day}/hours',
    access: 'staff',
    summary: 'Lists the appointments on a day that is to be a holiday',
    params: dayParam,
    reply: z.object({ hours: z.array(hour) }),
  },
  addHoliday: {
    method: 'POST',
    path: '/admin/agenda/holidays',
    access: 'staff',
    summary: 'Adds a holiday; each appointment on that day needs a decision',
    body: z.extend(holidayDraft, { decisions }),
    reply: z.object({}),
  },
  removeHoliday: {
    method: 'DELETE',
    path: '/admin/agenda/holidays/{day}',
    access: 'staff',
    summary: 'Removes a holiday that staff added',
    params: dayParam,
    reply: z.object({}),
  },
  previewImport: {
    method: 'POST',
    path: '/admin/agenda/import/preview',
    access: 'staff',
    summary: 'Returns what a file of professionals and calendars would change; writes nothing',
    body: file,
    reply: z.object({ plan: importPlan }),
  },
  runImport: {
    method: 'POST',
    path: '/admin/agenda/import',
    access: 'staff',
    summary: 'Imports a file of professionals and calendars; writes nothing if any row is invalid',
    body: file,
    reply: z.object({ plan: importPlan }),
  },
} as const satisfies EndpointTable
