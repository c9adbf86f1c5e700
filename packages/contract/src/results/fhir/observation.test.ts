import { expect, test } from 'vitest'
import { parseExactJson } from '../exact-json.ts'
import { showRanges } from '../reference-ranges.ts'
import { findFlag } from '../result-flags.ts'
import { showValue } from '../value-text.ts'
import { readObservation } from './observation.ts'

const loinc = (code: string, display?: string) => ({
  coding: [{ system: 'http://loinc.org', code, ...(display ? { display } : {}) }],
})
const base = { resourceType: 'Observation', status: 'final', code: { ...loinc('2345-7'), text: 'Glucosa' } }

function only(more: object) {
  const { measures, unread } = readObservation({ ...base, ...more })
  expect(unread).toEqual([])
  expect(measures).toHaveLength(1)
  const [measure] = measures
  if (measure === undefined) throw new Error('no measure was read')
  return measure
}

test('an observation is read with its name, its LOINC code and all codes', () => {
  const code = { coding: [{ system: 'urn:lab', code: 'GLU' }, ...loinc('2345-7', 'Glucose').coding] }
  expect(only({ code, valueInteger: 5 })).toMatchObject({
    element: '',
    name: 'Glucose',
    loinc: '2345-7',
    codes: [
      { system: 'urn:lab', code: 'GLU' },
      { system: 'http://loinc.org', code: '2345-7' },
    ],
  })
  expect(only({ code: loinc('2345-7'), valueInteger: 5 }).name).toBeNull()
})

test.each<[string, object, string]>([
  ['a comparator', { valueQuantity: { value: 0.01, comparator: '<', unit: 'ng/mL' } }, '< 0,01 ng/mL'],
  ['an integer', { valueInteger: 4 }, '4'],
  ['the unit’s code where it has no name', { valueQuantity: { value: 4, code: 'g' } }, '4 g'],
  ['a titre', { valueRatio: { numerator: { value: 1 }, denominator: { value: 160 } } }, '1:160'],
  ['a range', { valueRange: { low: { value: 2, unit: 'g' }, high: { value: 5, unit: 'g' } } }, '2 a 5 g'],
  ['a date', { valueDateTime: '2026-11-20' }, '20/11/2026'],
  ['a time', { valueTime: '08:30:00' }, '08:30 h'],
  ['a period', { valuePeriod: { start: '2026-11-20' } }, 'desde el 20/11/2026'],
  ['words', { valueString: 'Turbio' }, 'Turbio'],
  ['a boolean', { valueBoolean: true }, 'Sí'],
  ['a concept', { valueCodeableConcept: { text: 'Escasas' } }, 'Escasas'],
  ['a code without words', { valueCodeableConcept: { coding: [{ system: 'x', code: 'Q7' }] } }, 'código Q7'],
  [
    'an absent reason by text',
    { dataAbsentReason: { text: 'Muestra hemolizada' } },
    'Sin resultado: muestra hemolizada',
  ],
  [
    'an absent reason by code',
    {
      dataAbsentReason: {
        coding: [
          { system: 'http://terminology.hl7.org/CodeSystem/data-absent-reason', code: 'not-performed' },
        ],
      },
    },
    'Sin resultado: no se realizó',
  ],
  ['an interpretation alone', { interpretation: [{ text: 'Reactivo' }] }, 'Reactivo'],
  ['a note alone', { note: [{ text: 'Contaminada' }] }, 'Ver nota'],
  ['nothing at all', {}, 'Ver documento'],
])('an observation is read with %s', (_, more, shown) => {
  expect(showValue(only(more).result)).toBe(shown)
})

test('an observation is read with the digits that the laboratory wrote', () => {
  const parsed = parseExactJson(
    '{"status":"final","code":{"text":"x"},"valueQuantity":{"value":5.0},"referenceRange":[{"high":{"value":6.10}}]}',
  )
  const { measures } = readObservation(parsed as object)
  expect(measures.map(({ result }) => [showValue(result), showRanges(result)])).toEqual([
    ['5,0', ['hasta 6,10']],
  ])
  expect(showValue(only({ valueQuantity: { value: 1e-7 } }).result)).toBe('0,0000001')
})

