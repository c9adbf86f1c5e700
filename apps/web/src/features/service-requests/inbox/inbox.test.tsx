import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { Reply } from '@mi-portal/contract/calls/endpoint'
import { inboxEndpoints } from '@mi-portal/contract/service-requests/inbox'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { expectNoDraft, isReloadConfirmed, restoreDraft } from '../../../../test/drafts.ts'
import { mockEndpoint, requestsTo } from '../../../../test/fake-server.ts'
import { renderPage } from '../../../../test/render-portal.tsx'
import { describeDeadline, formatAge } from './inbox.rules.ts'

const { tray, find, open: openRequest, answer: send, assignees, assign, close, note } = inboxEndpoints
type Request = Reply<typeof openRequest>['request']

const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()
const request: Request = {
  matter: 'contact',
  id: 3,
  receipt: '3',
  subject: 'Reclamo',
  patient_id: 8,
  patient_full_name: 'Martina Soto Fuentes',
  state: 'pendiente',
  created_at: hours(-49.5),
  due_at: hours(-1.5),
  answered_at: null,
  patient: { document: '23456789-6' },
  requester: { full_name: 'Camila Fuentes', email: 'camila@ejemplo.cl', phone: null, is_patient: false },
  reserve_applies: true,
  may_extend: false,
  facts: [{ label: 'Sucursal', value: 'Maipú' }],
  message: 'Esperamos más de una hora',
  files: [{ name: 'boleta.pdf', url: '/api/admin/requests/files/4', scan_state: 'clean' as const }],
  answer: null,
  ...{ closed_at: null, assignee: null, is_unread: true, patient_read_at: null },
  messages: [
    {
      ...{ kind: 'request', text: 'Esperamos más de una hora', author: 'Camila Fuentes' },
      ...{ at: hours(-49.5), files: [] },
    },
  ],
  canned_answers: [{ title: 'En revisión', text: 'Hola, Camila: lo estamos revisando.' }],
}
const pending = { documents: 0, budgets: 2, contact: 1, imaging: 0, privacy: 0 }

const patientName = { name: 'Martina Soto Fuentes' }

const address = '/admin/solicitudes?matter=contact&id=3'

beforeEach(() => {
  mockEndpoint(assignees, { assignees: [{ id: 5, full_name: 'Andrea Morales' }] })
})

