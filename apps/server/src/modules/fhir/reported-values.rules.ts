import { withExactValue } from '@mi-portal/contract/results/exact-json'
import type { Amount, ReportedConcept, ReportedResult } from '@mi-portal/contract/results/reported-result'
import { findFlag } from '@mi-portal/contract/results/result-flags'
import type { CodeableConcept, Observation, Quantity } from 'fhir/r4'
import { concept, systems } from './cl-core.rules.ts'

function quantity({ number, comparator, unit, ucum }: Amount): Quantity {
  const written: Quantity = {
    value: Number(number),
    ...(comparator === null ? {} : { comparator }),
    ...(unit === null ? {} : { unit }),
    ...(ucum === null ? {} : { system: systems.ucum, code: ucum }),
  }
  return withExactValue(written, number)
}

function conceptIn({ text, codes }: ReportedConcept): CodeableConcept {
  return {
    ...(codes.length === 0
      ? {}
      : {
          coding: codes.map(({ system, code, display }) => ({
            ...(system === null ? {} : { system }),
            code,
            ...(display === null ? {} : { display }),
          })),
        }),
    ...(text === null ? {} : { text }),
  }
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
        valueRange: {
          ...(value.low === null ? {} : { low: amount(value.low) }),
          ...(value.high === null ? {} : { high: amount(value.high) }),
        },
      }
    case 'date':
      return { valueDateTime: value.date }
    case 'period':
      return {
        valuePeriod: {
          ...(value.start === null ? {} : { start: value.start }),
          ...(value.end === null ? {} : { end: value.end }),
        },
      }
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

function toInterpretation(reported: ReportedResult): CodeableConcept[] | undefined {
  if (reported.interpretations.length > 0) return reported.interpretations.map(conceptIn)
  const flag = findFlag(reported)
  if (flag === null || flag.level === 'abnormal') return undefined
  const [code, display] = interpretationCodes[flag.level]
  return [
    concept({ system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation', code, display }),
  ]
}

function toAge(low: Amount | null, high: Amount | null) {
  if (low === null && high === null) return {}
  return {
    age: {
      ...(low === null ? {} : { low: quantity(low) }),
      ...(high === null ? {} : { high: quantity(high) }),
    },
  }
}

function toRanges({ ranges, unit, ucum }: ReportedResult): Observation['referenceRange'] {
  if (ranges.length === 0) return undefined
  // A limit without a unit has the unit of the value.
  const limit = (one: Amount) =>
    quantity(one.unit === null && one.ucum === null ? { ...one, unit, ucum } : one)
  return ranges.map(({ low, high, text, type, applies_to, age_low, age_high }) => ({
    ...(low === null ? {} : { low: limit(low) }),
    ...(high === null ? {} : { high: limit(high) }),
    ...(type === null ? {} : { type: conceptIn(type) }),
    ...(applies_to.length === 0 ? {} : { appliesTo: applies_to.map(conceptIn) }),
    ...toAge(age_low, age_high),
    ...(text ? { text } : {}),
  }))
}

export function toMeasured(reported: ReportedResult) {
  const interpretation = toInterpretation(reported)
  const referenceRange = toRanges(reported)
  return {
    ...valueIn(reported),
    ...(interpretation === undefined ? {} : { interpretation }),
    ...(referenceRange === undefined ? {} : { referenceRange }),
  }
}
