/** Schemas of the form of a professional, the layout of a week, and the template of the import file. */
import { newProfessional, type WeeklyBlock } from '@mi-portal/contract/agenda/professionals'
import { addDays, type Day, santiago, toDay, weekday } from '@mi-portal/contract/values/dates'
import * as z from 'zod/mini'

/** The form of a new professional, who attends from the start. */
export const newProfessionalForm = z.extend(newProfessional, { active: z.boolean() })

/** The form of a professional that exists, whose RUN does not change. */
export const professionalEditForm = z.extend(newProfessionalForm, { rut: z.string() })

/** The values of both forms. The field `rut` is only shown when a professional is created. */
export interface ProfessionalValues {
  rut: string
  name: string
  active: boolean
  schedules: WeeklyBlock[]
}

/** Returns the Monday of the day's week. */
export function getMonday(day: Day): Day {
  return addDays(day, -((weekday(day) + 6) % 7))
}

type TimeRange = { readonly starts_at: string; readonly ends_at: string }

/** Returns the time in Santiago, such as `09:30`. */
export function getLocalTime(timestamp: string): string {
  return santiago(new Date(timestamp)).time
}

/** Returns the day in Santiago of a timestamp. */
export function getLocalDay(timestamp: string): Day {
  return toDay(new Date(timestamp))
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
/** Returns the minutes of a time. */
export const getDuration = ({ starts_at, ends_at }: TimeRange) =>
  (Date.parse(ends_at) - Date.parse(starts_at)) / 60_000

export type Scale = {
  /** Minutes of the day at the top and at the bottom, rounded to full hours. */
  readonly first: number
  readonly last: number
  /** Pixels per minute, enough for the text of the shortest appointment or slot. */
  readonly pixels: number
}

const minHeight = 44

/**
 * Returns the scale from the first to the last time, in full hours; 08:00 to 18:00 when there are no times. `pixels` is given where a
 * short time has a text of one line.
 */
export function createScale(times: readonly TimeRange[], pixels?: number): Scale {
  if (times.length === 0) return { first: 8 * 60, last: 18 * 60, pixels: 1 }
  const starts = times.map(({ starts_at }) => minutesOf(getLocalTime(starts_at)))
  const ends = times.map((time, index) => (starts[index] ?? 0) + getDuration(time))
  const shortest = Math.min(...times.map(getDuration))
  return {
    first: Math.floor(Math.min(...starts) / 60) * 60,
    last: Math.min(24 * 60, Math.ceil(Math.max(...ends) / 60) * 60),
    pixels: pixels ?? Math.max(1.2, minHeight / shortest),
  }
}

/** Returns the position of a time on the scale of its day, in pixels. */
export function getPosition(scale: Scale, time: TimeRange): { top: number; height: number } {
  const start = minutesOf(getLocalTime(time.starts_at))
  return { top: (start - scale.first) * scale.pixels, height: getDuration(time) * scale.pixels }
}

/**
 * Returns the position, in pixels, of the part of a longer time that falls on a day within the scale; null when no part
 * does.
 */
export function positionOnDay(
  scale: Scale,
  day: Day,
  time: TimeRange,
): { top: number; height: number } | null {
  const minuteOn = (timestamp: string) => {
    const on = getLocalDay(timestamp)
    if (on < day) return scale.first
    return on > day
      ? scale.last
      : Math.min(scale.last, Math.max(scale.first, minutesOf(getLocalTime(timestamp))))
  }
  const [start, end] = [minuteOn(time.starts_at), minuteOn(time.ends_at)]
  return end <= start
    ? null
    : { top: (start - scale.first) * scale.pixels, height: (end - start) * scale.pixels }
}

/**
 * Returns the template of a calendar import file, with an example for a site and a specialty of the clinic. The byte order mark tells
 * spreadsheets that it is UTF-8.
 */
export function createImportTemplate(siteCode: string, specialtyCode: string): string {
  return `\uFEFF${[
    'rut;nombre;dia;desde;hasta;sede;especialidad;minutos;sala;modalidad;vigente_desde;vigente_hasta;feriados',
    `12345678-5;Dra. Nombre Apellido;lunes;09:00;13:00;${siteCode};${specialtyCode};30;piso 3, consulta 301;presencial;01/03/2027;;no`,
  ].join('\r\n')}\r\n`
}
