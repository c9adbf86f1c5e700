import { withExactValue } from '@mi-portal/contract/results/exact-json'
import type { Amount, ReportedConcept, ReportedResult } from '@mi-portal/contract/results/reported-result'
import { findFlag } from '@mi-portal/contract/results/result-flags'
import type { CodeableConcept, Observation, Quantity } from 'fhir/r4'
import { concept, systems } from './cl-core.rules.ts'
import { omitEmpty } from './present-members.rules.ts'

function quantity({ number, comparator, unit, ucum }: Amount): Quantity {
  const written: Quantity = {
    value: Number(number),
    ...omitEmpty({ comparator, unit, system: ucum && systems.ucum, code: ucum }),
  }
  return withExactValue(written, number)
}

function conceptIn({ text, codes }: ReportedConcept): CodeableConcept {
  return omitEmpty({ coding: codes.map(omitEmpty), text })
}

type Value = Pick<
  Observation,
  | 'valueQuantity'
  | 'valueRatio'
  | 'valueRange'
  | 'valueDateTime'
  | 'valuePeriod'
  | 'valueTime'
  | 'valueString'
  | 'valueCodeableConcept'
  | 'valueBoolean'
  | 'dataAbsentReason'
>

const absent = (code: string) =>
  concept({ system: 'http://terminology.hl7.org/CodeSystem/data-absent-reason', code })

function valueIn({ value, unit, ucum }: ReportedResult): Value {
  const amount = (number: string, comparator: Amount['comparator'] = null) =>
    quantity({ number, comparator, unit, ucum })
  switch (value.kind) {
    case 'number':
      return { valueQuantity: amount(value.number, value.comparator) }
    case 'ratio':
      return {
        valueRatio: { numerator: quantity(value.numerator), denominator: quantity(value.denominator) },
      }
    case 'range':
      return {
        valueRange: omitEmpty({
          low: value.low && amount(value.low),
          high: value.high && amount(value.high),
        }),
      }
    case 'date':
      return { valueDateTime: value.date }
    case 'period':
      return { valuePeriod: omitEmpty({ start: value.start, end: value.end }) }
    case 'time':
      return { valueTime: value.time }
    case 'text':
      return { valueString: value.text }
    case 'concept':
      return { valueCodeableConcept: conceptIn(value.concept) }
    case 'boolean':
      return { valueBoolean: value.boolean }
    case 'absent':
      return { dataAbsentReason: conceptIn(value.reason) }
    case 'none':
      return { dataAbsentReason: absent('unknown') }
    case 'unreadable':
      // The document shows the value that the portal cannot represent.
      return { dataAbsentReason: absent('as-text') }
  }
}

const interpretationCodes = { low: ['L', 'Low'], in: ['N', 'Normal'], high: ['H', 'High'] } as const

function toInterpretation(reported: ReportedResult): CodeableConcept[] {
  if (reported.interpretations.length > 0) return reported.interpretations.map(conceptIn)
  const flag = findFlag(reported)
  if (flag === null || flag.level === 'abnormal') return []
  const [code, display] = interpretationCodes[flag.level]
  return [
    concept({ system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation', code, display }),
  ]
}

function toAge(low: Amount | null, high: Amount | null) {
  if (low === null && high === null) return null
  return omitEmpty({ low: low && quantity(low), high: high && quantity(high) })
}

function toRanges({ ranges, unit, ucum }: ReportedResult) {
  // A limit without a unit has the unit of the value.
  const limit = (one: Amount) =>
    quantity(one.unit === null && one.ucum === null ? { ...one, unit, ucum } : one)
  return ranges.map(({ low, high, text, type, applies_to, age_low, age_high }) =>
    omitEmpty({
      low: low && limit(low),
      high: high && limit(high),
      type: type && conceptIn(type),
      appliesTo: applies_to.map(conceptIn),
      age: toAge(age_low, age_high),
      text,
    }),
  )
}

export function toMeasured(reported: ReportedResult) {
  return {
    ...valueIn(reported),
    ...omitEmpty({ interpretation: toInterpretation(reported), referenceRange: toRanges(reported) }),
  }
}
