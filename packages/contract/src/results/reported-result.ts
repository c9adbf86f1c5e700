/**
 * A laboratory result exactly as it was reported, and how it is written and judged. Numbers are decimal texts,
 * because a binary number preserves neither `5.0` nor the notation of `0.0000001`.
 */
import * as z from 'zod/mini'
import { atMost } from '../text.ts'
import { santiago, showDay } from '../values/dates.ts'

/** An exact number in plain notation with a point: `5.0`, `-2`, `0.0000001`. */
const decimal = z.string().check(atMost(130), z.regex(/^-?\d{1,60}(\.\d{1,60})?$/))
const orNull = <T extends z.ZodMiniType>(schema: T) => z.nullable(schema)

export const comparators = ['<', '<=', '>=', '>'] as const
const comparator = orNull(z.enum(comparators))
type Comparator = (typeof comparators)[number]

const amount = z.object({ number: decimal, comparator, unit: orNull(z.string()), ucum: orNull(z.string()) })
export type Amount = z.output<typeof amount>

const code = z.object({ system: orNull(z.string()), code: z.string(), display: orNull(z.string()) })

/** Text with the codes that it stands for; at least one of the two is given. */
const concept = z.object({ text: orNull(z.string()), codes: z.array(code) })
export type ReportedConcept = z.output<typeof concept>

const reportedValue = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('number'), number: decimal, comparator }),
  z.object({ kind: z.literal('ratio'), numerator: amount, denominator: amount }),
  z.object({ kind: z.literal('range'), low: orNull(decimal), high: orNull(decimal) }),
  /** A date as FHIR writes it: a year, a month, a day, or a timestamp with its offset. */
  z.object({ kind: z.literal('date'), date: z.string() }),
  z.object({ kind: z.literal('period'), start: orNull(z.string()), end: orNull(z.string()) }),
  z.object({ kind: z.literal('time'), time: z.string() }),
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('concept'), concept }),
  z.object({ kind: z.literal('boolean'), boolean: z.boolean() }),
  /** The laboratory states that there is no value, and why. */
  z.object({ kind: z.literal('absent'), reason: concept }),
  /** No value was reported: an interpretation, a note or the document says everything. */
  z.object({ kind: z.literal('none') }),
  /** A value was reported that the portal cannot write; the document shows it. */
  z.object({ kind: z.literal('unreadable') }),
])
export type ReportedValue = z.output<typeof reportedValue>

const referenceRange = z.object({
  low: orNull(amount),
  high: orNull(amount),
  text: orNull(z.string()),
  /** The kind of range: normal, recommended, therapeutic …; null when the laboratory does not say. */
  type: orNull(concept),
  /** The patients to whom the range applies: a sex, a trimester, an origin. */
  applies_to: z.array(concept),
  age_low: orNull(amount),
  age_high: orNull(amount),
})
export type ReferenceRange = z.output<typeof referenceRange>

export const resultStatuses = ['preliminary', 'final', 'amended', 'corrected', 'appended'] as const
export type ResultStatus = (typeof resultStatuses)[number]

export const reportedResult = z.object({
  value: reportedValue,
  unit: orNull(z.string()),
  ucum: orNull(z.string()),
  status: z.enum(resultStatuses),
  /** The laboratory's own judgement: high, critical, positive … */
  interpretations: z.array(concept),
  ranges: z.array(referenceRange),
  notes: z.array(z.string()),
  method: orNull(z.string()),
  body_site: orNull(z.string()),
})
export type ReportedResult = z.output<typeof reportedResult>

/**
 * Returns a number in plain notation with all its given digits: `1e-7` becomes `0.0000001`, `5.0` stays `5.0`.
 * Returns null when the text is not a number.
 */
