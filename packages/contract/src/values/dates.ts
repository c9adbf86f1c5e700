/**
 * Days and times in Chile. A day is the text `YYYY-MM-DD` and never becomes a `Date`; an instant is a `Date` (on
 * the wire ISO 8601 in UTC). The time zone America/Santiago decides to which day an instant belongs.
 */
/** @internal Exported for the tests. */
export const zone = 'America/Santiago'

/** A calendar day, `YYYY-MM-DD`. */
export type Day = string

let partsFormat: Intl.DateTimeFormat | undefined

/**
 * Formats an instant. The formatter is created on first use, because on a slow phone it takes longer than anything
 * else at the start of the sign-in page.
 */
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

/** Returns the milliseconds between UTC and the local time of Santiago at an instant. */
function offsetAt(moment: number): number {
  const { day, time, seconds } = formatted(new Date(moment))
  return Date.parse(`${day}T${time}:${seconds}Z`) - moment
}

// Formatting takes fifty times as long as adding, and a list shows many times of few days.
const offsets = new Map<number, number | null>()
const mostOffsets = 4000

/** Returns the offset that applies during a whole UTC day; null when the clocks change in it. */
function findOffset(utcDay: number): number | null {
  const known = offsets.get(utcDay)
  if (known !== undefined) return known
  const start = utcDay * dayLength
  const offset = offsetAt(start)
  const constant = offset === offsetAt(start + dayLength - 1000) ? offset : null
  if (offsets.size >= mostOffsets) offsets.clear()
  offsets.set(utcDay, constant)
  return constant
}

/**
 * A change of the clocks in Santiago: the instant in minutes since 1970, and the minutes by which the local time differs from UTC from
 * then on.
 */
export type ClockChange = readonly [from: number, offset: number]

const minuteMs = 60_000

/**
 * Returns the changes of the clocks from the beginning of the first year to the end of the last one (in UTC), oldest first. The first entry
 * is the beginning of the time, and the last entry its end.
 */
export function findClockChanges(firstYear: number, lastYear: number): ClockChange[] {
  const [start, end] = [Date.UTC(firstYear, 0), Date.UTC(lastYear + 1, 0)]
  const changes: ClockChange[] = [changeAt(start)]
  // Chile's clocks stay unchanged for months.
  const step = 7 * dayLength
  for (let from = start; from < end; from += step) {
    let [before, after] = [from, Math.min(from + step, end)]
    if (offsetAt(before) === offsetAt(after)) continue
    while (after - before > minuteMs) {
      const middle = Math.floor((before + after) / 2 / minuteMs) * minuteMs
      if (offsetAt(middle) === offsetAt(before)) before = middle
      else after = middle
    }
    changes.push(changeAt(after))
  }
  return [...changes, changeAt(end)]
}

function changeAt(moment: number): ClockChange {
  return [moment / minuteMs, offsetAt(moment) / minuteMs]
}

let knownChanges: readonly ClockChange[] = []

/**
 * Stores the changes of the clocks that {@link findClockChanges} returned on the server, for a browser: creating a formatter blocks a
 * slow phone for a quarter of a second, and phones without updates apply the rules of former years.
 */
export function rememberClockChanges(changes: readonly ClockChange[]): void {
  knownChanges = changes
}

/** Returns the offset of an instant by the known changes, in milliseconds; null if they do not include it. */
function knownOffsetAt(moment: number): number | null {
  const minute = moment / minuteMs
  const next = knownChanges.findIndex(([from]) => from > minute)
  const change = next > 0 ? knownChanges[next - 1] : undefined
  return change ? change[1] * minuteMs : null
}

export function santiago(moment: Date): LocalTime {
  const at = moment.getTime()
  // In this range the clocks change at most once a day, and years have four digits.
  const isUsual = at >= 0 && at < Date.UTC(9999, 0)
  const offset = isUsual ? (knownOffsetAt(at) ?? findOffset(Math.floor(at / dayLength))) : null
  if (offset === null) return formatted(moment)
  const text = new Date(at + offset).toISOString()
  return { day: text.slice(0, 10), time: text.slice(11, 16), seconds: text.slice(17, 19) }
}

