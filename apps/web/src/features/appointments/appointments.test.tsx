import { appointmentAgendaEndpoints } from '@mi-portal/contract/appointments/appointment-agenda'
import { appointmentEndpoints } from '@mi-portal/contract/appointments/appointments'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { agendaPage, buildAgendaAppointment } from '../../../test/record.ts'
import { renderPage } from '../../../test/render-portal.tsx'

const agendaList = appointmentAgendaEndpoints.list
const page = '/dashboard/consultas-medicas'

/** Serves a list of these appointments, and nothing after them. */
function mockList(...appointments: Parameters<typeof buildAgendaAppointment>[0][]) {
  mockEndpoint(agendaList, agendaPage(appointments.map((one) => buildAgendaAppointment(one))))
}

test('an appointment by video says when its link appears, and shows the link at that time', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.setSystemTime('2026-11-26T12:05:00Z')
  const video = { opens_at: '2026-11-26T12:15:00Z', url: null }
  mockList({ modality: 'telemedicina', video })
  await renderPage(page, { as: 'patient' })
  expect(await screen.findByText('El enlace para conectarte aparece aquí 15 minutos antes.')).toBeVisible()
  expect(screen.queryByRole('link', { name: /^Conectarme/ })).not.toBeInTheDocument()
  const url = 'https://video.example/sala/1'
  mockList({ modality: 'telemedicina', video: { ...video, url } })
  await act(() => vi.advanceTimersByTimeAsync(11 * 60_000))
  const link = await screen.findByRole('link', { name: /^Conectarme a la videoconsulta con la Dra/ })
  expect(link).toHaveAttribute('href', url)
  expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  expect(requestsTo(agendaList)).toHaveLength(1)
})

test('a past appointment links to a reservation with the same professional for the person of the list', async () => {
  mockList({ patient_id: 15 })
  await renderPage(`${page}/horas-pasadas?patient_id=15`, { as: 'patient' })
  const again = await screen.findByRole('link', {
    name: 'Reservar de nuevo con la Dra. Carolina Muñoz Vidal',
  })
  expect(again).toHaveAttribute('href', '/reservas?rut_professional=111111111&patient_id=15')
})

test('a page that no longer exists leads to the last one, and the address contains each page but the first', async () => {
  mockEndpoint(agendaList, ({ query }) => {
    const number = Number(query.get('page') ?? 1)
    const appointment = buildAgendaAppointment({ doctor_name: `Dr. Página ${number}` })
    return agendaPage(number > 2 ? [] : [appointment], [], number, 7)
  })
  const { user, path } = await renderPage(`${page}?page=9`, { as: 'patient' })
  expect(await screen.findByText('Dr. Página 2')).toBeVisible()
  expect(path()).toBe(`${page}?page=2`)
  expect(screen.getByText('6 a 7 de 7 horas')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Página 1' }))
  expect(await screen.findByText('Dr. Página 1')).toBeVisible()
  expect(path()).toBe(page)
})

describe('the agenda of a family', () => {
  const people = [
    { id: 9, first_name: 'Martina Ignacia', last_name: 'Soto' },
    { id: 10, first_name: 'Benjamín', last_name: 'Soto' },
  ]
  const ofCamila = buildAgendaAppointment({ doctor_name: 'Dra. De Camila' })
  const ofMartina = buildAgendaAppointment({
    id_appointment: 2,
    patient_id: 9,
    patient_full_name: 'Martina Ignacia Soto',
    doctor_name: 'Dra. De Martina',
    starts_at: '2026-11-27T12:30:00Z',
    date: '27/11/2026',
    booked_by: { full_name: 'Camila Fuentes', is_caller: true },
  })
  const ofBenjamin = buildAgendaAppointment({
    id_appointment: 3,
    patient_id: 10,
    patient_full_name: 'Benjamín Soto',
    doctor_name: 'Dr. De Benjamín',
    starts_at: '2026-12-01T12:30:00Z',
    date: '01/12/2026',
    booked_by: { full_name: 'Diego Soto', is_caller: false },
  })
  const banner = () => screen.getByRole('region', { name: 'Persona que estás viendo' })
  const choose = (name: string) => within(banner()).getByRole('button', { name })

  function mockFamily() {
    mockEndpoint(agendaList, ({ query }) => {
      const person = query.get('patient_id')
      const all = [ofCamila, ofMartina, ofBenjamin]
      if (person !== null && !['7', '9', '10'].includes(person)) return new ApiError('notFound')
      return agendaPage(
        all.filter(({ patient_id }) => person === null || String(patient_id) === person),
        people,
      )
    })
  }

  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    vi.setSystemTime('2026-11-26T10:00:00Z')
    mockFamily()
  })

  test('the appointments of a family are one list in the order of their days, and the filter shows one person, switches in one step and follows Back', async () => {
    const { user, path, back } = await renderPage(page, { as: 'patient' })
    const days = await screen.findAllByRole('heading', { level: 2 })
    expect(days.map(({ textContent }) => textContent)).toEqual([
      'Hoy, jueves 26/11/2026 · 09:30 h',
      'Mañana, viernes 27/11/2026 · 09:30 h',
      'Martes 01/12/2026 · 09:30 h',
    ])
    expect(screen.getByText('Martina', { selector: 'strong' }).closest('p')).toHaveTextContent(
      /para Martina$/,
    )
    expect(screen.getByText('Benjamín', { selector: 'strong' }).closest('p')).toHaveTextContent(
      /para Benjamín · reservada por Diego Soto$/,
    )
    expect(choose('Todos')).toHaveAttribute('aria-pressed', 'true')
    await user.click(choose('Martina'))
    await waitFor(() => expect(path()).toBe(`${page}?patient_id=9`))
    await waitFor(() => expect(screen.queryByText('Dra. De Camila')).not.toBeInTheDocument())
    expect(await screen.findByText('Dra. De Martina')).toBeVisible()
    expect(within(banner()).getByText('Martina Ignacia Soto')).toBeVisible()
    await user.click(choose('Benjamín'))
    expect(await screen.findByText('Dr. De Benjamín')).toBeVisible()
    expect(screen.queryByText('Dra. De Martina')).not.toBeInTheDocument()
    expect(path()).toBe(`${page}?patient_id=10`)
    await back()
    expect(await screen.findByText('Dra. De Martina')).toBeVisible()
    // While the appointments of another person load, nothing of the previous person is shown.
    mockEndpoint(agendaList, () => new Promise(() => undefined))
    await user.click(choose('Camila (tú)'))
    await waitFor(() => expect(choose('Camila (tú)')).toHaveAttribute('aria-pressed', 'true'))
    expect(screen.queryByText('Dra. De Martina')).not.toBeInTheDocument()
    expect(within(banner()).queryByText('Martina Ignacia Soto')).not.toBeInTheDocument()
  })
})

