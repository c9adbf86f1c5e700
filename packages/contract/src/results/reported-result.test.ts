import { expect, test } from 'vitest'
import { buildLimit as limit, buildRange as range, buildResult as result } from '../../test/results.ts'
import { plainDecimal, showDecimal } from './decimals.ts'
import { plainFromReported, reportedFromPlain } from './plain-result.ts'
import { showRanges } from './reference-ranges.ts'
import type { ReferenceRange, ReportedResult, ReportedValue } from './reported-result.ts'
import { findFlag, showInterpretations } from './result-flags.ts'
import { resultLine } from './result-line.ts'
import { showValue, speakValue } from './value-text.ts'

const concept = (code: string, text: string | null = null) => ({
  text,
  codes: [
    { system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation', code, display: null },
  ],
})
const words = (text: string) => ({ text, codes: [] })

const number = (digits: string, comparator: '<' | '<=' | '>=' | '>' | null = null) =>
  ({ kind: 'number', number: digits, comparator }) as const

test.each<readonly [string | number, string | null]>([
  ['5.0', '5.0'],
  ['1e-7', '0.0000001'],
  [1e-7, '0.0000001'],
  ['1.50E2', '150'],
  ['12.5e1', '125'],
  ['-0.030', '-0.030'],
  ['007', '7'],
  ['0', '0'],
  ['+2.5', '2.5'],
  ...['', 'x', '1,5', '1e999', 'NaN', '.5', '1.', '0x10'].map((given) => [given, null] as const),
])('the decimal number «%s» is written %s', (given, plain) => {
  expect(plainDecimal(given)).toBe(plain)
})

test('a decimal number is shown with a comma, all its digits, and points between thousands', () => {
  const shown = '5,0 0,0000001 12.345,60 1.234.567 -4.500 999'
  expect('5.0 0.0000001 12345.60 1234567 -4500 999'.split(' ').map(showDecimal).join(' ')).toBe(shown)
})

const absent = (code: string, text: string | null): ReportedValue => ({
  kind: 'absent',
  reason: {
    text,
    codes: [{ system: 'http://terminology.hl7.org/CodeSystem/data-absent-reason', code, display: null }],
  },
})
const snomed = (code: string, display: string | null): ReportedValue => ({
  kind: 'concept',
  concept: { text: null, codes: [{ system: 'http://snomed.info/sct', code, display }] },
})

test.each<[ReportedResult, string, string]>([
  [result(number('0.01', '<'), { unit: 'ng/mL' }), '< 0,01 ng/mL', 'menor que 0,01 ng/mL'],
  [result(number('100', '>')), '> 100', 'mayor que 100'],
  [result(number('5', '<=')), '≤ 5', 'menor o igual que 5'],
  [result(number('5', '>=')), '≥ 5', 'mayor o igual que 5'],
  [result(number('5.0'), { unit: 'mg/dL' }), '5,0 mg/dL', '5,0 mg/dL'],
  [result(number('36.6'), { unit: 'Cel' }), '36,6 °C', '36,6 °C'],
  [result(number('109'), { unit: 'mm[Hg]' }), '109 mmHg', '109 mmHg'],
  [result(number('7.4'), { unit: '[pH]' }), '7,4', '7,4'],
  [result(number('97'), { unit: '%{saturación}' }), '97 %', '97 %'],
  [result(number('2'), { unit: '10*3{cells}/mm3' }), '2 ×10³/mm³', '2 ×10³/mm³'],
  [result(number('12'), { unit: 'u[IU]/(12.h)' }), '12 µUI/12 h', '12 µUI/12 h'],
  [result({ kind: 'ratio', numerator: limit('1'), denominator: limit('160') }), '1:160', '1 a 160'],
  [
    result({ kind: 'ratio', numerator: limit('24', 'mg'), denominator: limit('24', 'h') }),
    '24 mg / 24 h',
    '24 mg por 24 h',
  ],
  [
    result({ kind: 'range', low: '2', high: '5' }, { unit: 'por campo' }),
    '2 a 5 por campo',
    '2 a 5 por campo',
  ],
  [result({ kind: 'date', date: '2026-11-20' }), '20/11/2026', '20/11/2026'],
  [result({ kind: 'date', date: '2026-11' }), 'noviembre de 2026', 'noviembre de 2026'],
  [result({ kind: 'date', date: '2026-11-20T12:15:00Z' }), '20/11/2026, 09:15 h', '20/11/2026, 09:15 h'],
  [result({ kind: 'time', time: '08:30:00' }), '08:30 h', '08:30 h'],
  [result({ kind: 'period', start: '2026-11-01', end: null }), 'desde el 01/11/2026', 'desde el 01/11/2026'],
  [result({ kind: 'text', text: 'No reactivo' }), 'No reactivo', 'No reactivo'],
  [result({ kind: 'boolean', boolean: false }), 'No', 'No'],
  [
    result(absent('error', 'Muestra hemolizada')),
    'Sin resultado: muestra hemolizada',
    'Sin resultado: muestra hemolizada',
  ],
  [result(absent('not-performed', null)), 'Sin resultado: no se realizó', 'Sin resultado: no se realizó'],
  [result(snomed('260385009', null)), 'Negativo', 'Negativo'],
  [result(snomed('1', 'Trazas')), 'Trazas', 'Trazas'],
  [result(snomed('1', null)), 'código 1', 'código 1'],
  [result({ kind: 'none' }, { interpretations: [concept('POS')] }), 'Positivo', 'Positivo'],
  [result({ kind: 'none' }, { notes: ['Repetir en ayunas'] }), 'Ver nota', 'ver nota'],
  [result({ kind: 'none' }), 'Ver documento', 'ver documento'],
  [result({ kind: 'unreadable' }), 'Ver documento', 'ver documento'],
])('the result %o is shown and spoken as it was reported', (one, shown, spoken) => {
  expect([showValue(one), speakValue(one)]).toEqual([shown, spoken])
})

test('a result is shown on one line, with its flag, state, ranges, notes and method', () => {
  const line = resultLine(
    result(number('6.8'), {
      unit: 'mmol/L',
      status: 'corrected',
      interpretations: [concept('HH')],
      ranges: [range('3.5', '5.1')],
      notes: ['Avisado al médico'],
      method: 'ISE',
      body_site: 'Brazo izquierdo',
    }),
  )
  expect(line).toBe(
    '6,8 mmol/L [crítico: muy alto, corregido] (referencia 3,5 a 5,1 mmol/L) Nota: Avisado al médico Método: ISE Sitio: Brazo izquierdo',
  )
  expect(resultLine(result(number('1'), { status: 'preliminary' }))).toBe('1 [preliminar]')
})

test('the ranges of a result are shown as text, with the patients to whom they apply', () => {
  const ranges = [
    range('0.1', '2.5', { applies_to: [words('Primer trimestre')], high: limit('2.5', 'mUI/L') }),
    range('0.4', '4.0', {
      type: { text: null, codes: [{ system: null, code: 'normal', display: 'Normal Range' }] },
    }),
    range(null, '150', { text: 'deseable' }),
    range('12', null, { age_low: limit('18', 'a'), age_high: limit('65', 'a') }),
    range(null, null, { text: 'Negativo' }),
    range('10', '20', { type: words('Terapéutico') }),
  ]
  expect(showRanges({ ranges, unit: null })).toEqual([
    'Primer trimestre: 0,1 a 2,5 mUI/L',
    '0,4 a 4,0',
    'hasta 150 · deseable',
    'de 18 años a 65 años: desde 12',
    'Negativo',
    'Terapéutico: 10 a 20',
  ])
})

const normal = { type: { text: null, codes: [{ system: null, code: 'normal', display: null }] } }
const trimester = range('0.1', '2.5', { applies_to: [words('Primer trimestre')] })

/** A number with the laboratory's own words about it, and ranges. */
const judged = (digits: string, codes: string, ...ranges: ReferenceRange[]) =>
  result(number(digits), {
    interpretations: codes
      .split(' ')
      .filter(Boolean)
      .map((code) => concept(code)),
    ranges,
  })
const bounded = (digits: string, comparator: '<' | '>', ...ranges: ReferenceRange[]) =>
  result(number(digits, comparator), { ranges })
const women = { ...normal, applies_to: [words('Mujer')] }

test.each<[string, ReportedResult, string | null]>([
  ['compares with the only range', judged('3', '', range('0.4', '2')), 'high'],
  ['takes the ends of a range as inside it', judged('2.0', '', range('0.4', '2')), 'in'],
  ['takes the normal range', judged('3', '', trimester, range('0.4', '4.0', normal)), 'in'],
  ['takes the range without a condition', judged('3', '', trimester, range('0.4', '4.0')), 'in'],
  ['is not given by a range for patients of one kind only', judged('3', '', trimester), null],
  ['is given by the only normal range, also of one sex', judged('3', '', range('12', '16', women)), 'low'],
  ['is not given where two ranges could apply', judged('3', '', range('1', '2'), range('2', '4')), null],
  ['is not given by another range', judged('3', '', range('1', '2', { type: words('Terapéutico') })), null],
  [
    'is not given by limits in another unit',
    result(number('3'), { unit: 'g/L', ranges: [range(null, '2', { high: limit('2', 'mg/dL') })] }),
    null,
  ],
  ['is not given to words', result({ kind: 'text', text: '3' }, { ranges: [range('1', '2')] }), null],
  ['is the laboratory’s own before any range', judged('3', 'H', range('0', '4')), 'high'],
  ['says that a value is critically high', judged('3', 'HH'), 'critical high'],
  ['says that a value is critically low', judged('3', 'LL'), 'critical low'],
  ['says that a value is critical', judged('3', 'AA'), 'critical abnormal'],
  ['keeps high beside abnormal', judged('3', 'A H'), 'high'],
  ['is not given where the laboratory contradicts itself', judged('3', 'L H', range('1', '2')), null],
  ['is not worked out beside other words', judged('3', 'POS', range('1', '2')), null],
  ['is worked out where the laboratory only compares', judged('3', 'U', range('1', '2')), 'high'],
  ['is given to a bounded value that lies beyond', bounded('100', '>', range('0', '4')), 'high'],
  ['is given to a bounded value that lies inside', bounded('0.01', '<', range(null, '0.04')), 'in'],
  ['is not given to a value on both sides', bounded('10', '<', range(null, '4')), null],
  ['is given to a bounded value below the range', bounded('1', '<', range('1', '4')), 'low'],
  // A converter wrote the lower limit of these ranges as the upper one, or the other way round.
  ['is not given against the text', judged('90', '', range(null, '40', { text: '> 40' })), null],
  ['is not given against words', judged('90', '', range('200', null, { text: 'Normal: hasta 200' })), null],
  ['is not given against an interval', judged('9', '', range('99', '70', { text: '70 - 99 mg/dL' })), null],
  [
    'is not given against a text without a colon',
    judged('90', '', range('200', null, { text: 'Normal <200' })),
    null,
  ],
  [
    'is not given against a text in brackets',
    judged('9', '', range('1', null, { text: 'Negativo (< 1,0)' })),
    null,
  ],
  ['is not given by limits that are reversed', judged('80', '', range('99', '70')), null],
  ['is given where the text agrees', judged('9', '', range('70.0', '99', { text: '70 a 99' })), 'low'],
  [
    'is given beside a text that compares nothing',
    judged('9', '', range('1', '4', { text: 'ayunas' })),
    'high',
  ],
])('a flag %s', (_, one, flag) => {
  const found = findFlag(one)
  expect(found && `${found.critical ? 'critical ' : ''}${found.level}`).toBe(flag)
})

test('a range whose text says other limits than its numbers is shown as its text', () => {
  const ranges = [range(null, '40', { text: '> 40' }), range('1', '4', { text: '1 a 4' })]
  expect(showRanges({ ranges, unit: 'mg/dL' })).toEqual(['> 40', '1 a 4 mg/dL · 1 a 4'])
})

test.each([
  ['H', 'High', 'high', []],
  ['LL', 'Crítico bajo', 'critical low', []],
  ['POS', 'Positive', null, ['Positivo']],
  ['R', 'Resistant', null, ['Resistente']],
  ['H', 'Hemolizada', null, ['Hemolizada']],
  ['1', 'High', null, ['High']],
])('the interpretation %s «%s» of another code system is the flag %s', (code, display, flag, words) => {
  const own = { text: null, codes: [{ system: 'http://laboratorio.example/marcas', code, display }] }
  const one = result(number('9'), { interpretations: [own] })
  const found = findFlag(one)
  expect(found && `${found.critical ? 'critical ' : ''}${found.level}`).toBe(flag)
  expect(showInterpretations(one)).toEqual(words)
})

const plain = {
  ...{ value: 5, text: null, unit: 'mg/dL', ucum: 'mg/dL', decimals: 1 },
  ...{ low: 4, high: 6.25, reference_text: null },
}

test('a result stored as a number is read with its decimals, and none of its digits is rounded away', () => {
  const read = reportedFromPlain(plain)
  expect(showValue(read)).toBe('5,0 mg/dL')
  expect(showRanges(read)).toEqual(['4,0 a 6,25 mg/dL'])
  expect(showValue(reportedFromPlain({ ...plain, value: 0.0000001, decimals: 0 }))).toBe('0,0000001 mg/dL')
  expect(showValue(reportedFromPlain({ ...plain, value: null, text: 'Turbio', unit: null }))).toBe('Turbio')
})

test('a result read from plain columns is written back to the same columns', () => {
  expect(plainFromReported(reportedFromPlain(plain))).toEqual({ ...plain, decimals: 2 })
})

test('a result that is no exact number is stored as text in the plain columns, and several ranges as their text', () => {
  expect(plainFromReported(result(number('0.01', '<'), { unit: 'ng/mL' }))).toMatchObject({
    value: null,
    text: '< 0,01',
    unit: 'ng/mL',
  })
  expect(
    plainFromReported(result(number('3'), { ranges: [range('1', '2'), range('2', '4')] })),
  ).toMatchObject({
    low: null,
    high: null,
    reference_text: '1 a 2; 2 a 4',
  })
})