export function plainDecimal(given: string | number): string | null {
  const match = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/.exec(String(given).trim())
  if (match === null) return null
  const [, sign, whole = '', fraction = '', exponent = '0'] = match
  const shift = Number(exponent)
  if (Math.abs(shift) > 50 || whole.length + fraction.length > 50) return null
  const digits = `${'0'.repeat(Math.max(0, -shift))}${whole}${fraction}${'0'.repeat(Math.max(0, shift - fraction.length))}`
  const point = Math.max(0, -shift) + whole.length + shift
  const [before, after] = [digits.slice(0, point), digits.slice(point)]
  const plain = `${before.replace(/^0+(?=\d)/, '') || '0'}${after === '' ? '' : `.${after}`}`
  return sign === '-' ? `-${plain}` : plain
}

/** Returns the number of digits after the point. */
function decimalsOf(number: string): number {
  return number.split('.')[1]?.length ?? 0
}

/** Returns the number if it is exact and so can be charted and compared; null for `< 0,01`, a ratio or text. */
function exactNumber({ value }: Pick<ReportedResult, 'value'>): string | null {
  return value.kind === 'number' && value.comparator === null ? value.number : null
}

/** Returns a number in Chilean notation with all its digits: `12345.60` becomes `12.345,60`. */
export function showDecimal(number: string): string {
  const [whole = '', fraction] = number.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '.')
  return fraction === undefined ? grouped : `${grouped},${fraction}`
}

const comparatorSigns: Readonly<Record<Comparator, string>> = { '<': '<', '<=': '≤', '>=': '≥', '>': '>' }
const comparatorWords: Readonly<Record<Comparator, string>> = {
  '<': 'menor que',
  '<=': 'menor o igual que',
  '>=': 'mayor o igual que',
  '>': 'mayor que',
}

function showCompared(number: string, compared: Comparator | null, spoken: boolean): string {
  if (compared === null) return showDecimal(number)
  return `${(spoken ? comparatorWords : comparatorSigns)[compared]} ${showDecimal(number)}`
}

function withUnit(text: string, unit: string | null): string {
  return unit === null || unit === '' || unit === '1' ? text : `${text} ${unit}`
}

function showAmount(one: Amount, spoken = false): string {
  return withUnit(showCompared(one.number, one.comparator, spoken), one.unit)
}

/** Writes a ratio. A titre such as 1:160 has no units; 24 mg in 24 h has units. */
function showRatio(numerator: Amount, denominator: Amount, spoken: boolean): string {
  const [over, under] = [showAmount(numerator, spoken), showAmount(denominator, spoken)]
  const isTitre = [numerator, denominator].every(({ unit }) => unit === null || unit === '' || unit === '1')
  if (spoken) return isTitre ? `${over} a ${under}` : `${over} por ${under}`
  return isTitre ? `${over}:${under}` : `${over} / ${under}`
}

const months: readonly string[] = [
  ...['enero', 'febrero', 'marzo', 'abril', 'mayo', 'junio'],
  ...['julio', 'agosto', 'septiembre', 'octubre', 'noviembre', 'diciembre'],
]

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
  if (day === undefined) return `${months[Number(month) - 1] ?? month} de ${year}`
  return `${day}/${month}/${year}`
}

const snomed = 'http://snomed.info/sct'
const interpretationSystem = 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation'
const absentSystem = 'http://terminology.hl7.org/CodeSystem/data-absent-reason'

