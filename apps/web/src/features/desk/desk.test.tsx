import { ApiError } from '@mi-portal/contract/api-error'
import { deskEndpoints } from '@mi-portal/contract/desk'
import type { Reply } from '@mi-portal/contract/endpoint'
import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { expectNoDraft, isReloadConfirmed, leaveAndReturn, restoreDraft } from '../../../test/drafts.ts'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPage } from '../../../test/render-portal.tsx'
import { describeDeadline, formatAge } from './desk.rules.ts'

const { tray, open: openRequest, answer: send } = deskEndpoints
type Request = Reply<typeof openRequest>['request']

const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()
const request: Request = {
  matter: 'contact',
  id: 3,
  receipt: '3',
  subject: 'Reclamo',
  patient_full_name: 'Martina Soto Fuentes',
  state: 'pendiente',
  created_at: hours(-49.5),
  due_at: hours(-1.5),
  answered_at: null,
  patient: { full_name: 'Martina Soto Fuentes', document: '23456789-6' },
  requester: { full_name: 'Camila Fuentes', email: 'camila@ejemplo.cl', phone: null, is_patient: false },
  reserve_applies: true,
  may_extend: false,
  facts: [{ label: 'Sucursal', value: 'Maipú' }],
  message: 'Esperamos más de una hora',
  files: [{ name: 'boleta.pdf', url: '/api/admin/requests/files/4', scan_state: 'clean' as const }],
  answer: null,
}
const pending = { documents: 0, budgets: 2, contact: 1, imaging: 0, privacy: 0 }

