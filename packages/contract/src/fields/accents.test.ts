import { expect, test } from 'vitest'
import { foldText, removeAccents } from './accents.ts'

test('a text loses its accents, and for comparison also its capitals and surrounding spaces', () => {
  expect(removeAccents('Ñuñoa, Pingüino, É')).toBe('Nunoa, Pinguino, E')
  expect(removeAccents('n\u0303')).toBe('n')
  expect(foldText(' Cardiología ')).toBe('cardiologia')
  expect(foldText('de la  O')).toBe('de la  o')
})
