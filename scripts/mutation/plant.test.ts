import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { faults } from './faults.ts'
import { plant } from './plant.ts'

const fault = {
  name: 'sixteen is enough',
  file: 'a.ts',
  find: '>= 18',
  replace: '>= 16',
  tests: ['a.test.ts'],
}

test('a fault is planted where its place stands once', () => {
  expect(plant('adult = age >= 18', fault)).toBe('adult = age >= 16')
  expect(plant('price >= 18', { ...fault, replace: '$&' })).toBe('price $&')
})

test('a fault whose place is gone, doubled or unchanged is refused', () => {
  expect(() => plant('adult = age > 17', fault)).toThrow('stands 0 times in a.ts')
  expect(() => plant('a >= 18 && b >= 18', fault)).toThrow('stands 2 times')
  expect(() => plant('a >= 18', { ...fault, replace: fault.find })).toThrow('changes nothing')
})

test('twenty faults and more are known, and each still finds its place', () => {
  expect(faults.length).toBeGreaterThanOrEqual(20)
  for (const known of faults) {
    const text = readFileSync(join(import.meta.dirname, '../..', known.file), 'utf8')
    expect(plant(text, known), known.name).not.toBe(text)
  }
})
