import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { checkDigit, cleanRun, formatRun, isRun, runMaxLength, typeRun } from './run.ts'
import { run } from './run-schema.ts'

test.each('12.345.678-5 7.654.321-6 14.567.808-0 10.000.013-K 1.000.005-k 9.000.008-K'.split(' '))(
  '%s is a valid run in all its spellings',
  (text) => {
    expect(isRun(cleanRun(text))).toBe(true)
    expect(z.parse(run(), text)).toBe(text.replace(/[.-]/g, '').toUpperCase())
    expect(z.parse(run(), cleanRun(text).toLowerCase())).toBe(cleanRun(text))
  },
)

test.each([
  ...'12.345.678-9 15.236.327-K 10.000.013-0 00.000.000-0 12.345.678 12.345.678-55'.split(' '),
  ...'12.345.67A-5 100.000.013-9 K -'.split(' '),
  '1'.repeat(100_000),
])('%s is not a valid run', (text) => {
  expect(isRun(cleanRun(text))).toBe(false)
  expect(z.safeParse(run(), text).error?.issues[0]?.message).toBe('Digita RUT válido')
})

test('an empty run asks for one, with the label of the form', () => {
  expect(z.safeParse(run('RUN'), '').error?.issues[0]?.message).toBe('Digita RUN')
  expect(z.safeParse(run(), undefined).error?.issues[0]?.message).toBe('Digita RUT')
  expect(z.safeParse(run(), 123456785).error?.issues[0]?.message).toBe('Digita RUT')
})

test('exactly one of the ten digits and K is the check digit of a number', () => {
  for (const body of ['12345678', '9876543', '500123']) {
    const right = [...'0123456789K'].filter((digit) => isRun(body + digit))
    expect(right).toEqual([checkDigit(body)])
  }
})

test('the field shows a dash from three characters on and never a dot', () => {
  expect(['1', '12', '123', '12.345.678-5', '12345678K'].map(typeRun)).toEqual([
    '1',
    '12',
    '12-3',
    '12345678-5',
    '12345678-K',
  ])
  expect(typeRun('1234567890123').length).toBeLessThanOrEqual(runMaxLength)
  expect(typeRun('abc')).toBe('')
  expect(formatRun('123456785')).toBe('12345678-5')
})
