import { expect, test } from 'vitest'
import { demonstration } from '../../test/clinic/packages.ts'
import { createClinicLookup } from './clinic-lookup.ts'
import { publicationsOf } from './publications.ts'

const lookup = createClinicLookup(demonstration)
const buttons = publicationsOf(lookup)
  .articles.map(({ html }) => JSON.parse(html) as { postButtonText: string; postUrl: string })
  .filter(({ postButtonText }) => postButtonText !== '')

/** Returns the address to which the button of that text leads. */
function addressOf(text: string): URL {
  const button = buttons.find(({ postButtonText }) => postButtonText === text)
  return new URL(button?.postUrl ?? '', 'https://portal.test')
}

test.each([
  ['Reservar control', 'Medicina General'],
  ['Pedir hora con matrona', 'Matrona'],
  ['Reservar con pediatría', 'Pediatría'],
  ['Reservar con urología', 'Urología Adulto'],
])('the button «%s» of an article opens the reservation of %s at any site', (text, specialty) => {
  const { pathname, searchParams } = addressOf(text)
  expect([pathname, searchParams.get('office_id')]).toEqual(['/reservas', 'AMBAS'])
  expect(lookup.specialtyOf(Number(searchParams.get('specialty'))).name).toBe(specialty)
})

test('the button of the article about mammography opens the wizard with mammography chosen', () => {
  const { pathname, searchParams } = addressOf('Reservar mamografía')
  expect([pathname, searchParams.get('paso')]).toEqual(['/dashboard/agenda-imagenologia', 'imagenologia'])
  const chosen = demonstration.examSpecialties.find(({ code }) => code === searchParams.get('prestacion'))
  expect(chosen?.name).toBe('Mamografía')
})

test('no button of an article leads to the generic page of reservations', () => {
  expect(buttons.filter(({ postUrl }) => postUrl === '/dashboard/agenda')).toEqual([])
})
