import { expect, test } from 'vitest'
import { agendaSearch } from '../features/agenda/agenda.search.ts'
import { bookingSearch } from '../features/booking/reservation/reservation.search.ts'
import { publicationsSearch } from '../features/publishing/publications.search.ts'
import { usersSearch } from '../features/users/users.search.ts'
import { parseSearch, stringifySearch } from './addresses.ts'

test('an address is readable, and parsing it returns the same values', () => {
  const choice = {
    specialty: '123',
    rut_professional: '111111111',
    spec_id: '362,363',
    primera: true,
    slot_id: 9,
  }
  const address = stringifySearch({ ...choice, day: '2026-11-30', office_id: undefined })
  expect(address).toBe(
    '?specialty=123&rut_professional=111111111&spec_id=362,363&primera=true&slot_id=9&day=2026-11-30',
  )
  expect(bookingSearch(parseSearch(address))).toEqual({ ...bookingSearch({}), ...choice, day: '2026-11-30' })
  expect(stringifySearch({ page: undefined })).toBe('')
})

test('a bookmarked address with words in quotes still works', () => {
  expect(bookingSearch(parseSearch('?specialty=%22123%22&day=%222026-11-30%22'))).toMatchObject({
    specialty: '123',
    day: '2026-11-30',
  })
  expect(agendaSearch(parseSearch('?profesional=4&desde=%222026-11-30%22&editar=true'))).toMatchObject({
    profesional: 4,
    desde: '2026-11-30',
    editar: true,
  })
})

test('values that an address may not have are dropped', () => {
  expect(usersSearch(parseSearch('?estado=3&page=2&atrasadas=1'))).toEqual({
    estado: 3,
    page: 2,
    atrasadas: true,
  })
  expect(usersSearch(parseSearch('?estado=9&page=-1&atrasadas=no'))).toEqual({})
  for (const page of ['0', '1.5', '1e3', '99999999999999999999', '+1', ' 1', ''])
    expect(usersSearch(parseSearch(`?page=${encodeURIComponent(page)}`)).page).toBeUndefined()
  expect(publicationsSearch(parseSearch('?visible=false'))).toEqual({ visible: false })
  expect(publicationsSearch(parseSearch('?visible=quizas')).visible).toBeUndefined()
})
