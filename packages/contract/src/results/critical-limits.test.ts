import { expect, test } from 'vitest'
import { buildLimit, buildRange } from '../../test/results.ts'
import { reportedFromPlain } from './plain-result.ts'
import { criticalLimits } from './reference-ranges.ts'
import type { ReferenceRange, ReportedConcept, ReportedResult } from './reported-result.ts'
import { findFlag, flagWords } from './result-flags.ts'

const critical: ReportedConcept = { text: 'Límites críticos', codes: [] }
const limit = (number: string, unit = 'mmol/L') => buildLimit(number, unit)
const range = (low: string | null, high: string | null, more: Partial<ReferenceRange> = {}) =>
  buildRange(low, high, { unit: 'mmol/L', type: critical, ...more })

function potassium(
  value: string,
  ranges: readonly ReferenceRange[],
  more: Partial<ReportedResult> = {},
): ReportedResult {
  const plain = { value, text: null, unit: 'mmol/L', ucum: null, decimals: 1, reference_text: null }
  const reported = reportedFromPlain({ ...plain, low: '3.5', high: '5.1' })
  return { ...reported, ranges: [...reported.ranges, ...ranges], ...more }
}
const interpretation = (code: string, system: string | null) => ({
  interpretations: [{ text: null, codes: [{ system, code, display: null }] }],
})

test.each([
  [[range('2.5', '6.5')], '2.5', '6.5'],
  [[range(null, '6.5')], null, '6.5'],
  [[range('6.5', null)], null, '6.5'],
  [[range('2.5', null)], '2.5', null],
  [[range(null, '2.5'), range('6.5', null)], '2.5', '6.5'],
])('critical limits outside the normal range are read, however they are sent (%#)', (ranges, low, high) => {
  const limits = criticalLimits(potassium('4', ranges))
  expect([limits?.low?.number ?? null, limits?.high?.number ?? null]).toEqual([low, high])
})

test.each([
  ['that the laboratory did not report', []],
  ['within the normal range', [range('4', null)]],
  ['that contain only a part of the normal range', [range('4', '6.5')]],
  [
    'for certain patients only',
    [range('2.5', '6.5', { applies_to: [{ text: 'Recién nacidos', codes: [] }] })],
  ],
  ['for an age only', [range('2.5', '6.5', { age_low: limit('60', 'a') })]],
  ['in another unit', [range(null, null, { high: limit('25', 'mg/dL') })]],
  ['that contradict each other', [range(null, '6.5'), range(null, '7.0')]],
  ['that are a range of another kind', [range('2.5', '6.5', { type: { text: 'Terapéutico', codes: [] } })]],
])('limits %s are not critical limits', (_, ranges) => {
  expect(criticalLimits(potassium('9', ranges))).toBeNull()
  expect(findFlag(potassium('9', ranges))).toEqual({ level: 'high', critical: false })
})

test('without a normal range it cannot be said which side of a limit is critical', () => {
  const { ranges: _, ...rest } = potassium('9', [])
  expect(criticalLimits({ ...rest, ranges: [range(null, '6.5')] })).toBeNull()
})

test.each([
  ['6.6', [range('2.5', '6.5')], 'Crítico: muy alto'],
  ['6.5', [range('2.5', '6.5')], 'Alto'],
  ['6.5', [range('6.5', null)], 'Crítico: muy alto'],
  ['2.4', [range('2.5', '6.5')], 'Crítico: muy bajo'],
  ['4.0', [range('2.5', '6.5')], ''],
  ['9.9', [], 'Alto'],
])('%s is critical only beyond a limit that the laboratory reported (%#)', (value, ranges, words) => {
  expect(flagWords(findFlag(potassium(value, ranges)))).toBe(words)
})

test('a laboratory that calls a value high and reports critical limits says that it is critical beyond them', () => {
  const high = interpretation('H', null)
  expect(findFlag(potassium('7.0', [range('2.5', '6.5')], high))).toEqual({ level: 'high', critical: true })
  expect(findFlag(potassium('6.0', [range('2.5', '6.5')], high))).toEqual({ level: 'high', critical: false })
})

test('a laboratory that calls a value normal is not contradicted by its limits', () => {
  expect(findFlag(potassium('7.0', [range('2.5', '6.5')], interpretation('N', null)))).toEqual({
    level: 'in',
    critical: false,
  })
})

test('a value that is only known to be above a limit is critical only if all that it may be is', () => {
  const above = (number: string) => ({ value: { kind: 'number', number, comparator: '>' } as const })
  expect(findFlag(potassium('0', [range('2.5', '6.5')], above('6.5')))?.critical).toBe(true)
  expect(findFlag(potassium('0', [range('2.5', '6.5')], above('6.0')))?.critical).toBe(false)
})

test('a code of another code system is not taken for HL7’s critical code', () => {
  const local = interpretation('HH', 'http://laboratorio.example/marcas')
  expect(findFlag(potassium('7.0', [], local))).toBeNull()
  const v2 = interpretation('HH', 'http://terminology.hl7.org/CodeSystem/v2-0078')
  expect(findFlag(potassium('7.0', [], v2))).toEqual({ level: 'high', critical: true })
})
