/** Fields that several forms of the clinic's calendars share: times of day, place and modality. */
import * as z from 'zod/mini'
import { atMost } from '../text.ts'
import { id } from '../values/ids.ts'

export const modalities = ['presencial', 'telemedicina'] as const

export const timeOfDay = (message: string) =>
  z.string(message).check(atMost(5, message), z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, message))
export const requiredText = (message: string, length: number) =>
  z
    .string(message)
    .check(z.trim(), z.minLength(1, message), atMost(length, `Digita máximo ${length} caracteres`))
const calendarServiceCode = z
  .string('Selecciona Especialidad')
  .check(atMost(12, 'Selecciona Especialidad'), z.regex(/^[A-Za-z0-9_-]{1,12}$/, 'Selecciona Especialidad'))

/** Where and how appointments of a weekly block or of extra time are attended. */
export const placeFields = {
  office_id: id('Selecciona Sede'),
  /** Code of a specialty, an exam's specialty or a procedure's category. */
  specialty: calendarServiceCode,
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

type TimeAndPlace = {
  readonly starts: string
  readonly ends: string
  readonly slot_minutes: number
  readonly room: string
  readonly modality: string
}

/** Returns the field errors of a time and place whose fields are valid separately but do not fit together. */
export function findTimeAndPlaceErrors({
  starts,
  ends,
  slot_minutes,
  room,
  modality,
}: TimeAndPlace): [string, string][] {
  const length = minutesOf(ends) - minutesOf(starts)
  const errors: [string, string][] = []
  if (length <= 0) errors.push(['ends', 'La hora de término debe ser posterior a la de inicio'])
  else if (length < slot_minutes) errors.push(['slot_minutes', 'En ese horario no cabe ninguna hora'])
  if (modality === 'presencial' && room === '') errors.push(['room', 'Digita Sala'])
  return errors
}

/** Rejects a time and place whose fields are valid separately but do not fit together. */
export const checkTimeAndPlace = z.check<TimeAndPlace>(({ value, issues }) => {
  for (const [path, message] of findTimeAndPlaceErrors(value))
    issues.push({ code: 'custom', message, path: [path], input: value })
})
