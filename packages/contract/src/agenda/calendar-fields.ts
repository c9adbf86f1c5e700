import * as z from 'zod/mini'
import { atMost, checkForm, textLike } from '../fields/text.ts'
import { id } from '../values/ids.ts'

export const endsBeforeStartTime = 'La hora de término debe ser posterior a la de inicio'
export const endsBeforeStart = 'La fecha de término debe ser posterior a la de inicio'

export const modalities = ['presencial', 'telemedicina'] as const

export const timeOfDay = (message: string) => textLike(/^([01]\d|2[0-3]):[0-5]\d$/, 5, message)
const calendarServiceCode = textLike(/^[A-Za-z0-9_-]{1,12}$/, 12, 'Selecciona Especialidad')

export const placeFields = {
  office_id: id('Selecciona Sede'),
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

const toMinutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

type TimeAndPlace = Readonly<Record<'starts' | 'ends' | 'room' | 'modality', string>> & {
  readonly slot_minutes: number
}

export const checkTimeAndPlace = checkForm<TimeAndPlace>(({ starts, ends, slot_minutes, room, modality }) => {
  const length = toMinutes(ends) - toMinutes(starts)
  const errors: [string, string][] = []
  if (length <= 0) errors.push(['ends', endsBeforeStartTime])
  else if (length < slot_minutes) errors.push(['slot_minutes', 'En ese horario no cabe ninguna hora'])
  if (modality === 'presencial' && room === '') errors.push(['room', 'Digita Sala'])
  return errors
})
