import { appointmentAgendaEndpoints } from '@mi-portal/contract/appointments/appointment-agenda'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { medicalOrderEndpoints, type OrderOfAppointment } from '@mi-portal/contract/medical-orders'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { agendaPage, buildAgendaAppointment } from '../../../test/record.ts'
import { renderPage } from '../../../test/render-portal.tsx'

const page = '/dashboard/consultas-medicas/hora/1'
const { one, attach } = medicalOrderEndpoints
const file = new File(['%PDF-1.7'], 'orden.pdf', { type: 'application/pdf' })
const attachedFile: NonNullable<OrderOfAppointment['order']> = {
  name: 'orden.pdf',
  url: '/api/medicals/appointments/orders/1/files/4',
  scan_state: 'clean',
  attached_at: '2026-11-26T12:00:00.000Z',
}
const attached = { order: attachedFile, can_change: true }

async function openOrder() {
  const portal = await renderPage(page, { as: 'patient' })
  const order = within(await screen.findByRole('region', { name: 'Orden médica' }))
  return { ...portal, order }
}

test('a patient attaches a file once the section is loaded, after one that was rejected at its field, and the outcome has the focus', async () => {
  const fieldErrors = [{ param: 'file', msg: 'Selecciona formato png, jpg o pdf' }]
  mockEndpoint(attach, new ApiError('invalid', { fieldErrors }))
  mockEndpoint(one, new ApiError('unavailable'))
  const { user, order } = await openOrder()
  const retry = await order.findByRole('button', { name: 'REINTENTAR' })
  mockEndpoint(one, { order: null, can_change: true })
  await user.click(retry)
  expect(await order.findByText(/^Si te dieron una orden médica/)).toBeVisible()
  await user.upload(await screen.findByLabelText('Foto o PDF de la orden', { selector: 'input' }), file)
  await user.click(order.getByRole('button', { name: 'ADJUNTAR ORDEN' }))
  expect(await order.findByText('Selecciona formato png, jpg o pdf')).toBeVisible()
  expect(order.getByText('orden.pdf')).toBeVisible()
  mockEndpoint(attach, attached)
  await user.click(order.getByRole('button', { name: 'ADJUNTAR ORDEN' }))
  expect(await order.findByRole('button', { name: 'Descargar orden.pdf' })).toBeVisible()
  expect(order.getByText('Adjunta desde el 26/11/2026, 09:00 h.')).toBeVisible()
  expect(order.getByRole('status')).toHaveTextContent('Orden médica adjunta')
  await waitFor(() => expect(document.activeElement).toContainElement(order.getByRole('status')))
})

test('a person who may not see the order gets no section and asks for nothing', async () => {
  const appointment = buildAgendaAppointment({ medical_order: null })
  mockEndpoint(appointmentAgendaEndpoints.one, { appointment, is_over: false })
  await renderPage(page, { as: 'patient' })
  await screen.findByRole('region', { name: 'Datos de la hora' })
  expect(screen.queryByRole('region', { name: 'Orden médica' })).not.toBeInTheDocument()
  expect(requestsTo(one)).toEqual([])
})

test('the card of an appointment says that the order is attached, or leads to attaching one that is needed', async () => {
  const state = { is_attached: false, is_needed: false, can_change: true }
  const orders = [{ ...state, is_attached: true }, { ...state, is_needed: true }, state, null]
  const cards = orders.map((medical_order, index) =>
    buildAgendaAppointment({ id_appointment: index + 1, medical_order }),
  )
  mockEndpoint(appointmentAgendaEndpoints.list, agendaPage(cards))
  const { user } = await renderPage('/dashboard/consultas-medicas', { as: 'patient' })
  expect(await screen.findAllByText('Orden médica adjunta')).toHaveLength(1)
  const menus = screen.getAllByRole('button', { name: /^Más acciones de la hora/ })
  for (const menu of menus) await user.click(menu)
  const links = screen.getAllByRole('menuitem', { name: 'Adjuntar orden médica' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    expect.stringMatching(/^\/dashboard\/consultas-medicas\/hora\/2/),
  ])
})
