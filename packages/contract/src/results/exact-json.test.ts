import { expect, test } from 'vitest'
import { parseExactJson, stringifyExactJson, withExactValue } from './exact-json.ts'
import { reportedFromPlain, storedResult } from './plain-result.ts'

const plain = {
  ...{ value: null, text: null, unit: null, ucum: null, decimals: 0 },
  ...{ low: null, high: null, reference_text: null },
}

test('a `value` that a number cannot represent exactly is parsed as the original text', () => {
  const read = parseExactJson(
    '{"valueQuantity":{"value":5.0},"low":{"value":70},"tiny":{"value":1e-7},"big":{"value":12345678901234567890}}',
  )
  expect(read).toEqual({
    valueQuantity: { value: '5.0' },
    low: { value: 70 },
    tiny: { value: 1e-7 },
    big: { value: '12345678901234567890' },
  })
})

test('other numbers and texts are parsed normally, and invalid JSON is rejected', () => {
  expect(parseExactJson('{"count":5.0,"value":"x","list":[1.0]}')).toEqual({
    count: 5,
    value: 'x',
    list: [1],
  })
  expect(() => parseExactJson('{')).toThrow(SyntaxError)
})

test('a `value` is written with the digits that were reported', () => {
  expect(stringifyExactJson({ a: withExactValue({ value: 5, unit: 'g' }, '5.0'), b: { value: 5 } })).toBe(
    '{"a":{"value":5.0,"unit":"g"},"b":{"value":5}}',
  )
})

test('signs that turn round a line are left out of every text, also of a result that was stored before', () => {
  expect(parseExactJson('{"text":"\\u202e001","\u2067list":["a\u2066b\u2069"]}')).toMatchObject({
    text: '001',
  })
  const stored = { ...reportedFromPlain({ ...plain, text: 'Negativo' }), notes: ['\u202eLargo'] }
  expect(storedResult({ ...plain, reported: stored }).notes).toEqual(['Largo'])
})