describe('the inbox', () => {
  test('the inbox shows who is waiting and for how long, and opens a request', async () => {
    mockEndpoint(tray, { requests: [request], pending, total: 1, page: 1, limit: 10 })
    mockEndpoint(openRequest, { request })
    const { user, path } = await renderPage('/admin/solicitudes?matter=contact', { as: 'admin' })
    expect(await screen.findByRole('tab', { name: 'Presupuestos (2)' })).toBeVisible()
    const row = await screen.findByRole('row', { name: /Reclamo/ })
    expect(within(row).getByText('Atrasada 2 horas')).toBeVisible()
    expect(within(row).getByText('hace 2 días')).toBeVisible()
    await user.click(within(row).getByRole('button', { name: /Abrir la solicitud 3/ }))
    expect(path()).toBe('/admin/solicitudes?matter=contact&id=3')
    expect(await screen.findByText('Esperamos más de una hora')).toBeVisible()
    expect(screen.getByText('Solicita otra persona por el paciente')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Descargar boleta.pdf' })).toBeVisible()
  })

  test('a request shows staff beside each file what the antivirus found', async () => {
    const file = (name: string, scan_state: 'clean' | 'pending' | 'infected' | 'unscanned') => ({
      name,
      url: `/api/admin/requests/files/${name}`,
      scan_state,
    })
    mockEndpoint(tray, { requests: [request], pending, total: 1, page: 1, limit: 10 })
    mockEndpoint(openRequest, {
      request: {
        ...request,
        files: [
          file('a.pdf', 'clean'),
          file('b.pdf', 'pending'),
          file('c.pdf', 'infected'),
          file('d.pdf', 'unscanned'),
        ],
      },
    })
    await renderPage('/admin/solicitudes?matter=contact&id=3', { as: 'admin' })
    const items = within(await screen.findByRole('list', { name: 'Archivos de la solicitud' }))
      .getAllByRole('listitem')
      .map((item) => item.textContent)
    expect(items).toEqual([
      'a.pdfRevisado por el antivirus',
      'b.pdfEn revisión',
      'c.pdfBloqueado: contiene software malicioso',
      'd.pdfSin revisar por un antivirus',
    ])
  })

  test('an empty inbox says so, and an inbox that fails to load shows the error', async () => {
    const { go } = await renderPage('/admin/solicitudes', { as: 'admin' })
    expect(await screen.findByText('No hay solicitudes por responder')).toBeVisible()
    mockEndpoint(tray, new ApiError('unavailable'))
    await go('/admin/solicitudes?matter=budgets&estado=respondida')
    expect(await screen.findByText('Error server al obtener solicitudes')).toBeVisible()
  })
})

describe('answering a request', () => {
  test('an answer is sent with text and files, says so and returns to the inbox', async () => {
    mockEndpoint(openRequest, { request })
    mockEndpoint(send, {})
    const { user, path } = await renderPage('/admin/solicitudes?matter=contact&id=3', { as: 'admin' })
    await user.type(await screen.findByRole('textbox', { name: 'Respuesta' }), 'Lo lamentamos')
    const file = new File(['%PDF'], 'carta.pdf', { type: 'application/pdf' })
    await user.upload(screen.getByLabelText('Archivos', { selector: 'input' }), file)
    await user.click(screen.getByRole('button', { name: 'Enviar respuesta' }))
    expect(await screen.findByRole('heading', { name: 'La respuesta fue enviada' })).toBeVisible()
    const form = requestsTo(send)[0]?.body as FormData
    expect([form.get('answer'), (form.get('file_0') as File).name]).toEqual(['Lo lamentamos', 'carta.pdf'])
    await user.click(screen.getByRole('button', { name: 'Cerrar' }))
    expect(path()).toBe('/admin/solicitudes?matter=contact')
  })

  test('the form of an answer offers back text and files for the same request, and forgets them once they are sent', async () => {
    mockEndpoint(openRequest, { request })
    mockEndpoint(send, {})
    const address = '/admin/solicitudes?matter=contact&id=3'
    const opened = await renderPage(address, { as: 'admin' })
    const { user, go } = opened
    await user.type(await screen.findByRole('textbox', { name: 'Respuesta' }), 'Lo lamentamos')
    const file = new File(['%PDF'], 'carta.pdf', { type: 'application/pdf' })
    await user.upload(screen.getByLabelText('Archivos', { selector: 'input' }), file)
    expect(isReloadConfirmed()).toBe(true)
    mockEndpoint(openRequest, { request: { ...request, id: 4 } })
    await go('/admin/solicitudes?matter=contact&id=4')
    expect(await screen.findByRole('textbox', { name: 'Respuesta' })).toHaveValue('')
    expectNoDraft()
    mockEndpoint(openRequest, { request })
    await go(address)
    await restoreDraft(user)
    expect(screen.getByRole('textbox', { name: 'Respuesta' })).toHaveValue('Lo lamentamos')
    expect(screen.getByText('carta.pdf')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Enviar respuesta' }))
    expect(await screen.findByRole('heading', { name: 'La respuesta fue enviada' })).toBeVisible()
    await leaveAndReturn(opened)
    await screen.findByRole('textbox', { name: 'Respuesta' })
    expectNoDraft()
  })

  test('an answer that comes after another user’s shows the earlier answer', async () => {
    mockEndpoint(openRequest, { request })
    mockEndpoint(send, new ApiError('decidedAlready'))
    const { user } = await renderPage('/admin/solicitudes?matter=contact&id=3', { as: 'admin' })
    await user.type(await screen.findByRole('textbox', { name: 'Respuesta' }), 'Lo lamentamos')
    await user.click(screen.getByRole('button', { name: 'Enviar respuesta' }))
    expect(await screen.findByRole('heading', { name: 'Alguien respondió antes' })).toBeVisible()
    const theirs = { text: 'Ya está resuelto', by: 'Rodrigo Sáez', files: [] }
    mockEndpoint(openRequest, {
      request: { ...request, state: 'respondida', answered_at: hours(0), answer: theirs },
    })
    await user.click(screen.getByRole('button', { name: 'Cerrar' }))
    expect(await screen.findByText('Ya está resuelto')).toBeVisible()
    expect(screen.getByText('Respondió Rodrigo Sáez.')).toBeVisible()
  })
})

describe('a request about personal data', () => {
  const data: Request = {
    ...request,
    matter: 'privacy',
    receipt: 'DP-2026-000003',
    subject: 'Supresión',
    due_at: hours(24 * 20),
    reserve_applies: false,
    may_extend: true,
  }

  test('a request about personal data is extended once, with a reason', async () => {
    mockEndpoint(openRequest, { request: data })
    mockEndpoint(deskEndpoints.extend, { due_at: hours(24 * 50) })
    const { user } = await renderPage('/admin/solicitudes?matter=privacy&id=3', { as: 'admin' })
    expect(
      await screen.findByRole('heading', { name: 'Datos personales: solicitud N° DP-2026-000003' }),
    ).toBeVisible()
    await user.click(await screen.findByRole('button', { name: 'Extender el plazo' }))
    const dialog = await screen.findByRole('dialog', { name: 'Extender el plazo' })
    await user.click(within(dialog).getByRole('button', { name: 'EXTENDER' }))
    expect(await within(dialog).findByText('Digita Motivo')).toBeVisible()
    await user.type(within(dialog).getByRole('textbox', { name: 'Motivo' }), 'Falta un antecedente')
    await user.click(within(dialog).getByRole('button', { name: 'EXTENDER' }))
    expect(await screen.findByRole('heading', { name: 'El plazo fue extendido' })).toBeVisible()
    expect(requestsTo(deskEndpoints.extend)[0]).toMatchObject({
      params: { id: '3' },
      body: { reason: 'Falta un antecedente' },
    })
  })

  test('a request without an extension left offers none, and a rejected extension keeps its reason', async () => {
    mockEndpoint(openRequest, { request: { ...data, may_extend: false } })
    const { go, user } = await renderPage('/admin/solicitudes?matter=privacy&id=3', { as: 'admin' })
    expect(await screen.findByRole('button', { name: 'Enviar respuesta' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Extender el plazo' })).toBeNull()
    mockEndpoint(openRequest, { request: data })
    mockEndpoint(deskEndpoints.extend, new ApiError('termNotExtended'))
    await go('/admin/solicitudes?matter=privacy&id=4')
    await user.click(await screen.findByRole('button', { name: 'Extender el plazo' }))
    await user.type(await screen.findByRole('textbox', { name: 'Motivo' }), 'Falta')
    await user.click(screen.getByRole('button', { name: 'EXTENDER' }))
    expect(await screen.findByText('El plazo de esta solicitud ya no se puede extender')).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Motivo' })).toHaveValue('Falta')
  })
})

test('the clock of a request counts the 48 hours and the delay after them', () => {
  const at = new Date('2026-11-26T15:00:00Z')
  expect(describeDeadline('2026-11-28T15:00:00Z', at)).toEqual({ text: 'Quedan 48 horas', look: 'well' })
  expect(describeDeadline('2026-11-27T03:00:00Z', at)).toEqual({ text: 'Quedan 12 horas', look: 'soon' })
  expect(describeDeadline('2026-11-26T15:20:00Z', at)).toEqual({ text: 'Queda 1 hora', look: 'soon' })
  expect(describeDeadline('2026-11-26T14:59:59Z', at)).toEqual({ text: 'Atrasada 1 hora', look: 'late' })
  expect(describeDeadline('2026-12-26T03:00:00Z', at)).toEqual({ text: 'Quedan 29 días', look: 'well' })
  expect(formatAge('2026-11-26T14:30:00Z', at)).toBe('hace menos de 1 hora')
  expect(formatAge('2026-11-25T14:00:00Z', at)).toBe('hace 25 horas')
  expect(formatAge('2026-11-23T14:00:00Z', at)).toBe('hace 3 días')
})
