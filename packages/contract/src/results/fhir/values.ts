import * as z from 'zod/mini'
import type { ReportedValue } from '../reported-result.ts'
import {
  concept,
  type FhirConcept,
  fhirDate,
  fhirTime,
  hasWords,
  period,
  type Quantity,
  quantity,
  type Read,
  type Resource,
  ratio,
  reportedConcept,
  span,
  text,
  toAmount,
} from './elements.ts'

type Value = { readonly value: ReportedValue; readonly unit: string | null; readonly ucum: string | null }
export const unitless = (value: ReportedValue): Value => ({ value, unit: null, ucum: null })

function quantityValue(one: Quantity): Value | null {
  const amount = toAmount(one)
  if (amount === null) return null
  const { number: digits, comparator, unit, ucum } = amount
  return { value: { kind: 'number', number: digits, comparator }, unit, ucum }
}

function ratioValue(one: z.output<typeof ratio>): Value | null {
  const [numerator, denominator] = [toAmount(one.numerator), toAmount(one.denominator)]
  return numerator === null || denominator === null
    ? null
    : unitless({ kind: 'ratio', numerator, denominator })
}

/** Returns a range whose ends have the same unit; null otherwise, because the document then has to be read. */
function rangeValue(one: z.output<typeof span>): Value | null {
  const [low, high] = [toAmount(one.low), toAmount(one.high)]
  if ((low === null) !== (one.low === undefined) || (high === null) !== (one.high === undefined)) return null
  const first = low ?? high
  if (
    first === null ||
    [low, high].some((end) => end !== null && (end.unit !== first.unit || end.comparator !== null))
  )
    return null
  const value = { kind: 'range' as const, low: low?.number ?? null, high: high?.number ?? null }
  return { value, unit: first.unit, ucum: first.ucum }
}

function periodValue({ start, end }: z.output<typeof period>): Value | null {
  const isDate = (one: string | undefined) => one === undefined || z.safeParse(fhirDate, one).success
  if ((start === undefined && end === undefined) || !isDate(start) || !isDate(end)) return null
  return unitless({ kind: 'period', start: start ?? null, end: end ?? null })
}

function conceptValue(one: FhirConcept): Value | null {
  const read = reportedConcept(one)
  return hasWords(read) ? unitless({ kind: 'concept', concept: read }) : null
}

function valueReader<T extends z.ZodMiniType>(schema: T, make: (one: z.output<T>) => Value | null) {
  return (read: Read, resource: Resource, element: string): Value | null | undefined => {
    const one = read(resource, element, schema)
    return one === undefined ? undefined : make(one)
  }
}

const values: Readonly<
  Record<string, (read: Read, resource: Resource, element: string) => Value | null | undefined>
> = {
  valueQuantity: valueReader(quantity, quantityValue),
  valueInteger: valueReader(z.int(), (one) => quantityValue({ value: one })),
  valueString: valueReader(text, (one) => unitless({ kind: 'text', text: one })),
  valueBoolean: valueReader(z.boolean(), (one) => unitless({ kind: 'boolean', boolean: one })),
  valueCodeableConcept: valueReader(concept, conceptValue),
  valueRatio: valueReader(ratio, ratioValue),
  valueRange: valueReader(span, rangeValue),
  valueDateTime: valueReader(fhirDate, (one) => unitless({ kind: 'date', date: one })),
  valueTime: valueReader(fhirTime, (one) => unitless({ kind: 'time', time: one })),
  valuePeriod: valueReader(period, periodValue),
}

export function readValue(
  resource: Resource,
  read: Read,
  unread: string[],
  prefix: string,
): Value | undefined {
  const given = Object.keys(resource).filter((key) => /^value[A-Z]/.test(key) && resource[key] !== null)
  const [element, another] = given
  if (element === undefined) return undefined
  const unreadBefore = unread.length
  const value = another === undefined ? values[element]?.(read, resource, element) : null
  if (value) return value
  if (unread.length === unreadBefore) unread.push(`${prefix}${another ?? element}`)
  return unitless({ kind: 'unreadable' })
}
