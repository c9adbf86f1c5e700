/**
 * Judges a result: low, normal, high or abnormal, by the laboratory's interpretation or by the range that applies. Only the
 * laboratory's interpretation and its critical limits make a result critical.
 */
import { foldText } from '../fields/accents.ts'
import { applicableRange, criticalLimits } from './reference-ranges.ts'
import type {
  Comparator,
  ReferenceRange,
  ReportedConcept,
  ReportedResult,
  ReportedValue,
} from './reported-result.ts'
import { codeWords, interpretationSystem, showConcept, toConcept } from './standard-codes.ts'

export const flagLevels = ['low', 'in', 'high', 'abnormal'] as const
export type FlagLevel = (typeof flagLevels)[number]
/** Where a value lies relative to its range, and whether the laboratory calls it critical. */
export type ResultFlag = { readonly level: FlagLevel; readonly critical: boolean }

const judgements: Readonly<Record<string, ResultFlag>> = {
  N: { level: 'in', critical: false },
  H: { level: 'high', critical: false },
  HU: { level: 'high', critical: false },
  'H>': { level: 'high', critical: false },
  HH: { level: 'high', critical: true },
  L: { level: 'low', critical: false },
  LU: { level: 'low', critical: false },
  'L<': { level: 'low', critical: false },
  LL: { level: 'low', critical: true },
  A: { level: 'abnormal', critical: false },
  AA: { level: 'abnormal', critical: true },
}
/** Codes that compare with an earlier value or name the measuring limit; they do not judge the value. */
const withoutJudgement = new Set(['B', 'W', 'U', 'D', '<', '>'])

/** The names under which HL7's code system of interpretations is sent. Another system may use the same codes for something else. */
const interpretationSystems = new Set<string | null>([
  null,
  interpretationSystem,
  'http://hl7.org/fhir/v3/ObservationInterpretation',
  'http://hl7.org/fhir/v2/0078',
  'http://terminology.hl7.org/CodeSystem/v2-0078',
  'urn:oid:2.16.840.1.113883.5.83',
  'urn:oid:2.16.840.1.113883.12.78',
])

/** Words in which laboratories write HL7's codes beside a code system of their own. */
const agreeingWords: Readonly<Record<string, RegExp>> = {
  N: /^normal$/,
  H: /^(high|alto|elevado|above (high )?normal)$/,
  HH: /^(critical(ly)? high|panic high|critico alto|muy alto)$/,
  L: /^(low|bajo|disminuido|below (low )?normal)$/,
  LL: /^(critical(ly)? low|panic low|critico bajo|muy bajo)$/,
  A: /^(abnormal|anormal|alterado)$/,
  AA: /^(critical(ly)? abnormal|critical|critico)$/,
  POS: /^positiv[eo]$/,
  NEG: /^negativ[eo]$/,
  S: /^(susceptible|sensible)$/,
  I: /^(intermediate|intermedi[oa])$/,
  R: /^(resistant|resistente)$/,
}

/** Returns the code of HL7 that a concept has, also one of another code system whose words say the same. */
function findHl7Code({ codes, text }: ReportedConcept) {
  return codes.find(
    ({ system, code, display }) =>
      interpretationSystems.has(system) ||
      agreeingWords[code]?.test(foldText((display ?? text ?? '').replace(/[.:]/g, ''))),
  )
}

function judgingCode({ codes, text }: ReportedConcept) {
  const judging = codes.filter(({ code }) => judgements[code] !== undefined)
  return findHl7Code({ codes: judging, text })
}

function showInterpretation(one: ReportedConcept): string {
  const code = one.text === null ? findHl7Code(one)?.code : undefined
  return codeWords[interpretationSystem]?.[code ?? ''] ?? showConcept(one)
}

/** Returns a laboratory's judgement, given as an HL7 code or as text, as a concept. */
export function toInterpretation(given: string): ReportedConcept {
  const isCode = judgements[given] !== undefined || codeWords[interpretationSystem]?.[given] !== undefined
  return isCode
    ? { text: null, codes: [{ system: interpretationSystem, code: given, display: null }] }
    : toConcept(given)
}

/**
 * Returns the flag that the laboratory reported. Returns null if its codes contradict each other or contain no
 * flag.
 */
function findJudgement(interpretations: readonly ReportedConcept[]): ResultFlag | null {
  const known = interpretations.flatMap((one) => judgements[judgingCode(one)?.code ?? ''] ?? [])
  const levels = new Set(known.map(({ level }) => level))
  // "Abnormal" is less specific than "high" and does not contradict it.
  if (levels.size > 1) levels.delete('abnormal')
  const [level, another] = levels
  if (level === undefined || another !== undefined) return null
  return { level, critical: known.some(({ critical }) => critical) }
}

