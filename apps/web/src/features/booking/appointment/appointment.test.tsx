import { ApiError } from '@mi-portal/contract/api-error'
import { appointmentAgendaEndpoints } from '@mi-portal/contract/appointment-agenda'
import { appointmentEndpoints } from '@mi-portal/contract/appointments'
import { preparationEndpoints } from '@mi-portal/contract/booking/preparation'
import { schedulingTokenEndpoints } from '@mi-portal/contract/booking/scheduling-token'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { setClinic } from '../../../../test/clinic.ts'
import { mockEndpoint, requestsTo } from '../../../../test/fake-server.ts'
import { buildAgendaAppointment } from '../../../../test/record.ts'
import { renderPortal } from '../../../../test/render-portal.tsx'
import { buildBookedAppointment } from '../../../../test/scheduling.ts'
import { portal } from '../../../lib/portal-config.ts'

const page = '/dashboard/consultas-medicas/hora/1'
const one = appointmentAgendaEndpoints.one

beforeEach(() => {
  mockEndpoint(schedulingTokenEndpoints.token, { token: 't', expires_at: '2031-01-01T00:00:00.000Z' })
  mockEndpoint(one, { appointment: buildAgendaAppointment(), is_over: false })
  mockEndpoint(preparationEndpoints.bookedHour, {
    data: buildBookedAppointment({
      preparation: {
        title: 'Ecografía abdominal',
        html: '<ul><li>Trae tu orden.</li></ul>',
        pdf: null,
        fasting: [{ hours: 8, from: '2026-11-26T04:30:00.000Z' }],
      },
    }),
  })
})

test('the page of an appointment shows when, with whom, where, for whom, the way, and the fasting time', async () => {
  const map = 'https://mapa.example/providencia'
  setClinic({ sites: portal.clinic.sites.map((site) => ({ ...site, map })) })
  const booked_by = { full_name: 'Diego Soto', is_caller: false }
  mockEndpoint(one, {
    appointment: buildAgendaAppointment({ patient_id: 9, patient_full_name: 'Martina Soto', booked_by }),
    is_over: false,
  })
  await renderPortal(page, { as: 'patient' })
  expect(await screen.findByRole('heading', { level: 1, name: 'Hora de Martina Soto' })).toBeVisible()
  const card = within(screen.getByRole('region', { name: 'Datos de la hora' }))
  expect(card.getByText(/jueves 26 de noviembre/i)).toHaveTextContent('09:30 h')
  expect(card.getByRole('heading', { name: 'Dra. Carolina Muñoz Vidal' })).toBeVisible()
  expect(card.getByText('Cardiología · Control')).toBeVisible()
  expect(card.getByText('Presencial · Providencia')).toBeVisible()
  expect(card.getByText('Paciente: Martina Soto')).toBeVisible()
  expect(card.getByText('Reservada por Diego Soto')).toBeVisible()
  expect(
    card.getByRole('link', { name: 'Cómo llegar a Providencia (se abre en otra pestaña)' }),
  ).toHaveAttribute('href', map)
  expect(await screen.findByText(/^No comas nada desde las 01:30 h/)).toBeVisible()
  expect(screen.getByText('Trae tu orden.')).toBeVisible()
})

test('the actions of an appointment are in the order confirm, change, cancel', async () => {
  await renderPortal(page, { as: 'patient' })
  const confirm = await screen.findByRole('button', { name: /^Confirmo mi asistencia/ })
  const change = screen.getByRole('link', { name: /^Cambiar hora/ })
  const cancel = screen.getByRole('button', { name: /^Cancelar hora/ })
  for (const [before, after] of [
    [confirm, change],
    [change, cancel],
  ] as const)
    expect(before.compareDocumentPosition(after)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('an appointment can be printed', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
  const { user } = await renderPortal(page, { as: 'patient' })
  await user.click(await screen.findByRole('button', { name: 'Imprimir' }))
  expect(print).toHaveBeenCalledOnce()
  print.mockRestore()
})

test('after cancelling on the page of an appointment the offer to book again stays, and the page says that it is cancelled', async () => {
  mockEndpoint(appointmentEndpoints.cancel, () => {
    mockEndpoint(one, new ApiError('hourCancelled'))
    return {}
  })
  const { user } = await renderPortal(page, { as: 'patient' })
  await user.click(await screen.findByRole('button', { name: /^Cancelar hora/ }))
  const dialog = await screen.findByRole('dialog', { name: '¿Quieres cancelar esta hora?' })
  await user.click(within(dialog).getByRole('button', { name: 'Cancelar hora' }))
  expect(await screen.findByRole('dialog', { name: 'Tu hora fue cancelada' })).toBeVisible()
  expect(await screen.findByText('Esta hora fue cancelada')).toBeInTheDocument()
  expect(requestsTo(appointmentEndpoints.cancel)[0]?.body).toEqual({ id_appointment: 1 })
})

test('a past appointment offers neither actions nor a preparation', async () => {
  mockEndpoint(one, { appointment: buildAgendaAppointment({ can_confirm: false }), is_over: true })
  await renderPortal(page, { as: 'patient' })
  expect(await screen.findByText('Esta hora ya pasó.')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Cancelar hora/ })).not.toBeInTheDocument()
  expect(requestsTo(preparationEndpoints.bookedHour)).toEqual([])
})

test('an appointment of an external system is shown without its calendar file and says how to change it', async () => {
  mockEndpoint(one, {
    appointment: buildAgendaAppointment({ can_move: false, can_confirm: false, site: null }),
    is_over: false,
  })
  await renderPortal(page, { as: 'patient' })
  expect(await screen.findByText(/^Para cambiarla, reserva otra y cancela esta/)).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Agregar al calendario/ })).not.toBeInTheDocument()
  expect(screen.queryByRole('link', { name: /^Cómo llegar/ })).not.toBeInTheDocument()
})

test('an appointment that the user may not see leads back to the list', async () => {
  mockEndpoint(one, new ApiError('notFound'))
  const { user, path } = await renderPortal(`${page}?patient_id=9`, { as: 'patient' })
  expect(await screen.findByText('No encontramos lo que buscas')).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'VER MIS HORAS' }))
  await waitFor(() => expect(path()).toBe('/dashboard/consultas-medicas?patient_id=9'))
})
