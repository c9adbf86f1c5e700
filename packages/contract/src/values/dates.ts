/**
 * Days and hours in Chile. A day is the text `YYYY-MM-DD` and never becomes a `Date`; a moment is a `Date`
 * (on the wire ISO 8601 in UTC); what falls on which day is decided in America/Santiago.
 */
import * as z from 'zod/mini'

export const zone = 'America/Santiago'

/** A calendar day, `YYYY-MM-DD`. */
export type Day = string

let partsFormat: Intl.DateTimeFormat | undefined

/** Made at first need: that alone takes a slow phone longer than anything else the sign-in page begins with. */
function localParts(moment: Date): Intl.DateTimeFormatPart[] {
  partsFormat ??= new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  return partsFormat.formatToParts(moment)
}

type LocalTime = { day: Day; time: string; seconds: string }

function formatted(moment: Date): LocalTime {
  const part: Record<string, string> = {}
  for (const { type, value } of localParts(moment)) part[type] = value
  const year = (part.year ?? '').padStart(4, '0')
  return {
    day: `${year}-${part.month}-${part.day}`,
    time: `${part.hour}:${part.minute}`,
    seconds: part.second ?? '00',
  }
}

const dayLength = 86_400_000

/** Milliseconds from UTC to the clocks of Santiago at a moment. */
function offsetAt(moment: number): number {
  const { day, time, seconds } = formatted(new Date(moment))
  return Date.parse(`${day}T${time}:${seconds}Z`) - moment
}

// Formatting costs fifty times what adding does, and a list shows many hours of few days.
const offsets = new Map<number, number | null>()
const mostOffsets = 4000

/** The offset that holds all through a day of UTC, or null where the clocks are changed in it. */
function offsetOf(utcDay: number): number | null {
  const known = offsets.get(utcDay)
  if (known !== undefined) return known
  const start = utcDay * dayLength
  const offset = offsetAt(start)
  const constant = offset === offsetAt(start + dayLength - 1000) ? offset : null
  if (offsets.size >= mostOffsets) offsets.clear()
  offsets.set(utcDay, constant)
  return constant
}

/** Local day and time of a moment in Santiago. */
export function santiago(moment: Date): LocalTime {
  const at = moment.getTime()
  // Within these the clocks have been changed at most once a day, and a year has four digits.
  const isUsual = at >= 0 && at < Date.UTC(9999, 0)
  const offset = isUsual ? offsetOf(Math.floor(at / dayLength)) : null
  if (offset === null) return formatted(moment)
  const text = new Date(at + offset).toISOString()
  return { day: text.slice(0, 10), time: text.slice(11, 16), seconds: text.slice(17, 19) }
}

/** The day it is in Santiago at that moment. */
export function dayOf(moment: Date): Day {
  return santiago(moment).day
}

// Far enough off that days reckoned from it keep a year of four digits, as every `Day` has.
const lastYear = 2999

/** Whether the text names a day that exists, between the years 1 and 2999. */
export function isDay(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!match) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  return year >= 1 && year <= lastYear && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

/** The day that many days later (or earlier, when negative). */
export function addDays(day: Day, count: number): Day {
  const date = new Date(`${day}T12:00:00Z`)
  date.setUTCDate(date.getUTCDate() + count)
  return date.toISOString().slice(0, 10)
}

/** 0 is Sunday, 6 Saturday. */
export function weekday(day: Day): number {
  return new Date(`${day}T12:00:00Z`).getUTCDay()
}

/** The same day of another year; 29 February falls on 1 March where the year has none. */
export function addYears(day: Day, count: number): Day {
  const moved = `${String(Number(day.slice(0, 4)) + count).padStart(4, '0')}${day.slice(4)}`
  return isDay(moved) ? moved : `${moved.slice(0, 4)}-03-01`
}

/** Completed years at that day. Who was born on 29 February is a year older on 1 March. */
export function ageOn(birth: Day, day: Day): number {
  const years = Number(day.slice(0, 4)) - Number(birth.slice(0, 4))
  return day.slice(5) >= birth.slice(5) ? years : years - 1
}

/** The last birth date with which somebody has completed so many years at that day: {@link ageOn} the other way round. */
export function latestBirth(age: number, day: Day): Day {
  const birth = `${String(Number(day.slice(0, 4)) - age).padStart(4, '0')}${day.slice(4)}`
  // On a 29 February whoever was born on 1 March of a year without one has to wait for the next day.
  return isDay(birth) ? birth : `${birth.slice(0, 4)}-02-28`
}

/**
 * The moment a local time of Santiago stands for. A time that the clocks skip in September is moved on by the hour
 * that is missing; of a time that comes twice in April the first is meant.
 */
export function momentOf(day: Day, time: string): Date {
  const guess = Date.parse(`${day}T${time.length === 5 ? `${time}:00` : time}Z`)
  const candidates = [3, 4].map((hours) => new Date(guess + hours * 3_600_000))
  const exact = candidates.find((candidate) => {
    const local = santiago(candidate)
    return local.day === day && local.time === time.slice(0, 5)
  })
  return exact ?? new Date(guess + 4 * 3_600_000)
}

const months = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'] as const

/** `2026-11-26` as `26/11/2026`. */
export function showDay(day: Day): string {
  return `${day.slice(8, 10)}/${day.slice(5, 7)}/${day.slice(0, 4)}`
}

/** `2026-11-26` as `26 nov`. */
export function showDayShort(day: Day): string {
  return `${Number(day.slice(8, 10))} ${months[Number(day.slice(5, 7)) - 1] ?? ''}`
}

/** `26/11/2026` as `2026-11-26`, or null where no such day exists. */
export function readDay(text: string): Day | null {
  const match = /^\s*(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})\s*$/.exec(text)
  if (!match) return null
  const day = `${match[3]}-${(match[2] ?? '').padStart(2, '0')}-${(match[1] ?? '').padStart(2, '0')}`
  return isDay(day) ? day : null
}

/** A day on the wire. */
export function day(message = 'Ingrese una fecha válida.') {
  return z.string(message).check(z.refine(isDay, message)).register(z.globalRegistry, { format: 'date' })
}

/** A moment on the wire: ISO 8601 in UTC. */
export function moment() {
  return z.string().register(z.globalRegistry, { format: 'date-time' })
}

/** A moment that a caller gives back as the wire told it, and that the database can hold. */
export function sentMoment(message = 'Revisa los datos ingresados') {
  const isMoment = (text: string) =>
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?Z$/.test(text) &&
    isDay(text.slice(0, 10)) &&
    !Number.isNaN(Date.parse(text))
  return z
    .string(message)
    .check(z.refine(isMoment, message))
    .register(z.globalRegistry, { format: 'date-time' })
}
