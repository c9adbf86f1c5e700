import { expect, test } from 'vitest'
import { contrast } from '../contrast.ts'
import { joinNames } from './join-names.ts'
import { describePromise } from './promise.ts'
import { expandColour } from './shades.ts'

test.each([
  [[], ''],
  [['Ñuñoa'], 'Ñuñoa'],
  [['Providencia', 'Maipú'], 'Providencia y Maipú'],
  [['Ñuñoa', 'Maipú', 'Independencia'], 'Ñuñoa, Maipú e Independencia'],
  [['Ñuñoa', 'Hierro'], 'Ñuñoa y Hierro'],
])('the names %j are joined as «%s»', (names, text) => {
  expect(joinNames(names)).toBe(text)
})

test.each([
  [{ hours: 48, business_hours: false }, '48 horas'],
  [{ hours: 48, business_hours: true }, '48 horas hábiles'],
  [{ hours: 1, business_hours: true }, '1 hora hábil'],
])('the promise %j is described as «%s»', (promise, text) => {
  expect(describePromise(promise)).toBe(text)
})

test('one colour becomes ten shades from light to dark around it, and ten shades stay as they are', () => {
  const shades = expandColour('#0F766E')
  expect(shades).toHaveLength(10)
  expect(shades[6]).toBe('#0F766E')
  const contrasts = shades.map((shade) => contrast(shade, '#FFFFFF'))
  expect(contrasts).toEqual(contrasts.toSorted((one, other) => one - other))
  expect(expandColour(shades)).toEqual(shades)
})