test('the inbox shows who is waiting and for how long, and opens a request with what the antivirus found in its files', async () => {
  const file = (name: string, scan_state: 'clean' | 'pending' | 'infected' | 'unscanned') => ({
    name,
    url: `/api/admin/requests/files/${name}`,
    scan_state,
  })
  const files = [
    file('a.pdf', 'clean'),
    file('b.pdf', 'pending'),
    file('c.pdf', 'infected'),
    file('d.pdf', 'unscanned'),
  ]
  mockEndpoint(tray, { requests: [request], pending, total: 1, page: 1, limit: 10 })
  mockEndpoint(openRequest, { request: { ...request, files } })
  const { user, path } = await renderPage('/admin/solicitudes?matter=contact', { as: 'admin' })
  expect(await screen.findByRole('tab', { name: 'Presupuestos (2)' })).toBeVisible()
  const row = within(await screen.findByRole('row', { name: /Reclamo/ }))
  expect(row.getByText('Atrasada 2 horas')).toBeVisible()
  expect(row.getByText('hace 2 días')).toBeVisible()
  expect(row.getByRole('link', patientName)).toHaveAttribute('href', '/admin/pacientes/8')
  await user.click(row.getByRole('button', { name: /Abrir la solicitud 3/ }))
  expect(path()).toBe(address)
  expect(await screen.findByText('Esperamos más de una hora')).toBeVisible()
  expect(screen.getByRole('link', patientName)).toHaveAttribute('href', '/admin/pacientes/8')
  expect(screen.getByText('Solicita otra persona por el paciente')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Descargar a.pdf' })).toBeVisible()
  const items = within(screen.getByRole('list', { name: 'Archivos de la solicitud' })).getAllByRole(
    'listitem',
  )
  expect(items.map((item) => item.textContent)).toEqual([
    'a.pdfRevisado por el antivirus',
    'b.pdfEn revisión',
    'c.pdfBloqueado: contiene software malicioso',
    'd.pdfSin revisar por un antivirus',
  ])
})

test('a request names its patient without a link to staff who may not open patients', async () => {
  const closed = { ...request, patient_id: null }
  mockEndpoint(tray, { requests: [closed], pending, total: 1, page: 1, limit: 10 })
  mockEndpoint(openRequest, { request: closed })
  const { user } = await renderPage('/admin/solicitudes?matter=contact', {
    as: { rol: 'ADMIN_ROLE', id: 30, permission_set: 'requests-desk' },
  })
  expect(await screen.findByText('Martina Soto Fuentes')).toBeVisible()
  expect(screen.queryByRole('link', patientName)).toBeNull()
  await user.click(screen.getByRole('button', { name: /Abrir la solicitud 3/ }))
  expect(await screen.findByText(/Martina Soto Fuentes · 23456789-6/)).toBeVisible()
  expect(screen.queryByRole('link', patientName)).toBeNull()
})

const field = () => screen.findByRole('textbox', { name: 'Respuesta' })

test('an answer is sent with text and files, which are offered back for the same request until then', async () => {
  mockEndpoint(openRequest, { request })
  mockEndpoint(send, {})
  const opened = await renderPage(address, { as: 'admin' })
  const { user, go, path } = opened
  await user.choose('Respuesta preparada (opcional)', 'En revisión')
  expect(await field()).toHaveValue('Hola, Camila: lo estamos revisando.')
  user.fill(await field(), 'Lo lamentamos')
  const file = new File(['%PDF'], 'carta.pdf', { type: 'application/pdf' })
  await user.upload(screen.getByLabelText('Archivos', { selector: 'input' }), file)
  expect(isReloadConfirmed()).toBe(true)
  mockEndpoint(openRequest, { request: { ...request, id: 4 } })
  await go('/admin/solicitudes?matter=contact&id=4')
  expect(await field()).toHaveValue('')
  expectNoDraft()
  mockEndpoint(openRequest, { request })
  await go(address)
  await restoreDraft(user)
  await user.click(screen.getByRole('button', { name: 'Enviar respuesta' }))
  expect(await screen.findByRole('heading', { name: 'La respuesta fue enviada' })).toBeVisible()
  const form = requestsTo(send)[0]?.body as FormData
  expect([form.get('answer'), form.get('seen'), (form.get('file_0') as File).name]).toEqual([
    ...['Lo lamentamos', '1', 'carta.pdf'],
  ])
  await user.click(screen.getByRole('button', { name: 'Cerrar' }))
  await waitFor(() => expect(path()).toBe('/admin/solicitudes?matter=contact'))
  await go(address)
  await field()
  expectNoDraft()
})

test('staff find a request of any department, assign it, add a note and close it with a reason', async () => {
  mockEndpoint(tray, { requests: [], pending, total: 0, page: 1, limit: 10 })
  mockEndpoint(find, { requests: [request], total: 1, page: 1, limit: 10 })
  mockEndpoint(openRequest, { request })
  for (const one of [assign, note, close]) mockEndpoint(one, {})
  const { user, path } = await renderPage('/admin/solicitudes', { as: 'admin' })
  user.fill(await screen.findByRole('searchbox', { name: 'Número, nombre o documento' }), 'martina')
  const row = within(await screen.findByRole('row', { name: /Contacto.*Reclamo/ }))
  expect(path()).toBe('/admin/solicitudes')
  expect(requestsTo(find)[0]?.body).toMatchObject({ filter: 'martina' })
  await user.click(row.getByRole('button', { name: /Abrir la solicitud 3/ }))
  await user.choose('Responsable', 'Andrea Morales')
  expect(requestsTo(assign)[0]).toMatchObject({ body: { assignee_id: 5 } })
  await user.click(screen.getByRole('button', { name: 'Agregar nota' }))
  expect(await screen.findByText('Digita Nota')).toBeVisible()
  user.fill(screen.getByRole('textbox', { name: 'Nota interna' }), 'Llamar mañana')
  await user.click(screen.getByRole('button', { name: 'Agregar nota' }))
  expect(requestsTo(note)[0]).toMatchObject({ body: { text: 'Llamar mañana' } })
  await user.click(screen.getByRole('button', { name: 'Cerrar solicitud' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Cerrar la solicitud' }))
  user.fill(dialog.getByRole('textbox', { name: 'Motivo' }), 'Resuelto por teléfono')
  const closed = { kind: 'closing', text: 'Resuelto por teléfono', author: 'Andrea Morales' } as const
  const at = hours(0)
  const messages = [...request.messages, { ...closed, at, files: [] }]
  mockEndpoint(openRequest, { request: { ...request, state: 'respondida', closed_at: at, messages } })
  await user.click(dialog.getByRole('button', { name: 'Cerrar solicitud' }))
  expect(await screen.findByText('Resuelto por teléfono')).toBeVisible()
  expect(requestsTo(close)[0]).toMatchObject({ body: { reason: 'Resuelto por teléfono' } })
  expect(screen.getByRole('button', { name: 'Reabrir' })).toBeVisible()
  expect(screen.queryByRole('textbox', { name: 'Respuesta' })).toBeNull()
})

test('a request about personal data is extended once, with a reason that stays when the extension is rejected', async () => {
  const { extend } = inboxEndpoints
  const data: Request = { ...request, matter: 'privacy', receipt: 'DP-2026-000003', reserve_applies: false }
  mockEndpoint(openRequest, { request: data })
  mockEndpoint(extend, new ApiError('termNotExtended'))
  const { go, user } = await renderPage('/admin/solicitudes?matter=privacy&id=3', { as: 'admin' })
  const title = 'Datos personales: solicitud N° DP-2026-000003'
  expect(await screen.findByRole('heading', { name: title })).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Enviar respuesta' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Extender el plazo' })).toBeNull()
  mockEndpoint(openRequest, { request: { ...data, may_extend: true } })
  await go('/admin/solicitudes?matter=privacy&id=4')
  await user.click(await screen.findByRole('button', { name: 'Extender el plazo' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Extender el plazo' }))
  const submit = () => user.click(dialog.getByRole('button', { name: 'Extender' }))
  await submit()
  expect(await dialog.findByText('Digita Motivo')).toBeVisible()
  user.fill(dialog.getByRole('textbox', { name: 'Motivo' }), 'Falta un antecedente')
  await submit()
  expect(await screen.findByText('El plazo de esta solicitud ya no se puede extender')).toBeVisible()
  mockEndpoint(extend, { due_at: hours(24 * 50) })
  await submit()
  expect(await screen.findByRole('heading', { name: 'El plazo fue extendido' })).toBeVisible()
  const sent = { params: { id: '3' }, body: { reason: 'Falta un antecedente' } }
  expect(requestsTo(extend)[0]).toMatchObject(sent)
})

test.each([
  ['2026-11-28T15:00:00Z', 'Quedan 48 horas', 'well'],
  ['2026-11-27T03:00:00Z', 'Quedan 12 horas', 'soon'],
  ['2026-11-26T15:20:00Z', 'Queda 1 hora', 'soon'],
  ['2026-11-26T14:59:59Z', 'Atrasada 1 hora', 'late'],
  ['2026-12-26T03:00:00Z', 'Quedan 29 días', 'well'],
])('the clock of a request due at %s says «%s»', (due, text, look) => {
  expect(describeDeadline(due, new Date('2026-11-26T15:00:00Z'))).toEqual({ text, look })
})

test.each([
  ['2026-11-26T14:30:00Z', 'hace menos de 1 hora'],
  ['2026-11-25T14:00:00Z', 'hace 25 horas'],
  ['2026-11-23T14:00:00Z', 'hace 3 días'],
])('a request received at %s came «%s»', (received, text) => {
  expect(formatAge(received, new Date('2026-11-26T15:00:00Z'))).toBe(text)
})
