import { afterEach, expect, test, vi } from 'vitest'
import { signInAs } from '../../test/build.ts'
import { closeSession, getCurrentUser, getIdleDeadline, getRegistration } from './session.ts'

afterEach(() => {
  vi.useRealTimers()
})

const registration = {
  document_type_id: 1,
  document_number: '167890121',
  email: 'a@ejemplo.cl',
  cellphone: '12345678',
  code: 0,
}

test('text that a person wrote into the browser’s storage by hand does not sign in', () => {
  localStorage.setItem('currentUser', '{"token":1}')
  expect(getCurrentUser()).toBeNull()
  localStorage.setItem('currentUser', 'not json')
  expect(getCurrentUser()).toBeNull()
})

test('a patient’s session expires after 30 minutes, a staff session after 15', () => {
  vi.useFakeTimers({ now: new Date('2026-11-26T12:00:00Z') })
  signInAs()
  expect(getIdleDeadline()).toBe(Date.parse('2026-11-26T12:30:00Z'))
  signInAs({ rol: 'ADMIN_ROLE' })
  expect(getIdleDeadline()).toBe(Date.parse('2026-11-26T12:15:00Z'))
  closeSession()
  expect(getIdleDeadline()).toBeNull()
})

test('an unfinished registration is deleted after 30 minutes', () => {
  vi.useFakeTimers({ now: new Date('2026-11-26T12:00:00Z') })
  localStorage.setItem('formData', JSON.stringify({ ...registration, kept_at: Date.now() }))
  expect(getRegistration()).toMatchObject(registration)
  vi.setSystemTime(new Date('2026-11-26T12:30:01Z'))
  expect(getRegistration()).toBeNull()
  expect(localStorage.getItem('formData')).toBeNull()
})
