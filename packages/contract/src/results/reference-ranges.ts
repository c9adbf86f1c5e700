import type { Amount, ReferenceRange, ReportedResult } from './reported-result.ts'
import { showConcept } from './standard-codes.ts'
import { showAmount, showCompared, withUnit } from './value-text.ts'

/**
 * Writes the limits of a range: `70 a 99 mg/dL`, `hasta 200 mg/dL`; empty without limits. Limits without a unit
 * have the value's unit.
 */
function showLimits({ low, high }: ReferenceRange, valueUnit: string | null): string {
  const unit = high?.unit ?? low?.unit ?? valueUnit
  const one = (limit: Amount) => showCompared(limit.number, limit.comparator, false)
  if (low !== null && high !== null) {
    const differ = low.unit !== null && high.unit !== null && low.unit !== high.unit
    return differ ? `${showAmount(low)} a ${showAmount(high)}` : withUnit(`${one(low)} a ${one(high)}`, unit)
  }
  if (high !== null) return withUnit(`hasta ${one(high)}`, unit)
  return low === null ? '' : withUnit(`desde ${one(low)}`, unit)
}

function showAges({ age_low, age_high }: ReferenceRange): string {
  const years = (age: Amount) =>
    showAmount({ ...age, unit: /^(a|years?|a\u00f1os?)$/i.test(age.unit ?? '') ? 'años' : age.unit })
  if (age_low !== null && age_high !== null) return `de ${years(age_low)} a ${years(age_high)}`
  if (age_low !== null) return `desde ${years(age_low)}`
  return age_high === null ? '' : `hasta ${years(age_high)}`
}

const normalCode = 'normal'
const criticalCode = 'critical'

function isNormal({ type }: ReferenceRange): boolean {
  return (
    type !== null && (type.codes.some((one) => one.code === normalCode) || /^normal/i.test(type.text ?? ''))
  )
}

/** Returns whether the laboratory names the range as its critical limits, by a code or in words. */
function isCritical({ type }: ReferenceRange): boolean {
  if (type === null) return false
  const words = [type.text, ...type.codes.map(({ display }) => display)]
  return (
    type.codes.some(({ code }) => code.toLowerCase() === criticalCode) ||
    words.some((word) =>
      /^(l[i\u00ed]mites? |rangos? |valor(es)? )?(cr[i\u00ed]tic|p[a\u00e1]nic)/i.test(word ?? ''),
    )
  )
}

/**
 * Returns the patients or the purpose of a range: `Primer trimestre`, `Terapéutico`; empty for the plain normal
 * range.
 */
function showScope(range: ReferenceRange): string {
  const type = range.type === null || isNormal(range) ? '' : showConcept(range.type)
  return [type, ...range.applies_to.map(showConcept), showAges(range)]
    .filter((word) => word !== '')
    .join(', ')
}

/** A number in words may have a comma or a point before its decimals, or points between its thousands. */
function isNumberInWords(words: string, number: string): boolean {
  const forms = [words.replace(',', '.'), words.replaceAll('.', '').replace(',', '.')]
  return forms.some((form) => Number(form) === Number(number))
}

const lowerWords = '(?:>=?|≥|desde|m[aá]s de|mayor(?: o igual)?(?: que| a)?|sobre)'
const upperWords = '(?:<=?|≤|hasta|menos de|menor(?: o igual)?(?: que| a)?|bajo)'
const numberWords = '([+-]?\\d[\\d.,]*)'
const readableText = new RegExp(
  `^[^\\d<>≤≥]*?(?:${numberWords}\\s*(?:-|–|—|a)\\s*${numberWords}|${lowerWords}\\s*${numberWords}|${upperWords}\\s*${numberWords})(?:\\s+\\D.*|\\s*[%)])?$`,
  'i',
)

/**
 * Returns whether the text of a range says other limits than its numbers, because an interface wrote one of them wrong. A text that is no
 * interval and no comparison contradicts nothing.
 */
function hasOtherText({ low, high, text }: ReferenceRange): boolean {
  const [, from, to, least, most] = readableText.exec(text?.trim() ?? '') ?? []
  const said = { low: from ?? least, high: to ?? most }
  if ((said.low ?? said.high) === undefined || (low ?? high) === null) return false
  const differs = (words: string | undefined, limit: Amount | null) =>
    words === undefined ? limit !== null : limit === null || !isNumberInWords(words, limit.number)
  return differs(said.low, low) || differs(said.high, high)
}

const isReversed = ({ low, high }: ReferenceRange) =>
  low !== null && high !== null && Number(low.number) > Number(high.number)

