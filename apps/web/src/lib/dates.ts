/** Formats days and times for all screens: DD/MM/AAAA and `09:30 h`, in the time zone of Santiago. */
import {
  type Day,
  longMonths,
  readDay,
  santiago,
  showDay,
  toDay,
  weekday,
} from '@mi-portal/contract/values/dates'
import { now } from './clock.ts'

/** Returns today's date in Santiago. */
export function today(): Day {
  return toDay(now())
}

const months = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic']

function toLocalParts(value: string): { day: string; time: string } | null {
  const moment = new Date(value)
  return Number.isNaN(moment.getTime()) ? null : santiago(moment)
}

/**
 * Formats `2026-11-26` (a day) or `2026-11-26T12:30:00Z` (a timestamp, converted to Santiago's time) as
 * `26/11/2026`. Any other text is returned unchanged.
 */
export function formatDay(value: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return showDay(value)
  const local = toLocalParts(value)
  return local ? showDay(local.day) : value
}

/** Formats a timestamp as `09:30 h` in Santiago, and `09:30` as `09:30 h`. Any other text is returned unchanged. */
export function formatTime(value: string): string {
  if (/^\d{2}:\d{2}$/.test(value)) return `${value} h`
  const local = toLocalParts(value)
  return local ? `${local.time} h` : value
}

/** Formats the date of an exam as `26/11/2026, 09:30 h`, or without a time that is not known. */
export function formatTaken({ date, hour }: { date: string; hour: string }): string {
  return hour === '' ? date : `${date}, ${formatTime(hour)}`
}

/** Formats a timestamp as `26/11/2026, 09:30 h` in Santiago. */
export function formatTimestamp(value: string): string {
  return `${formatDay(value)}, ${formatTime(value)}`
}

const weekdays = ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado']
/** Formats `2026-11-26` as `jueves 26 de noviembre`. */
export function formatLongDay(day: Day): string {
  return `${weekdays[weekday(day)]} ${Number(day.slice(8))} de ${longMonths[Number(day.slice(5, 7)) - 1]}`
}

/** Formats `26/11/2026` as `Jueves 26/11/2026`. A date without a day, such as `11/2026`, is returned unchanged. */
export function formatPlannedDay(date: string): string {
  const day = readDay(date)
  const name = day === null ? '' : (weekdays[weekday(day)] ?? '')
  return name === '' ? date : `${name.charAt(0).toUpperCase()}${name.slice(1)} ${date}`
}

/** Formats `2026-11-26` as `jue`. */
export function formatWeekday(day: Day): string {
  return (weekdays[weekday(day)] ?? '').slice(0, 3)
}

/** Formats `2026-11-26` as `Noviembre 2026`. */
export function formatMonth(day: Day): string {
  const month = longMonths[Number(day.slice(5, 7)) - 1] ?? ''
  return `${month.charAt(0).toUpperCase()}${month.slice(1)} ${day.slice(0, 4)}`
}

/** Formats a timestamp briefly: `jue 26/11, 09:30 h` in Santiago. */
export function formatShortTimestamp(value: string): string {
  const local = toLocalParts(value)
  if (!local) return value
  return `${formatWeekday(local.day)} ${showDay(local.day).slice(0, 5)}, ${local.time} h`
}

/**
 * Returns the parts of a date chip for `26/11/2026`, `26-11-2026` or `2026-11-26`: `{ day: '26', month: 'nov' }`;
 * null when the text is not a date.
 */
export function chipParts(value: string): { day: string; month: string } | null {
  const iso = /^\d{4}-(\d{2})-(\d{2})/.exec(value)
  const shown = /^(\d{2})[/-](\d{2})[/-]\d{4}$/.exec(value)
  const day = iso?.[2] ?? shown?.[1]
  const month = months[Number(iso?.[1] ?? shown?.[2]) - 1]
  return day && month ? { day, month } : null
}

/** Formats a number in Chilean notation: comma for decimals, point for thousands. */
export function formatNumber(value: number, decimals?: number): string {
  return new Intl.NumberFormat('es-CL', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals ?? 3,
  }).format(value)
}
