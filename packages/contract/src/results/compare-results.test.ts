import { expect, test } from 'vitest'
import { compareResults, subtractDecimals } from './compare-results.ts'
import type { Comparator, ReportedResult } from './reported-result.ts'

function reported(
  number: string,
  overrides: Partial<ReportedResult> & { comparator?: Comparator } = {},
): ReportedResult {
  const { comparator = null, ...rest } = overrides
  return {
    value: { kind: 'number', number, comparator },
    unit: 'mg/dL',
    ucum: 'mg/dL',
    status: 'final',
    interpretations: [],
    ranges: [],
    notes: [],
    method: null,
    body_site: null,
    ...rest,
  }
}
const glucose = (one: ReportedResult) => [{ code: 'GLI', name: 'Glucosa', reported: one }]

test.each([
  ['5.20', '5.1', '0.10'],
  ['92', '108', '-16'],
  ['0.05', '0.1', '-0.05'],
  ['-1.5', '-2', '0.5'],
  ['3', '3', '0'],
  ['100000000000000000001.1', '100000000000000000000.2', '0.9'],
])('%s minus %s is exactly %s', (from, minus, result) => {
  expect(subtractDecimals(from, minus)).toBe(result)
})

test('exact numbers in the same unit by the same method have a difference', () => {
  expect(compareResults(glucose(reported('92')), glucose(reported('108.5')))).toMatchObject([
    { name: 'Glucosa', difference: '16.5', reason: null },
  ])
})

test('values in different units, also of the same name in another code, have no difference', () => {
  const other = reported('5.1', { unit: 'mmol/L', ucum: 'mmol/L' })
  expect(compareResults(glucose(reported('92')), glucose(other))).toMatchObject([
    { difference: null, reason: 'unit' },
  ])
  const renamed = reported('92', { ucum: 'g/L' })
  expect(compareResults(glucose(reported('92')), glucose(renamed))).toMatchObject([{ reason: 'unit' }])
})

test('values with the same unit in words are compared when only one report has its UCUM code', () => {
  const withoutCode = reported('108', { ucum: null })
  const [later] = compareResults(glucose(reported('92')), glucose(withoutCode))
  expect(later).toMatchObject({ difference: '16', reason: null, first: reported('92'), second: withoutCode })
  expect(compareResults(glucose(withoutCode), glucose(reported('92')))).toMatchObject([
    { difference: '-16', reason: null },
  ])
})

test('values in different units are not compared when only one report has a UCUM code, or one has no unit', () => {
  const others = [
    { unit: 'mmol/L', ucum: null },
    { unit: 'MG/DL', ucum: null },
    { unit: null, ucum: null },
    { unit: null, ucum: 'mg/dL' },
  ]
  for (const other of others)
    expect(compareResults(glucose(reported('92')), glucose(reported('5.1', other)))).toMatchObject([
      { difference: null, reason: 'unit' },
    ])
})

test('a UCUM code of only one of two values without a unit in words prevents the comparison', () => {
  const bare = reported('92', { unit: null, ucum: null })
  const coded = reported('108', { unit: null, ucum: 'mg/dL' })
  expect(compareResults(glucose(bare), glucose(coded))).toMatchObject([{ difference: null, reason: 'unit' }])
  expect(compareResults(glucose(bare), glucose(bare))).toMatchObject([{ difference: '0', reason: null }])
})

test('values of different or unknown methods have no difference', () => {
  const named = reported('90', { method: 'Hexoquinasa' })
  expect(compareResults(glucose(reported('92')), glucose(named))).toMatchObject([
    { difference: null, reason: 'method' },
  ])
})

test('a bounded value and a text have no difference', () => {
  const bounded = reported('10', { comparator: '<' })
  const words = reported('0', { value: { kind: 'text', text: 'Negativo' } })
  for (const one of [bounded, words])
    expect(compareResults(glucose(reported('92')), glucose(one))).toMatchObject([
      { difference: null, reason: 'value' },
    ])
})

test('only measures of both reports are compared, each once and per body site', () => {
  const second = [
    { code: 'GLI', name: 'Glucosa', reported: reported('108') },
    { code: 'GLI', name: 'Glucosa', reported: reported('110') },
    { code: 'CRE', name: 'Creatinina', reported: reported('1') },
    { code: '', name: 'Otros resultados', reported: reported('1') },
    { code: 'GLI', name: 'Glucosa', reported: reported('60', { body_site: 'LCR' }) },
  ]
  const first = [
    { code: 'GLI', name: 'Glucosa', reported: reported('92') },
    { code: '', name: 'Otros resultados', reported: reported('1') },
  ]
  expect(compareResults(first, second).map(({ difference }) => difference)).toEqual(['16'])
})