/** Spanish words for standard codes that laboratories send without text. */
const codeWords: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  [snomed]: {
    '10828004': 'Positivo',
    '260385009': 'Negativo',
    '260373001': 'Detectado',
    '260415000': 'No detectado',
    '11214006': 'Reactivo',
    '131194007': 'No reactivo',
    '52101004': 'Presente',
    '2667000': 'Ausente',
    '17621005': 'Normal',
    '263654008': 'Anormal',
    '419984006': 'No concluyente',
  },
  [interpretationSystem]: {
    H: 'Alto',
    HU: 'Muy alto',
    HH: 'Crítico alto',
    L: 'Bajo',
    LU: 'Muy bajo',
    LL: 'Crítico bajo',
    N: 'Normal',
    A: 'Anormal',
    AA: 'Crítico',
    '<': 'Bajo el límite de medición',
    '>': 'Sobre el límite de medición',
    POS: 'Positivo',
    NEG: 'Negativo',
    DET: 'Detectado',
    ND: 'No detectado',
    RR: 'Reactivo',
    NR: 'No reactivo',
    WR: 'Débilmente reactivo',
    IND: 'Indeterminado',
    E: 'Equívoco',
    S: 'Sensible',
    I: 'Intermedio',
    R: 'Resistente',
    SDD: 'Sensible según la dosis',
    NS: 'No sensible',
    B: 'Mejor',
    W: 'Peor',
    U: 'Subió de forma importante',
    D: 'Bajó de forma importante',
  },
  [absentSystem]: {
    unknown: 'no se conoce',
    'asked-unknown': 'no se conoce',
    'temp-unknown': 'aún no se conoce',
    'not-asked': 'no se preguntó',
    'asked-declined': 'el paciente no quiso responder',
    masked: 'no se entrega por este medio',
    'not-applicable': 'no corresponde',
    unsupported: 'no se puede informar por este medio',
    'as-text': 'está en el documento',
    error: 'hubo un error en la medición',
    'not-a-number': 'no dio un número',
    'negative-infinity': 'bajo todo límite de medición',
    'positive-infinity': 'sobre todo límite de medición',
    'not-performed': 'no se realizó',
    'not-permitted': 'no se permite informarlo',
  },
}

/**
 * Returns the sender's text, or else our word for a standard code, or else the code's display, which is often
 * English, or else the code.
 */
function showConcept({ text, codes }: ReportedConcept): string {
  const display = codes.find((one) => one.display !== null)?.display
  const known = codes.map((one) => codeWords[one.system ?? '']?.[one.code]).find((word) => word !== undefined)
  return text ?? known ?? display ?? (codes[0] === undefined ? '' : `código ${codes[0].code}`)
}

function lowerFirst(words: string): string {
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

/** Returns whether the value can be written; otherwise the document has to be read. */
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

/**
 * Writes a value: `108 mg/dL`, `< 0,01 ng/mL`, `1:160`, `Sin resultado: muestra hemolizada`; `Ver documento` when
 * it cannot be written.
 */
export function showValue(result: ReportedResult): string {
  if (!isShowable(result)) return 'Ver documento'
  return valueText(result, false) || 'Ver nota'
}

/** Writes a value as it is read aloud: `menor que 0,01 ng/mL`. */
export function speakValue(result: ReportedResult): string {
  if (!isShowable(result)) return 'ver documento'
  return valueText(result, true) || 'ver nota'
}

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
    showAmount({ ...age, unit: /^(a|years?|año|años)$/i.test(age.unit ?? '') ? 'años' : age.unit })
  if (age_low !== null && age_high !== null) return `de ${years(age_low)} a ${years(age_high)}`
  if (age_low !== null) return `desde ${years(age_low)}`
  return age_high === null ? '' : `hasta ${years(age_high)}`
}

const normalCode = 'normal'