/** Writes one range: `Primer trimestre: 0,1 a 2,5 mUI/L`. Where its text and its numbers disagree, the text is what the laboratory wrote. */
export function showRange(range: ReferenceRange, valueUnit: string | null): string {
  const limits = hasOtherText(range) ? '' : showLimits(range, valueUnit)
  const scope = showScope(range)
  const words = [limits, range.text ?? ''].filter((word) => word !== '').join(' · ')
  return scope === '' ? words : `${scope}: ${words}`
}

export function showRanges({ ranges, unit }: Pick<ReportedResult, 'ranges' | 'unit'>): string[] {
  return ranges.map((range) => showRange(range, unit)).filter((words) => words !== '')
}

/** Returns whether a limit has the same unit as the value; a missing unit counts as the same. */
function isSameUnit(limit: Amount | null, { unit, ucum }: ReportedResult): boolean {
  if (limit === null) return true
  if (limit.ucum !== null && ucum !== null) return limit.ucum === ucum
  return limit.unit === null || unit === null || limit.unit === unit
}

/**
 * Returns the range to compare a value with: the one for every patient, or else the only one that applies.
 * Ranges count if they are normal ranges, or have neither a type nor specific patients. Returns null if there
 * is no such range, if several are possible, if its text says other limits than its numbers, if its lower limit is above the upper one, or
 * if the limits are not plain numbers in the unit of the value.
 */
export function applicableRange(result: ReportedResult): ReferenceRange | null {
  const meant = result.ranges.filter(
    (range) =>
      (range.low !== null || range.high !== null) &&
      (isNormal(range) || (range.type === null && range.applies_to.length === 0)),
  )
  const isGeneral = (range: ReferenceRange) =>
    range.applies_to.length === 0 && range.age_low === null && range.age_high === null
  const general = meant.filter(isGeneral)
  const [chosen, another] = general.length > 0 ? general : meant
  if (chosen === undefined || another !== undefined || hasOtherText(chosen) || isReversed(chosen)) return null
  const isPlain = [chosen.low, chosen.high].every(
    (limit) => isSameUnit(limit, result) && (limit === null || limit.comparator === null),
  )
  return isPlain ? chosen : null
}

type CriticalLimit = {
  readonly number: string
  /** Whether the limit itself is critical already. */
  readonly isIncluded: boolean
}
export type CriticalLimits = { readonly low: CriticalLimit | null; readonly high: CriticalLimit | null }

/**
 * Returns the critical limits of one range, read against the normal range. Laboratories send either the limits beyond which a
 * value is critical, or the values that are critical. A critical value is never normal, so one of the two readings remains;
 * returns null where it does not.
 */
function readCriticalRange({ low, high }: ReferenceRange, normal: ReferenceRange): CriticalLimits | null {
  const toNumber = (limit: Amount | null) => (limit === null ? null : Number(limit.number))
  const [least, most] = [toNumber(normal.low), toNumber(normal.high)]
  const isBelow = (limit: Amount) => least !== null && Number(limit.number) <= least
  const isAbove = (limit: Amount) => most !== null && Number(limit.number) >= most
  if (low !== null && high !== null) {
    const isOutside = isBelow(low) && isAbove(high)
    if (!isOutside) return null
    return {
      low: { number: low.number, isIncluded: false },
      high: { number: high.number, isIncluded: false },
    }
  }
  const limit = low ?? high
  if (limit === null || isBelow(limit) === isAbove(limit)) return null
  // `desde 6,5` above the normal range names the critical values; `hasta 6,5` above it names the limit.
  if (isBelow(limit)) return { low: { number: limit.number, isIncluded: limit === high }, high: null }
  return { low: null, high: { number: limit.number, isIncluded: limit === low } }
}

/**
 * Returns the critical limits that the laboratory reported; null if it reported none, or if they can be read in more than one
 * way: without a normal range that applies, for certain patients only, in another unit, or with two different limits.
 */
export function criticalLimits(result: ReportedResult): CriticalLimits | null {
  const critical = result.ranges.filter(isCritical)
  const normal = applicableRange(result)
  if (normal === null || critical.length === 0) return null
  const isPlain = (range: ReferenceRange) =>
    range.applies_to.length === 0 &&
    range.age_low === null &&
    range.age_high === null &&
    [range.low, range.high].every(
      (limit) => isSameUnit(limit, result) && (limit === null || limit.comparator === null),
    )
  const read = critical.map((range) => (isPlain(range) ? readCriticalRange(range, normal) : null))
  const limits = read.filter((one) => one !== null)
  const lows = limits.flatMap(({ low }) => low ?? [])
  const highs = limits.flatMap(({ high }) => high ?? [])
  if (limits.length < read.length || lows.length > 1 || highs.length > 1) return null
  return { low: lows[0] ?? null, high: highs[0] ?? null }
}