type Limits = { readonly low: number | null; readonly high: number | null }

function levelOfExact(number: number, { low, high }: Limits): FlagLevel {
  if (low !== null && number < low) return 'low'
  return high !== null && number > high ? 'high' : 'in'
}

/** Returns where a value with a comparator lies; null unless all values that it may have lie there. */
function levelOfBounded(bound: number, comparator: Comparator, { low, high }: Limits): FlagLevel | null {
  const isInclusive = comparator === '<=' || comparator === '>='
  if (comparator === '<' || comparator === '<=') {
    if (low !== null && (isInclusive ? bound < low : bound <= low)) return 'low'
    return low === null && high !== null && bound <= high ? 'in' : null
  }
  if (high !== null && (isInclusive ? bound > high : bound >= high)) return 'high'
  return high === null && low !== null && bound >= low ? 'in' : null
}

function findLevel(
  value: Extract<ReportedValue, { kind: 'number' }>,
  range: ReferenceRange,
): FlagLevel | null {
  const { low, high } = range
  const limits = {
    low: low === null ? null : Number(low.number),
    high: high === null ? null : Number(high.number),
  }
  const number = Number(value.number)
  return value.comparator === null
    ? levelOfExact(number, limits)
    : levelOfBounded(number, value.comparator, limits)
}

/** Returns on which side a value lies beyond the critical limits that the laboratory reported; null if on none. */
function criticalSide(result: ReportedResult): 'low' | 'high' | null {
  const { value } = result
  const limits = value.kind === 'number' ? criticalLimits(result) : null
  if (limits === null || value.kind !== 'number') return null
  const number = Number(value.number)
  const { low, high } = limits
  const isAt = (limit: typeof low) =>
    limit?.isIncluded && value.comparator === null && number === Number(limit.number)
  if (isAt(low)) return 'low'
  if (isAt(high)) return 'high'
  const bounds = { low: low && Number(low.number), high: high && Number(high.number) }
  const level =
    value.comparator === null
      ? levelOfExact(number, bounds)
      : levelOfBounded(number, value.comparator, bounds)
  return level === 'low' || level === 'high' ? level : null
}

function findLevelFlag(result: ReportedResult): ResultFlag | null {
  const judging = result.interpretations.filter(
    ({ codes }) => !codes.some(({ code: one }) => withoutJudgement.has(one)),
  )
  if (judging.length > 0) return findJudgement(judging)
  const range = result.value.kind === 'number' ? applicableRange(result) : null
  if (range === null || result.value.kind !== 'number') return null
  const level = findLevel(result.value, range)
  return level === null ? null : { level, critical: false }
}

/**
 * Returns where a value lies. The laboratory's own interpretation has priority; without it, the value is compared
 * with the range that applies. Returns null when neither decides. A value beyond the laboratory's critical limits is
 * critical unless the laboratory's interpretation says otherwise.
 */
export function findFlag(result: ReportedResult): ResultFlag | null {
  const flag = findLevelFlag(result)
  if (flag === null || flag.critical || flag.level === 'in') return flag
  const side = criticalSide(result)
  const agrees = side !== null && (flag.level === 'abnormal' || flag.level === side)
  return agrees ? { ...flag, critical: true } : flag
}

/** Returns the interpretations of the laboratory that the flag does not express: `Positivo`, `Resistente`, or its own text. */
export function showInterpretations(result: ReportedResult): string[] {
  const hasFlag = findFlag(result) !== null
  const isSaid = (one: ReportedConcept) => {
    const { text } = one
    const judged = judgingCode(one)
    if (!hasFlag || judged === undefined) return false
    const usual = [judged.code, judged.display, codeWords[interpretationSystem]?.[judged.code]]
    return text === null || usual.some((word) => word?.toLowerCase() === text.trim().toLowerCase())
  }
  const words = result.interpretations.filter((one) => !isSaid(one)).map(showInterpretation)
  return [...new Set(words)].filter((word) => word !== '')
}

/** Returns the words for a flag: `Bajo`, `Alto`, `Crítico: muy alto` …; empty for a normal value or no flag. */
export function flagWords(flag: ResultFlag | null): string {
  if (flag === null || flag.level === 'in') return ''
  if (flag.level === 'abnormal') return flag.critical ? 'Crítico' : 'Anormal'
  const word = flag.level === 'high' ? 'alto' : 'bajo'
  return flag.critical ? `Crítico: muy ${word}` : word.charAt(0).toUpperCase() + word.slice(1)
}
