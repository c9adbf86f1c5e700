import { expect, test } from 'vitest'
import { appointmentEndpoints } from './appointments.ts'
import { createClient, type WireRequest } from './client.ts'
import { Failure } from './failure.ts'
import { sessionEndpoints } from './session.ts'

function answering(status: number, json: unknown, headers: Record<string, string> = {}) {
  const requests: WireRequest[] = []
  const call = createClient(async (request) => {
    requests.push(request)
    return { status, json, header: (name) => headers[name] ?? null }
  })
  return { call, requests }
}

const refused = (call: Promise<unknown>): Promise<Failure> =>
  call.then(
    () => {
      throw new Error('not refused')
    },
    (error: Failure) => error,
  )

test('a call goes to its row’s method and address, with parameters, query and body in their places', async () => {
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

test('a refusal arrives as the failure it was, with its fields, number and waiting time', async () => {
  const body = {
    status: 'Error',
    errors: [{ msg: 'Digita RUT', param: 'document_number' }],
    error: { code: 9, msg: 'x' },
  }
  const { call } = answering(429, body, { 'retry-after': '30' })
  const failure = await refused(call(sessionEndpoints.renew, { params: { id: 1 } }))
  expect(failure).toBeInstanceOf(Failure)
  expect([failure.status, failure.number, failure.retryAfter, failure.message]).toEqual([
    429,
    9,
    30,
    'Digita RUT',
  ])
  expect(failure.faultOf('document_number')).toBe('Digita RUT')
  expect(failure.faultOf('password')).toBeUndefined()
})

test.each([
  ['a 5xx', 503, { status: 'Error', errors: [{ msg: 'interno' }] }],
  ['something that is not the portal’s envelope', 400, '<html>'],
])('after %s the page shows its own fallback', async (_, status, body) => {
  const { call } = answering(status, body)
  const failure = await refused(
    call(
      sessionEndpoints.renew,
      { params: { id: 1 } },
      { fallback: 'Error server al obtener citas médicas' },
    ),
  )
  expect(failure.message).toBe('Error server al obtener citas médicas')
  expect(failure.status).toBe(status)
})

test('a 5xx that says in the portal’s own words what is down is shown in those words', async () => {
  const down = new Failure('archiveDown')
  const { call } = answering(503, down.toBody(), { 'retry-after': '15' })
  const failure = await refused(
    call(
      sessionEndpoints.renew,
      { params: { id: 1 } },
      { fallback: 'Error server al obtener citas médicas' },
    ),
  )
  expect([failure.status, failure.message, failure.retryAfter]).toEqual([503, down.message, 15])
})

test('no answer at all is a failure with status 0', async () => {
  const call = createClient(async () => {
    throw new TypeError('fetch failed')
  })
  const failure = await refused(call(sessionEndpoints.renew, { params: { id: 1 } }))
  expect([failure.status, failure.message]).toEqual([0, 'No se recibió respuesta del servidor'])
})

test('on the wire a refusal carries its message, its field and its number, and nothing else', () => {
  expect(new Failure('noSession').toBody()).toEqual({
    status: 'Error',
    errors: [{ msg: 'La sesión ha expirado' }],
    error: { code: 10, msg: 'La sesión ha expirado' },
  })
  expect(new Failure('notFound', { param: 'id', cause: new Error('secret') }).toBody()).toEqual({
    status: 'Error',
    errors: [{ msg: 'No encontramos lo que buscas', param: 'id' }],
  })
  expect(new Failure('unavailable').retryAfter).toBe(5)
})
