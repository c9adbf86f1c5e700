import { ApiError } from '@mi-portal/contract/api-error'
import { appointmentAgendaEndpoints } from '@mi-portal/contract/appointment-agenda'
import { preparationEndpoints } from '@mi-portal/contract/booking/preparation'
import { schedulingTokenEndpoints } from '@mi-portal/contract/booking/scheduling-token'
import { type MedicalOrder, medicalOrderEndpoints } from '@mi-portal/contract/medical-orders'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { agendaPage, buildAgendaAppointment } from '../../../test/record.ts'
import { renderPage } from '../../../test/render-portal.tsx'
import { buildBookedAppointment } from '../../../test/scheduling.ts'

const page = '/dashboard/consultas-medicas/hora/1'
const { one, attach, remove } = medicalOrderEndpoints
const file = new File(['%PDF-1.7'], 'orden.pdf', { type: 'application/pdf' })
const attachedFile: MedicalOrder = {
  name: 'orden.pdf',
  url: '/api/medicals/appointments/orders/1/files/4',
  scan_state: 'clean',
  attached_at: '2026-11-26T12:00:00.000Z',
}
const attached = { order: attachedFile, can_change: true }

beforeEach(() => {
  mockEndpoint(schedulingTokenEndpoints.token, { token: 't', expires_at: '2031-01-01T00:00:00.000Z' })
  mockEndpoint(appointmentAgendaEndpoints.one, { appointment: buildAgendaAppointment(), is_over: false })
  mockEndpoint(preparationEndpoints.bookedHour, { data: buildBookedAppointment() })
})

async function openOrder() {
  const portal = await renderPage(page, { as: 'patient' })
  const order = within(await screen.findByRole('region', { name: 'Orden médica' }))
  return { ...portal, order }
}

const chooseFile = async (user: UserEvent, chosen = file, label = 'Foto o PDF de la orden') =>
  user.upload(await screen.findByLabelText(label, { selector: 'input' }), chosen)

describe('the medical order on the page of an appointment', () => {
  test('a patient attaches a file, which is then shown with its date, and the outcome has the focus', async () => {
    mockEndpoint(attach, attached)
    const { user, order } = await openOrder()
    expect(await order.findByText(/^Si te dieron una orden médica/)).toBeVisible()
    await chooseFile(user)
    await user.click(order.getByRole('button', { name: 'ADJUNTAR ORDEN' }))
    expect(await order.findByRole('button', { name: 'Descargar orden.pdf' })).toBeVisible()
    expect(order.getByText('Adjunta desde el 26/11/2026, 09:00 h.')).toBeVisible()
    expect(order.getByRole('status')).toHaveTextContent('Orden médica adjunta')
    await waitFor(() => expect(document.activeElement).toContainElement(order.getByRole('status')))
    expect(requestsTo(attach)).toHaveLength(1)
  })

  test('the server’s message about the file is shown at the field, and the chosen file stays', async () => {
    mockEndpoint(
      attach,
      new ApiError('invalid', {
        fieldErrors: [{ param: 'file', msg: 'Selecciona formato png, jpg o pdf' }],
      }),
    )
    const { user, order } = await openOrder()
    await chooseFile(user)
    await user.click(order.getByRole('button', { name: 'ADJUNTAR ORDEN' }))
    expect(await order.findByText('Selecciona formato png, jpg o pdf')).toBeVisible()
    expect(order.getByText('orden.pdf')).toBeVisible()
  })

  test('a patient replaces the order, and removes it after a question', async () => {
    mockEndpoint(one, attached)
    mockEndpoint(attach, { ...attached, order: { ...attachedFile, name: 'nueva.pdf' } })
    mockEndpoint(remove, { order: null, can_change: true })
    const { user, order } = await openOrder()
    await order.findByRole('button', { name: 'Descargar orden.pdf' })
    await chooseFile(user, file, 'Otro archivo, en lugar de este')
    await user.click(order.getByRole('button', { name: 'CAMBIAR ORDEN' }))
    expect(await order.findByRole('button', { name: 'Descargar nueva.pdf' })).toBeVisible()
    await user.click(order.getByRole('button', { name: 'Quitar orden' }))
    const question = await screen.findByRole('dialog', { name: '¿Quitar la orden médica?' })
    expect(requestsTo(remove)).toEqual([])
    await user.click(within(question).getByRole('button', { name: 'Quitar orden' }))
    expect(await order.findByText('Quitaste la orden médica')).toBeVisible()
    expect(order.queryByRole('button', { name: /^Descargar/ })).not.toBeInTheDocument()
  })

  test('an order that could not be loaded offers to try again', async () => {
    mockEndpoint(one, new ApiError('unavailable'))
    const { user, order } = await openOrder()
    const retry = await order.findByRole('button', { name: 'REINTENTAR' })
    mockEndpoint(one, attached)
    await user.click(retry)
    expect(await order.findByRole('button', { name: 'Descargar orden.pdf' })).toBeVisible()
  })

  test('a person who may not see the order gets no section and asks for nothing', async () => {
    mockEndpoint(appointmentAgendaEndpoints.one, {
      appointment: buildAgendaAppointment({ medical_order: null }),
      is_over: false,
    })
    await renderPage(page, { as: 'patient' })
    await screen.findByRole('region', { name: 'Datos de la hora' })
    expect(screen.queryByRole('region', { name: 'Orden médica' })).not.toBeInTheDocument()
    expect(requestsTo(one)).toEqual([])
  })
})

describe('the medical order on the card of an appointment', () => {
  test('a card says that the order is attached, or leads to attaching one that is needed', async () => {
    const state = { is_attached: false, is_needed: false, can_change: true }
    mockEndpoint(
      appointmentAgendaEndpoints.list,
      agendaPage([
        buildAgendaAppointment({ id_appointment: 1, medical_order: { ...state, is_attached: true } }),
        buildAgendaAppointment({ id_appointment: 2, medical_order: { ...state, is_needed: true } }),
        buildAgendaAppointment({ id_appointment: 3, medical_order: state }),
        buildAgendaAppointment({ id_appointment: 4, medical_order: null }),
      ]),
    )
    await renderPage('/dashboard/consultas-medicas', { as: 'patient' })
    expect(await screen.findAllByText('Orden médica adjunta')).toHaveLength(1)
    const links = screen.getAllByRole('link', { name: /^Adjuntar orden médica/ })
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      expect.stringMatching(/^\/dashboard\/consultas-medicas\/hora\/2/),
    ])
  })
})