/** Returns the day in Santiago at that instant. */
export function toDay(moment: Date): Day {
  return santiago(moment).day
}

// Low enough that days calculated from it still have a year of four digits, as every `Day` has.
const lastYear = 2999

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

export function addDays(day: Day, count: number): Day {
  const date = new Date(`${day}T12:00:00Z`)
  date.setUTCDate(date.getUTCDate() + count)
  return date.toISOString().slice(0, 10)
}

export function firstOfMonth(day: Day): Day {
  return `${day.slice(0, 8)}01`
}

/** Returns the number of the weekday: 0 is Sunday, 6 is Saturday. */
export function weekday(day: Day): number {
  return new Date(`${day}T12:00:00Z`).getUTCDay()
}

/** Returns the same day of another year; 29 February becomes 1 March when the year has no such day. */
export function addYears(day: Day, count: number): Day {
  const moved = `${String(Number(day.slice(0, 4)) + count).padStart(4, '0')}${day.slice(4)}`
  return isDay(moved) ? moved : `${moved.slice(0, 4)}-03-01`
}

/**
 * Returns the completed years on that day. A person born on 29 February turns a year older on 1 March in other
 * years.
 */
export function ageOn(birth: Day, day: Day): number {
  const years = Number(day.slice(0, 4)) - Number(birth.slice(0, 4))
  return day.slice(5) >= birth.slice(5) ? years : years - 1
}

/**
 * Returns the last birth date with which a person has reached this age on that day: the inverse of {@link ageOn}.
 */
export function latestBirth(age: number, day: Day): Day {
  const birth = `${String(Number(day.slice(0, 4)) - age).padStart(4, '0')}${day.slice(4)}`
  // On 29 February, a person born on 1 March of a year without that day reaches the age only on the next day.
  return isDay(birth) ? birth : `${birth.slice(0, 4)}-02-28`
}

/**
 * Returns the instant of a local time in Santiago. A time that the clocks skip in September moves on by the missing
 * hour; a time that occurs twice in April means the first.
 */
export function toInstant(day: Day, time: string): Date {
  const guess = Date.parse(`${day}T${time.length === 5 ? `${time}:00` : time}Z`)
  const candidates = [3, 4].map((hours) => new Date(guess + hours * 3_600_000))
  const exact = candidates.find((candidate) => {
    const local = santiago(candidate)
    return local.day === day && local.time === time.slice(0, 5)
  })
  return exact ?? new Date(guess + 4 * 3_600_000)
}

const months = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'] as const

/** Formats `2026-11-26` as `26/11/2026`. */
export function showDay(day: Day): string {
  return `${day.slice(8, 10)}/${day.slice(5, 7)}/${day.slice(0, 4)}`
}

export const longMonths: readonly string[] = [
  ...['enero', 'febrero', 'marzo', 'abril', 'mayo', 'junio'],
  ...['julio', 'agosto', 'septiembre', 'octubre', 'noviembre', 'diciembre'],
]

export function showLongDay(day: Day): string {
  return `${Number(day.slice(8, 10))} de ${longMonths[Number(day.slice(5, 7)) - 1]} de ${day.slice(0, 4)}`
}

/** Formats `2026-11-26` as `26 nov`. */
export function showDayShort(day: Day): string {
  return `${Number(day.slice(8, 10))} ${months[Number(day.slice(5, 7)) - 1] ?? ''}`
}

/** Converts `26/11/2026` to `2026-11-26`; null when there is no such day. */
export function readDay(text: string): Day | null {
  const match = /^\s*(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})\s*$/.exec(text)
  if (!match) return null
  const day = `${match[3]}-${(match[2] ?? '').padStart(2, '0')}-${(match[1] ?? '').padStart(2, '0')}`
  return isDay(day) ? day : null
}