function isNormal({ type }: ReferenceRange): boolean {
  return (
    type !== null && (type.codes.some((one) => one.code === normalCode) || /^normal/i.test(type.text ?? ''))
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

/** Writes one range: `Primer trimestre: 0,1 a 2,5 mUI/L`. */
export function showRange(range: ReferenceRange, valueUnit: string | null): string {
  const [limits, scope] = [showLimits(range, valueUnit), showScope(range)]
  const words = [limits, range.text ?? ''].filter((word) => word !== '').join(' · ')
  return scope === '' ? words : `${scope}: ${words}`
}

/** Writes all ranges of a result, in the laboratory's order. */
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
 * Returns the range to compare a value with: the one that applies to every patient, or else the only one left. Only
 * normal ranges and ranges without a type and without specific patients count. Returns null when there is none,
 * when several are possible, or when the limits are not plain numbers in the value's unit.
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
  if (chosen === undefined || another !== undefined) return null
  const isPlain = [chosen.low, chosen.high].every(
    (limit) => isSameUnit(limit, result) && (limit === null || limit.comparator === null),
  )
  return isPlain ? chosen : null
}

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

/** Returns text without a code as a concept. */
export function conceptOf(text: string): ReportedConcept {
  return { text, codes: [] }
}

/** Returns a laboratory's judgement, given as an HL7 code or as text, as a concept. */
export function interpretationOf(given: string): ReportedConcept {
  const isCode = judgements[given] !== undefined || codeWords[interpretationSystem]?.[given] !== undefined
  return isCode
    ? { text: null, codes: [{ system: interpretationSystem, code: given, display: null }] }
    : conceptOf(given)
}

/** Returns the laboratory's own judgement; null when its codes contradict each other or are none that judge. */
function judgementOf(interpretations: readonly ReportedConcept[]): ResultFlag | null {
  const flags = interpretations.map(({ codes }) =>
    codes.map(({ code: one }) => judgements[one]).find((flag) => flag !== undefined),
  )
  const known = flags.filter((flag) => flag !== undefined)
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

function levelOf(value: Extract<ReportedValue, { kind: 'number' }>, range: ReferenceRange): FlagLevel | null {
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

/**
 * Returns where a value lies. The laboratory's own interpretation has priority; without it, the value is compared
 * with the range that applies. Returns null when neither decides.
 */
export function flagOf(result: ReportedResult): ResultFlag | null {
  const judging = result.interpretations.filter(
    ({ codes }) => !codes.some(({ code: one }) => withoutJudgement.has(one)),
  )
  if (judging.length > 0) return judgementOf(judging)
  const range = result.value.kind === 'number' ? applicableRange(result) : null
  if (range === null || result.value.kind !== 'number') return null
  const level = levelOf(result.value, range)
  return level === null ? null : { level, critical: false }
}

/**
 * Returns the laboratory's interpretations that the flag does not already express: `Positivo`, `Resistente`, or its
 * own text.
 */
export function showInterpretations(result: ReportedResult): string[] {
  const hasFlag = flagOf(result) !== null
  const isSaid = ({ text, codes }: ReportedConcept) => {
    const judged = codes.find((one) => judgements[one.code] !== undefined)
    if (!hasFlag || judged === undefined) return false
    const usual = [judged.code, judged.display, codeWords[interpretationSystem]?.[judged.code]]
    return text === null || usual.some((word) => word?.toLowerCase() === text.trim().toLowerCase())
  }
  const words = result.interpretations.filter((one) => !isSaid(one)).map(showConcept)
  return [...new Set(words)].filter((word) => word !== '')
}

/** Returns the word for a flag: `Bajo`, `Alto`, `Crítico alto` …; empty for a normal value or no flag. */
export function flagWords(flag: ResultFlag | null): string {
  if (flag === null || flag.level === 'in') return ''
  if (flag.level === 'abnormal') return flag.critical ? 'Crítico' : 'Anormal'
  const word = flag.level === 'high' ? 'alto' : 'bajo'
  return flag.critical ? `Crítico ${word}` : word.charAt(0).toUpperCase() + word.slice(1)
}

export function isCorrected({ status }: Pick<ReportedResult, 'status'>): boolean {
  return status === 'corrected' || status === 'amended'
}

/** Writes the whole result on one line, as PDF documents print it. */
export function resultLine(result: ReportedResult): string {
  const state = result.status === 'preliminary' ? 'preliminar' : isCorrected(result) ? 'corregido' : ''
  const aside = [flagWords(flagOf(result)), ...showInterpretations(result), state].filter(
    (word) => word !== '',
  )
  const ranges = showRanges(result)
  return [
    showValue(result),
    aside.length > 0 ? `[${aside.map(lowerFirst).join(', ')}]` : '',
    ranges.length > 0 ? `(referencia ${ranges.join('; ')})` : '',
    ...result.notes.map((note) => `Nota: ${note}`),
    result.method === null ? '' : `Método: ${result.method}`,
    result.body_site === null ? '' : `Sitio: ${result.body_site}`,
  ]
    .filter((word) => word !== '')
    .join(' ')
}

/**
 * A result stored as a number or text with one range, as in rows that are older than this model and in short files.
 */
export type PlainResult = {
  readonly value: string | number | null
  readonly text: string | null
  readonly unit: string | null
  readonly ucum: string | null
  readonly decimals: number
  readonly low: string | number | null
  readonly high: string | number | null
  readonly reference_text: string | null
}

/** Returns the number with all its digits, and adds zeros up to the laboratory's precision. */
export function withDecimals(given: string | number | null, decimals: number): string | null {
  const plain = given === null ? null : plainDecimal(given)
  if (plain === null) return null
  const missing = decimals - decimalsOf(plain)
  if (missing <= 0) return plain
  return `${plain}${decimalsOf(plain) === 0 ? '.' : ''}${'0'.repeat(missing)}`
}

/** Converts a plain result to this model: one range for every patient, no interpretation, final. */
export function reportedFromPlain(plain: PlainResult): ReportedResult {
  const { text, unit, ucum, decimals, reference_text } = plain
  const number = withDecimals(plain.value, decimals)
  const limit = (given: string | number | null): Amount | null => {
    const limited = withDecimals(given, decimals)
    return limited === null ? null : { number: limited, comparator: null, unit, ucum }
  }
  const [low, high] = [limit(plain.low), limit(plain.high)]
  const hasRange = low !== null || high !== null || (reference_text !== null && reference_text !== '')
  return {
    value:
      number !== null
        ? { kind: 'number', number, comparator: null }
        : text !== null && text !== ''
          ? { kind: 'text', text }
          : { kind: 'none' },
    unit,
    ucum,
    status: 'final',
    interpretations: [],
    ranges: hasRange
      ? [{ low, high, text: reference_text, type: null, applies_to: [], age_low: null, age_high: null }]
      : [],
    notes: [],
    method: null,
    body_site: null,
  }
}

/** Returns a stored result as it was reported, or from its plain columns when the row is older than this model. */
export function storedResult(row: PlainResult & { readonly reported: unknown }): ReportedResult {
  const read = row.reported === null ? null : z.safeParse(reportedResult, row.reported)
  return read?.success ? read.data : reportedFromPlain(row)
}

/**
 * Converts a result to the plain columns, which searches, histories and older readers use. A value that is not
 * exact becomes text.
 */
export function plainFromReported(result: ReportedResult): PlainResult & {
  readonly value: number | null
  readonly low: number | null
  readonly high: number | null
} {
  const number = exactNumber(result)
  const range = applicableRange(result)
  const limits = { low: range?.low?.number ?? null, high: range?.high?.number ?? null }
  const texts = range === null ? showRanges(result) : range.text === null ? [] : [range.text]
  const digits = [number, limits.low, limits.high].map((one) => (one === null ? 0 : decimalsOf(one)))
  const numberOf = (one: string | null) => (one === null ? null : Number(one))
  return {
    value: numberOf(number),
    text: number === null ? showValue({ ...result, unit: null }) : null,
    unit: result.unit,
    ucum: result.ucum,
    decimals: Math.min(20, Math.max(...digits)),
    low: numberOf(limits.low),
    high: numberOf(limits.high),
    reference_text: texts.length === 0 ? null : texts.join('; '),
  }
}

/** Returns the past results of a measure that can be charted: the exact numbers in this unit. */
export function exactHistory<T extends { readonly reported: ReportedResult }>(
  course: readonly T[],
  unit: string | null,
): (T & { readonly value: number })[] {
  return course.flatMap((past) => {
    const number = exactNumber(past.reported)
    return number === null || past.reported.unit !== unit ? [] : [{ ...past, value: Number(number) }]
  })
}
