import { expect, test } from 'vitest'
import { appointmentEndpoints } from '../appointments/appointments.ts'
import { notificationEndpoints } from '../notifications/notifications.ts'
import { robotCheckEndpoints } from '../robot-check.ts'
import { sessionEndpoints } from '../session/session.ts'
import { ApiError } from './api-error.ts'
import { CallError } from './call-error.ts'
import { createClient, type WireRequest } from './client.ts'

function answering(status: number, json: unknown, headers: Record<string, string> = {}) {
  const requests: WireRequest[] = []
  const call = createClient(async (request) => {
    requests.push(request)
    return { status, json, header: (name) => headers[name] ?? null }
  })
  return { call, requests }
}

const fallback = 'Error server al obtener citas médicas'

const reject = ({ call }: Pick<ReturnType<typeof answering>, 'call'>): Promise<CallError> =>
  call(sessionEndpoints.renew, { params: { id: 1 } }, { fallback }).then(
    () => Promise.reject(new Error('not rejected')),
    (error: CallError) => error,
  )

test('a call uses the method and address of its endpoint, and places parameters, query and body', async () => {
  const { call, requests } = answering(200, { status: 'Ok' })
  await call(appointmentEndpoints.upcomingOf, { params: { id: 7 }, query: { page: 2 } })
  await call(appointmentEndpoints.cancel, { body: { id_appointment: 9 } })
  expect(requests).toEqual([
    { method: 'GET', url: '/api/medicals/appointments/upcomings/7?page=2', headers: {} },
    {
      method: 'PUT',
      url: '/api/medicals/appointments/cancel',
      headers: { 'content-type': 'application/json' },
      body: '{"id_appointment":9}',
    },
  ])
})

test('a request of a passive endpoint is marked, and so is a request to an address outside the portal’s API', async () => {
  const { call, requests } = answering(200, { status: 'Ok' })
  await call(notificationEndpoints.list)
  await call(robotCheckEndpoints.challenge, { query: { form: 'recover' } })
  await call(sessionEndpoints.renew, { params: { id: 1 } })
  expect(requests.map(({ url, session }) => [url, session])).toEqual([
    ['/api/notifications', 'passive'],
    ['/agenda/v1/challenge?form=recover', 'none'],
    ['/api/auth/token/1', undefined],
  ])
})

test('a rejection becomes a CallError with its fields, number and waiting time', async () => {
  const body = {
    status: 'Error',
    errors: [{ msg: 'Digita RUT', param: 'document_number' }],
    error: { code: 9, msg: 'x' },
  }
  const failure = await reject(answering(429, body, { 'retry-after': '30' }))
  expect(failure).toBeInstanceOf(CallError)
  expect([failure.status, failure.number, failure.retryAfter, failure.message]).toEqual([
    429,
    9,
    30,
    'Digita RUT',
  ])
  expect(failure.fieldErrorOf('document_number')).toBe('Digita RUT')
  expect(failure.fieldErrorOf('password')).toBeUndefined()
})

test.each([
  ['a 5xx', 503, { status: 'Error', errors: [{ msg: 'interno' }] }],
  ['a 5xx that says nothing more', 500, new ApiError('unavailable').toBody()],
  ['something that is not the portal’s envelope', 400, '<html>'],
])('after %s the caller sees its own fallback message', async (_, status, body) => {
  const failure = await reject(answering(status, body))
  expect([failure.message, failure.status]).toEqual([fallback, status])
})

test('a 5xx with one of the portal’s messages about what is unavailable shows that message', async () => {
  const down = new ApiError('archiveDown')
  const failure = await reject(answering(503, down.toBody(), { 'retry-after': '15' }))
  expect([failure.status, failure.message, failure.retryAfter]).toEqual([503, down.message, 15])
})

test('a call without any answer fails with status 0', async () => {
  const call = createClient(async () => {
    throw new TypeError('fetch failed')
  })
  const failure = await call(sessionEndpoints.renew, { params: { id: 1 } }).catch((error) => error)
  expect(failure).toMatchObject({ status: 0, message: 'No se recibió respuesta del servidor' })
})

test('an error on the wire has its message, field, code and number, and nothing else', () => {
  expect(new ApiError('noSession').toBody()).toEqual({
    status: 'Error',
    errors: [{ msg: 'La sesión ha expirado', code: 'noSession' }],
    error: { code: 10, msg: 'La sesión ha expirado' },
  })
  expect(new ApiError('notFound', { param: 'id', cause: new Error('secret') }).toBody()).toEqual({
    status: 'Error',
    errors: [{ msg: 'No encontramos lo que buscas', param: 'id', code: 'notFound' }],
  })
  expect(new ApiError('unavailable').retryAfter).toBe(5)
})
