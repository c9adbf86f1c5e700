import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { Reply } from '@mi-portal/contract/calls/endpoint'
import { requestThreadEndpoints } from '@mi-portal/contract/service-requests/threads'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectNoDraft, leaveAndReturn, restoreDraft } from '../../../../test/drafts.ts'
import { mockEndpoint, requestsTo } from '../../../../test/fake-server.ts'
import { renderPage } from '../../../../test/render-portal.tsx'

const { open, write } = requestThreadEndpoints
const page = '/dashboard/solicitudes/contact/3'

type Request = Reply<typeof open>['request']
const sentAt = '2026-11-22T15:00:00.000Z'
const answeredAt = '2026-11-23T12:00:00.000Z'

const request: Request = {
  ...{ id: 3, number: '3', subject: 'Sugerencia', patient_full_name: 'Camila Fuentes' },
  ...{ state: 'respondida', created_at: sentAt, due_at: '2026-11-24T15:00:00.000Z', closed_at: null },
  ...{ staff_read_at: answeredAt, is_own: true, may_write: true },
  facts: [{ label: 'Sucursal', value: 'Maipú' }],
  messages: [
    { kind: 'request', text: '¿Abren el sábado?', at: sentAt, files: [] },
    { kind: 'answer', text: 'Sí, hasta las 13:00', at: answeredAt, files: [] },
  ],
}

test('a patient reads the conversation and writes again, and nothing typed is lost when the connection is', async () => {
  mockEndpoint(open, { request })
  mockEndpoint(write, new ApiError('unavailable', { fieldErrors: [] }))
  const opened = await renderPage(page, { as: 'patient' })
  const { user } = opened
  expect(await screen.findByRole('heading', { name: 'Solicitud N° 3' })).toBeVisible()
  const items = within(await screen.findByRole('list', { name: 'Mensajes' })).getAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Tú.*¿Abren el sábado\?/),
    expect.stringMatching(/Sí, hasta las 13:00/),
  ])
  expect(screen.getByText('Respondida')).toBeVisible()
  expect(screen.queryByText(/la solicitud se reabre|La clínica lo leyó/)).toBeNull()
  const field = () => screen.findByRole('textbox', { name: 'Mensaje' })
  const send = async () => user.click(screen.getByRole('button', { name: 'Enviar mensaje' }))
  await send()
  expect(await screen.findByText('Digita Mensaje')).toBeVisible()
  user.fill(await field(), '¿Y el domingo?')
  await send()
  expect(await screen.findByText('No ha sido posible enviar el mensaje')).toBeVisible()
  expect(await field()).toHaveValue('¿Y el domingo?')
  await leaveAndReturn(opened)
  mockEndpoint(open, {
    request: {
      ...request,
      id: 4,
      number: '4',
      messages: request.messages.slice(0, 1),
      staff_read_at: '2026-11-22T14:00:00.000Z',
    },
  })
  await opened.go('/dashboard/solicitudes/contact/4')
  expect(await screen.findByRole('heading', { name: 'Solicitud N° 4' })).toBeVisible()
  expect(screen.queryByText(/La clínica lo leyó/)).toBeNull()
  expectNoDraft()
  mockEndpoint(open, { request })
  await opened.go(page)
  await restoreDraft(user)
  expect(await field()).toHaveValue('¿Y el domingo?')
  mockEndpoint(write, { due_at: '2026-11-26T12:00:00.000Z' })
  const at = '2026-11-24T12:00:00.000Z'
  const messages: Request['messages'] = [
    ...request.messages,
    { kind: 'request', text: '¿Y el domingo?', at, files: [] },
  ]
  mockEndpoint(open, { request: { ...request, state: 'pendiente', messages, staff_read_at: at } })
  await send()
  expect(await screen.findByText(/La clínica lo leyó el 24\/11\/2026/)).toBeVisible()
  expect(screen.getByText(/Te responderemos a más tardar el 24\/11\/2026/)).toBeVisible()
  const form = requestsTo(write).at(-1)?.body as FormData
  expect([form.get('message'), form.get('seen')]).toEqual(['¿Y el domingo?', '2'])
  expect(await field()).toHaveValue('')
})

test.each([
  [{ may_write: false }, 'Esta solicitud se cerró hace más de 30 días.'],
  [{ may_write: false, is_own: false }, 'Solo quien envió la solicitud puede escribir en ella.'],
])('a request to which nobody may write any more says why: %j', async (change, text) => {
  const messages: Request['messages'] = [
    ...request.messages,
    { kind: 'closing', text: 'Resuelto', at: answeredAt, files: [] },
  ]
  const closed = { ...request, closed_at: answeredAt, messages }
  mockEndpoint(open, { request: { ...closed, ...change } })
  await renderPage(page, { as: 'patient' })
  expect(await screen.findByText(text, { exact: false })).toBeVisible()
  expect(screen.getByText('Resuelto')).toBeVisible()
  expect(screen.getAllByText('Cerrada')).toHaveLength(2)
  expect(screen.queryByRole('textbox', { name: 'Mensaje' })).toBeNull()
})

test('a request that the user may not read is not shown', async () => {
  mockEndpoint(open, new ApiError('notFound'))
  await renderPage(page, { as: 'patient' })
  expect(await screen.findByText('No encontramos lo que buscas')).toBeVisible()
  expect(screen.queryByRole('button', { name: /reintentar/i })).toBeNull()
})
