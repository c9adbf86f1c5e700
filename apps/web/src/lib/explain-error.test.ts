import { ApiError } from '@mi-portal/contract/calls/api-error'
import { CallError } from '@mi-portal/contract/calls/call-error'
import { afterEach, expect, test, vi } from 'vitest'
import { explainError } from './explain-error.ts'

const fallback = 'Error server guardar contacto'
const noAnswer = CallError.fromWire(0, undefined, fallback)

afterEach(() => void vi.restoreAllMocks())

test('a call without a network, a call without an answer and a rejected call are explained differently', () => {
  expect(explainError(noAnswer, { isTyped: true })).toMatch(
    /^El portal no responde.*lo que escribiste sigue aquí\.$/,
  )
  expect(explainError(CallError.fromWire(502, '<html>', fallback))).toMatch(/^El portal no responde/)
  const error = { status: 'Error', errors: [{ msg: 'El código no es correcto' }] }
  expect(explainError(CallError.fromWire(400, error, fallback))).toBeUndefined()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  expect(explainError(noAnswer, { isTyped: true })).toBe(
    'No hay conexión a internet. Revisa tu conexión: lo que escribiste sigue aquí.',
  )
  expect(explainError(noAnswer)).toBe('No hay conexión a internet. Revisa tu conexión y vuelve a intentar.')
})

test('an error whose message names the unavailable dependency gets no second explanation', () => {
  const down = new ApiError('schedulingDown').toBody()
  expect(explainError(CallError.fromWire(503, down, fallback))).toBeUndefined()
})

test('an error that is not a failed call is not explained', () => {
  expect(explainError(new Error('anything'))).toBeUndefined()
})