test('an observation is read with its state, interpretation, notes, method, site and all ranges', () => {
  const { result } = only({
    status: 'corrected',
    valueQuantity: { value: 3, unit: 'mUI/L', system: 'http://unitsofmeasure.org', code: 'm[IU]/L' },
    interpretation: [{ coding: [{ code: 'HH' }] }],
    note: [{ text: 'Uno' }, { text: 'Dos' }],
    method: { text: 'ECLIA' },
    bodySite: { coding: [{ display: 'Brazo' }] },
    referenceRange: [
      { low: { value: 0.1 }, high: { value: 2.5 }, appliesTo: [{ text: 'Primer trimestre' }] },
      {
        low: { value: 0.4 },
        high: { value: 4 },
        type: { coding: [{ code: 'normal' }] },
        age: { low: { value: 18, unit: 'a' } },
      },
      { text: 'Ver guía' },
    ],
  })
  expect(result).toMatchObject({
    status: 'corrected',
    ucum: 'm[IU]/L',
    notes: ['Uno', 'Dos'],
    method: 'ECLIA',
    body_site: 'Brazo',
  })
  expect(findFlag(result)).toEqual({ level: 'high', critical: true })
  expect(showRanges(result)).toEqual([
    'Primer trimestre: 0,1 a 2,5 mUI/L',
    'desde 18 años: 0,4 a 4 mUI/L',
    'Ver guía',
  ])
})

test('each component of an observation is read as a measure with the site and method of the observation', () => {
  const pressure = {
    code: { text: 'Presión arterial' },
    bodySite: { text: 'Brazo izquierdo' },
    component: [
      { code: { text: 'Sistólica' }, valueQuantity: { value: 120, unit: 'mmHg' } },
      { code: loinc('8462-4'), dataAbsentReason: { text: 'No se oyó' } },
    ],
  }
  const { measures, unread } = readObservation({ ...base, ...pressure })
  expect(unread).toEqual([])
  expect(
    measures.map(({ element, name, loinc: code, result }) => [
      element,
      name,
      code,
      showValue(result),
      result.body_site,
    ]),
  ).toEqual([
    ['component[0]', 'Sistólica', null, '120 mmHg', 'Brazo izquierdo'],
    ['component[1]', null, '8462-4', 'Sin resultado: no se oyó', 'Brazo izquierdo'],
  ])
})

test('the head of a panel is read without a measure of its own', () => {
  expect(readObservation({ ...base, hasMember: [{ reference: 'Observation/2' }] }).measures).toEqual([])
  expect(
    readObservation({ ...base, hasMember: [{ reference: 'Observation/2' }], valueInteger: 1 }).measures,
  ).toHaveLength(1)
})

test.each<[object, string]>([
  [{ valueSampledData: { origin: {}, period: 1, dimensions: 1 } }, 'valueSampledData'],
  [{ valueQuantity: { unit: 'g' } }, 'valueQuantity'],
  [{ valueQuantity: { value: 5, comparator: '~' } }, 'valueQuantity.comparator'],
  [{ valueQuantity: { value: 'muchos' } }, 'valueQuantity'],
  [{ valueInteger: 1.5 }, 'valueInteger'],
  [{ valueInteger: 1, valueString: 'x' }, 'valueString'],
  [{ valueRatio: { numerator: { value: 1 } } }, 'valueRatio.denominator'],
  [{ valueRange: { low: { value: 1, unit: 'g' }, high: { value: 2, unit: 'mg' } } }, 'valueRange'],
  [{ valueDateTime: 'ayer' }, 'valueDateTime'],
  [{ valueInteger: 1, dataAbsentReason: { text: 'x' } }, 'dataAbsentReason'],
  [{ valueInteger: 1, referenceRange: [{ low: { unit: 'g' } }] }, 'referenceRange[0].low'],
  [{ valueInteger: 1, interpretation: 'H' }, 'interpretation'],
  [{ valueInteger: 1, note: [{}] }, 'note[0].text'],
  [{ component: [{ code: { text: 'x' }, valueAttachment: {} }] }, 'component[0].valueAttachment'],
  [
    { referenceRange: [{ text: 'x' }], component: [{ code: { text: 'x' }, valueInteger: 1 }] },
    'referenceRange',
  ],
])('the unreadable element of %o is named', (more, element) => {
  expect(readObservation({ ...base, ...more }).unread).toEqual([element])
})
