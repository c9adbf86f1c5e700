import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { applyMutant } from './apply-mutant.ts'
import { mutants } from './mutants.ts'

const mutant = {
  name: 'sixteen is enough',
  file: 'a.ts',
  find: '>= 18',
  replace: '>= 16',
  tests: ['a.test.ts'],
}

test('a mutant is applied if the text to replace occurs exactly once', () => {
  expect(applyMutant('adult = age >= 18', mutant)).toBe('adult = age >= 16')
  expect(applyMutant('price >= 18', { ...mutant, replace: '$&' })).toBe('price $&')
})

test('a mutant is rejected if its text is missing, occurs twice or would not change', () => {
  expect(() => applyMutant('adult = age > 17', mutant)).toThrow('stands 0 times in a.ts')
  expect(() => applyMutant('a >= 18 && b >= 18', mutant)).toThrow('stands 2 times')
  expect(() => applyMutant('a >= 18', { ...mutant, replace: mutant.find })).toThrow('changes nothing')
})

test('there are more than twenty mutants, and the text that each replaces is in its file once', () => {
  expect(mutants.length).toBeGreaterThanOrEqual(20)
  for (const known of mutants) {
    const text = readFileSync(join(import.meta.dirname, '../..', known.file), 'utf8')
    expect(applyMutant(text, known), known.name).not.toBe(text)
  }
})