test('an attendance that can no longer be confirmed says why', async () => {
  mockList({})
  mockEndpoint(appointmentAgendaEndpoints.confirm, new ApiError('hourNotConfirmable'))
  const { user } = await renderPage(page, { as: 'patient' })
  await user.click(
    await screen.findByRole('button', { name: /^Confirmo mi asistencia a la hora con la Dra/ }),
  )
  expect(await screen.findByText('Esta hora ya no se puede confirmar en el portal')).toBeVisible()
  expect(requestsTo(appointmentAgendaEndpoints.confirm)[0]?.body).toEqual({ id_appointment: 1 })
})

const { cancel } = appointmentEndpoints
const other = { id_appointment: 2, doctor_name: 'Dr. Felipe Arancibia Soto' }

async function openQuestion() {
  mockList({}, other)
  const { user } = await renderPage(page, { as: 'patient' })
  const name = 'Más acciones de la hora con la Dra. Carolina Muñoz Vidal del 26/11/2026'
  const ask = async () => {
    await user.click(await screen.findByRole('button', { name }))
    await user.click(screen.getByRole('menuitem', { name: 'Cancelar hora' }))
    return within(await screen.findByRole('dialog', { name: '¿Quieres cancelar esta hora?' }))
  }
  return { user, ask, dialog: await ask() }
}

test('cancelling asks first and names the appointment, can be retried only without an answer, and offers to book again', async () => {
  mockEndpoint(cancel, new ApiError('hourNotCancellable'))
  const { user, ask, dialog } = await openQuestion()
  expect(dialog.getByText('26/11/2026, 09:30 h · Providencia')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Volver' }))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(requestsTo(cancel)).toHaveLength(0)
  const before = requestsTo(agendaList).length
  await user.click((await ask()).getByRole('button', { name: 'Cancelar hora' }))
  const rejected = within(await screen.findByRole('dialog', { name: 'Ha ocurrido un error' }))
  expect(rejected.getByText('Esta hora ya no se puede cancelar')).toBeVisible()
  expect(rejected.queryByRole('button', { name: 'REINTENTAR' })).not.toBeInTheDocument()
  await waitFor(() => expect(requestsTo(agendaList).length).toBeGreaterThan(before))
  await user.click(rejected.getByRole('button', { name: 'Cerrar' }))
  mockEndpoint(cancel, new ApiError('unavailable'))
  await user.click((await ask()).getByRole('button', { name: 'Cancelar hora' }))
  const error = await screen.findByRole('dialog', { name: 'Ha ocurrido un error' })
  expect(error).toHaveTextContent('No ha sido posible cancelar la hora')
  mockEndpoint(cancel, () => {
    mockList(other)
    return {}
  })
  await user.click(within(error).getByRole('button', { name: 'REINTENTAR' }))
  const done = await screen.findByRole('dialog', { name: 'Tu hora fue cancelada' })
  expect(requestsTo(cancel)[0]?.body).toEqual({ id_appointment: 1 })
  expect(done).toHaveTextContent('Cancelaste la hora del 26/11/2026 con la Dra. Carolina Muñoz Vidal.')
  await waitFor(() =>
    expect(
      screen.queryByRole('button', { name: /^Más acciones de la hora con la Dra. Carolina/ }),
    ).not.toBeInTheDocument(),
  )
  expect(within(done).getByRole('button', { name: 'Reservar nuevamente' })).toHaveFocus()
})
