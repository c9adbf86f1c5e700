import { longMonths, santiago, showDay } from '../values/dates.ts'
import { showDecimal } from './decimals.ts'
import type { Amount, Comparator, ReportedResult } from './reported-result.ts'
import { showConcept } from './standard-codes.ts'
import { printUnit } from './units.ts'

const comparatorSigns: Readonly<Record<Comparator, string>> = { '<': '<', '<=': '≤', '>=': '≥', '>': '>' }
const comparatorWords: Readonly<Record<Comparator, string>> = {
  '<': 'menor que',
  '<=': 'menor o igual que',
  '>=': 'mayor o igual que',
  '>': 'mayor que',
}

export function showCompared(number: string, compared: Comparator | null, spoken: boolean): string {
  if (compared === null) return showDecimal(number)
  return `${(spoken ? comparatorWords : comparatorSigns)[compared]} ${showDecimal(number)}`
}

export function withUnit(text: string, unit: string | null): string {
  return `${text} ${printUnit(unit)}`.trim()
}

export function showAmount(one: Amount, spoken = false): string {
  return withUnit(showCompared(one.number, one.comparator, spoken), one.unit)
}

/** Writes a ratio. A titre such as 1:160 has no units; 24 mg in 24 h has units. */
function showRatio(numerator: Amount, denominator: Amount, spoken: boolean): string {
  const [over, under] = [showAmount(numerator, spoken), showAmount(denominator, spoken)]
  const isTitre = [numerator, denominator].every(({ unit }) => unit === null || unit === '' || unit === '1')
  if (spoken) return isTitre ? `${over} a ${under}` : `${over} por ${under}`
  return isTitre ? `${over}:${under}` : `${over} / ${under}`
}

/** Writes a date of FHIR with the parts that it has; a timestamp is in the time zone of Santiago. */
function showDate(date: string): string {
  const timestamp = date.includes('T') ? new Date(date) : null
  if (timestamp !== null && !Number.isNaN(timestamp.getTime())) {
    const local = santiago(timestamp)
    return `${showDay(local.day)}, ${local.time} h`
  }
  const [, year, month, day] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?/.exec(date) ?? []
  if (year === undefined) return date
  if (month === undefined) return year
  if (day === undefined) return `${longMonths[Number(month) - 1] ?? month} de ${year}`
  return `${day}/${month}/${year}`
}

export function lowerFirst(words: string): string {
  return /^\p{Lu}\p{Ll}/u.test(words) ? words.charAt(0).toLowerCase() + words.slice(1) : words
}

function showPeriod(start: string | null, end: string | null): string {
  if (start !== null && end !== null) return `del ${showDate(start)} al ${showDate(end)}`
  if (start !== null) return `desde el ${showDate(start)}`
  return end === null ? '' : `hasta el ${showDate(end)}`
}

function showSpan(low: string | null, high: string | null): string {
  if (low !== null && high !== null) return `${showDecimal(low)} a ${showDecimal(high)}`
  if (high !== null) return `hasta ${showDecimal(high)}`
  return low === null ? '' : `desde ${showDecimal(low)}`
}

export function isShowable(result: ReportedResult): boolean {
  if (result.value.kind === 'unreadable') return false
  return result.value.kind !== 'none' || result.interpretations.length > 0 || result.notes.length > 0
}

function valueText({ value, unit, interpretations }: ReportedResult, spoken: boolean): string {
  switch (value.kind) {
    case 'number':
      return withUnit(showCompared(value.number, value.comparator, spoken), unit)
    case 'ratio':
      return showRatio(value.numerator, value.denominator, spoken)
    case 'range':
      return withUnit(showSpan(value.low, value.high), unit)
    case 'date':
      return showDate(value.date)
    case 'period':
      return showPeriod(value.start, value.end)
    case 'time':
      return `${value.time.slice(0, 5)} h`
    case 'text':
      return withUnit(value.text, unit)
    case 'concept':
      return showConcept(value.concept)
    case 'boolean':
      return value.boolean ? 'Sí' : 'No'
    case 'absent':
      return `Sin resultado: ${lowerFirst(showConcept(value.reason))}`
    case 'none':
      return interpretations.map(showConcept).join(', ')
    case 'unreadable':
      return ''
  }
}

/** Writes a value: `108 mg/dL`, `1:160`, `Sin resultado: muestra hemolizada`; `Ver documento` when it cannot be written. */
export function showValue(result: ReportedResult): string {
  if (!isShowable(result)) return 'Ver documento'
  return valueText(result, false) || 'Ver nota'
}

/** Writes a value as it is read aloud: `menor que 0,01 ng/mL`. */
export function speakValue(result: ReportedResult): string {
  if (!isShowable(result)) return 'ver documento'
  return valueText(result, true) || 'ver nota'
}
