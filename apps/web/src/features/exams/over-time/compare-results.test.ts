import { reportedFromPlain } from '@mi-portal/contract/results/plain-result'
import type { Comparator, ReportedResult } from '@mi-portal/contract/results/reported-result'
import { expect, test } from 'vitest'
import { compareResults, subtractDecimals } from './compare-results.rules.ts'

type More = Partial<ReportedResult> & { readonly comparator?: Comparator }

function reported(number: string, more: More = {}) {
  const { comparator = null, ...rest } = more
  const plain = {
    text: null,
    unit: 'mg/dL',
    ucum: 'mg/dL',
    decimals: 0,
    low: null,
    high: null,
    reference_text: null,
  }
  const value = { kind: 'number', number, comparator } as const
  return { ...reportedFromPlain({ ...plain, value: number }), value, ...rest }
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

const words: More = { value: { kind: 'text', text: 'Negativo' } }
const bare = { unit: null, ucum: null }

test.each<[string, More, More & { number?: string }, string | null, string | null]>([
  ['exact numbers of one unit and method have a difference', {}, { number: '108.5' }, '16.5', null],
  ['values in different units have none', {}, { unit: 'mmol/L', ucum: 'mmol/L' }, null, 'unit'],
  ['values whose unit has another code have none', {}, { ucum: 'g/L' }, null, 'unit'],
  ['a unit in words is enough if one report has no code', {}, { ucum: null }, '16', null],
  ['a unit in words is enough if the other report has no code', { ucum: null }, {}, '16', null],
  ['another unit without a code is another unit', {}, { unit: 'mmol/L', ucum: null }, null, 'unit'],
  ['capitals make another unit', {}, { unit: 'MG/DL', ucum: null }, null, 'unit'],
  ['no unit is no unit', {}, bare, null, 'unit'],
  ['a code is not compared with words', {}, { unit: null }, null, 'unit'],
  ['a code of only one of two values without words prevents it', bare, { unit: null }, null, 'unit'],
  ['two values without units are compared', bare, bare, '16', null],
  ['values of a method that only one report names have none', {}, { method: 'Hexoquinasa' }, null, 'method'],
  ['a bounded value has none', {}, { comparator: '<' }, null, 'value'],
  ['words have none', {}, words, null, 'value'],
] as const)(
  'comparing with a later result: %s',
  (_, first, { number = '108', ...second }, difference, reason) => {
    const later = reported(number, second)
    expect(compareResults(glucose(reported('92', first)), glucose(later))).toMatchObject([
      { name: 'Glucosa', difference, reason, second: later },
    ])
  },
)

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
