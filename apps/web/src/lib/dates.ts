/** How days and hours are written on every screen: DD/MM/AAAA and `09:30 h`, at Santiago's clock. */
import { type Day, santiago, showDay, weekday } from '@mi-portal/contract/values/dates'

/** The present moment; the browser's one clock, which tests set. */
export function now(): Date {
  return new Date()
}

const months = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic']

function localOf(value: string): { day: string; time: string } | null {
  const moment = new Date(value)
  return Number.isNaN(moment.getTime()) ? null : santiago(moment)
}

/** `2026-11-26` (a day) or `2026-11-26T12:30:00Z` (a moment, taken to Santiago) → `26/11/2026`. Any other text comes back as it is. */
export function formatDay(value: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return showDay(value)
  const local = localOf(value)
  return local ? showDay(local.day) : value
}

/** A moment → `09:30 h` in Santiago; `09:30` → `09:30 h`. Any other text comes back as it is. */
export function formatHour(value: string): string {
  if (/^\d{2}:\d{2}$/.test(value)) return `${value} h`
  const local = localOf(value)
  return local ? `${local.time} h` : value
}

/** A moment → `26/11/2026, 09:30 h` in Santiago. */
export function formatMoment(value: string): string {
  return `${formatDay(value)}, ${formatHour(value)}`
}

const weekdays = ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado']
const longMonths = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
]

/** `2026-11-26` → `jueves 26 de noviembre`. */
export function formatLongDay(day: Day): string {
  return `${weekdays[weekday(day)]} ${Number(day.slice(8))} de ${longMonths[Number(day.slice(5, 7)) - 1]}`
}

/** `2026-11-26` → `jue`. */
export function formatWeekday(day: Day): string {
  return (weekdays[weekday(day)] ?? '').slice(0, 3)
}

/** `2026-11-26` → `Noviembre 2026`. */
export function formatMonth(day: Day): string {
  const month = longMonths[Number(day.slice(5, 7)) - 1] ?? ''
  return `${month.charAt(0).toUpperCase()}${month.slice(1)} ${day.slice(0, 4)}`
}

/** A moment as people say it: `jue 26/11, 09:30 h` in Santiago. */
export function formatSoon(value: string): string {
  const local = localOf(value)
  if (!local) return value
  return `${formatWeekday(local.day)} ${showDay(local.day).slice(0, 5)}, ${local.time} h`
}

/** The parts of a date chip from `26/11/2026`, `26-11-2026` or `2026-11-26`: `{ day: '26', month: 'nov' }`; null when the text is no date. */
export function chipParts(value: string): { day: string; month: string } | null {
  const iso = /^\d{4}-(\d{2})-(\d{2})/.exec(value)
  const shown = /^(\d{2})[/-](\d{2})[/-]\d{4}$/.exec(value)
  const day = iso?.[2] ?? shown?.[1]
  const month = months[Number(iso?.[1] ?? shown?.[2]) - 1]
  return day && month ? { day, month } : null
}

/** A number as Chile writes it: comma for decimals, point for thousands. */
export function formatNumber(value: number, decimals?: number): string {
  return new Intl.NumberFormat('es-CL', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals ?? 3,
  }).format(value)
}
