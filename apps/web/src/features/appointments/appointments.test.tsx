import { ApiError } from '@mi-portal/contract/api-error'
import { appointmentAgendaEndpoints } from '@mi-portal/contract/appointment-agenda'
import { appointmentEndpoints } from '@mi-portal/contract/appointments'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { setClinic } from '../../../test/clinic.ts'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { agendaPage, buildAgendaAppointment } from '../../../test/record.ts'
import { renderPage } from '../../../test/render-portal.tsx'
import { portal } from '../../lib/portal-config.ts'

const agendaList = appointmentAgendaEndpoints.list
const page = '/dashboard/consultas-medicas'
afterEach(() => {
  vi.useRealTimers()
})

describe('the future appointments', () => {
  test('the future appointments show professional, specialty, day, time and place', async () => {
    setClinic({
      sites: portal.clinic.sites.map((site) => ({ ...site, map: 'https://mapa.example/providencia' })),
    })
    mockEndpoint(agendaList, agendaPage([buildAgendaAppointment()]))
    await renderPage(page, { as: 'patient' })
    expect(await screen.findByRole('heading', { name: 'Dra. Carolina Muñoz Vidal' })).toBeVisible()
    expect(screen.getByText('Cardiología · Control')).toBeVisible()
    expect(screen.getByText('26/11/2026, 09:30 h')).toBeVisible()
    expect(screen.getByText('Presencial · Providencia')).toBeVisible()
    expect(
      screen.getByRole('link', { name: /^Detalle y preparación de la hora con la Dra/ }),
    ).toHaveAttribute('href', `${page}/hora/1`)
    expect(screen.getByRole('link', { name: /^Cómo llegar a/ })).toHaveAttribute(
      'href',
      expect.stringMatching(/^https:/),
    )
    expect(screen.getByRole('button', { name: /^Agregar al calendario la hora con la Dra/ })).toBeVisible()
  })

  test('an appointment by video says when its link appears, and shows the link at that time', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    vi.setSystemTime('2026-11-26T12:05:00Z')
    const appointment = buildAgendaAppointment({
      modality: 'telemedicina',
      video: { opens_at: '2026-11-26T12:15:00Z', url: null },
    })
    mockEndpoint(agendaList, agendaPage([appointment]))
    await renderPage(page, { as: 'patient' })
    expect(await screen.findByText('El enlace para conectarte aparece aquí 15 minutos antes.')).toBeVisible()
    expect(screen.queryByRole('link', { name: /^Conectarme/ })).not.toBeInTheDocument()
    const url = 'https://video.example/sala/1'
    mockEndpoint(
      agendaList,
      agendaPage([{ ...appointment, video: { opens_at: '2026-11-26T12:15:00Z', url } }]),
    )
    await act(() => vi.advanceTimersByTimeAsync(11 * 60_000))
    const link = await screen.findByRole('link', {
      name: 'Conectarme a la videoconsulta con la Dra. Carolina Muñoz Vidal (se abre en otra pestaña)',
    })
    expect(link).toHaveAttribute('href', url)
    expect(link).toHaveAttribute('rel', 'noopener noreferrer')
    expect(requestsTo(agendaList)).toHaveLength(1)
  })

  test('an empty list of future appointments says so and offers to book', async () => {
    await renderPage(page, { as: 'patient' })
    expect(await screen.findByText('Aún no tienes próximas horas médicas reservadas')).toBeVisible()
    // In the head of the page and in the empty list.
    const links = screen.getAllByRole('link', { name: 'RESERVAR HORA' })
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/dashboard/agenda', '/dashboard/agenda'])
  })

  test('a list of appointments that fails to load can be retried', async () => {
    mockEndpoint(agendaList, new ApiError('unavailable'))
    const { user } = await renderPage(page, { as: 'patient' })
    expect(await screen.findByText('Error server al obtener citas médicas')).toBeVisible()
    mockEndpoint(agendaList, agendaPage([buildAgendaAppointment()]))
    await user.click(screen.getByRole('button', { name: 'REINTENTAR' }))
    expect(await screen.findByText('Dra. Carolina Muñoz Vidal')).toBeVisible()
  })
})

describe('another appointment', () => {
  test('an appointment of an external system cannot be changed here, and the page says what to do instead', async () => {
    mockEndpoint(agendaList, agendaPage([buildAgendaAppointment({ can_move: false })]))
    await renderPage(page, { as: 'patient' })
    expect(await screen.findByText(/^Para cambiarla, reserva otra y cancela esta, o llama al/)).toBeVisible()
    expect(screen.queryByRole('link', { name: /^Cambiar hora/ })).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: /^Cancelar hora/ })).toBeVisible()
  })

  test('a past appointment links to a reservation with the same professional', async () => {
    mockEndpoint(agendaList, agendaPage([buildAgendaAppointment()]))
    await renderPage(`${page}/horas-pasadas`, { as: 'patient' })
    expect(
      await screen.findByRole('link', { name: 'Reservar de nuevo con la Dra. Carolina Muñoz Vidal' }),
    ).toHaveAttribute('href', '/reservas?rut_professional=111111111&patient_id=7')
  })

  test('booking from the appointments of a child is for that child', async () => {
    mockEndpoint(agendaList, agendaPage([buildAgendaAppointment({ patient_id: 15 })]))
    await renderPage(`${page}/horas-pasadas?patient_id=15`, { as: 'patient' })
    expect(
      await screen.findByRole('link', { name: 'Reservar de nuevo con la Dra. Carolina Muñoz Vidal' }),
    ).toHaveAttribute('href', '/reservas?rut_professional=111111111&patient_id=15')
    expect(screen.getByRole('link', { name: 'RESERVAR HORA' })).toHaveAttribute(
      'href',
      '/dashboard/agenda?patient_id=15',
    )
  })
})

describe('the address', () => {
  test('changing the tab by keyboard moves the focus to the new tab', async () => {
    const { user, path } = await renderPage(page, { as: 'patient' })
    act(() => screen.getByRole('tab', { name: 'Próximas horas' }).focus())
    await user.keyboard('{ArrowRight}')
    await waitFor(() => expect(path()).toBe(`${page}/horas-pasadas`))
    expect(screen.getByRole('tab', { name: 'Horas pasadas' })).toHaveFocus()
  })

  test('the list shows five appointments per page, and the address contains each page but the first', async () => {
    mockEndpoint(agendaList, ({ query }) => {
      const requestsTo = Number(query.get('page') ?? 1)
      return agendaPage(
        [buildAgendaAppointment({ doctor_name: `Dr. Página ${requestsTo}` })],
        [],
        requestsTo,
        7,
      )
    })
    const { user, path } = await renderPage(`${page}?page=2`, { as: 'patient' })
    expect(await screen.findByText('Dr. Página 2')).toBeVisible()
    expect(screen.getByText('6 a 7 de 7 horas')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Página 1' }))
    expect(await screen.findByText('Dr. Página 1')).toBeVisible()
    expect(path()).toBe(page)
  })

  test('a page that no longer exists leads to the last page', async () => {
    mockEndpoint(agendaList, ({ query }) => {
      const requestsTo = Number(query.get('page') ?? 1)
      return agendaPage(requestsTo > 2 ? [] : [buildAgendaAppointment()], [], requestsTo, 7)
    })
    const { path } = await renderPage(`${page}?page=9`, { as: 'patient' })
    await waitFor(() => expect(path()).toBe(`${page}?page=2`))
    expect(await screen.findByText('Dra. Carolina Muñoz Vidal')).toBeVisible()
  })
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

  test('the appointments of a family are one list by day, with «Hoy», «Mañana», the weekday and the patient of each appointment', async () => {
    await renderPage(page, { as: 'patient' })
    expect(await screen.findByRole('heading', { name: 'Hoy, jueves 26 de noviembre' })).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Mañana, viernes 27 de noviembre' })).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Martes 1 de diciembre' })).toBeVisible()
    expect(screen.getByText('Para ti')).toBeVisible()
    expect(screen.getByText('Para Martina Ignacia Soto · Reservada por ti')).toBeVisible()
    expect(screen.getByText('Para Benjamín Soto · Reservada por Diego Soto')).toBeVisible()
    expect(choose('Todos')).toHaveAttribute('aria-pressed', 'true')
  })

  test('the filter shows one person, switches between two children in one step, and follows Back and reload', async () => {
    const { user, path, back } = await renderPage(page, { as: 'patient' })
    await screen.findByText('Dra. De Martina')
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
    await user.click(choose('Camila (tú)'))
    expect(await screen.findByText('Dra. De Camila')).toBeVisible()
    expect(screen.queryByText('Dra. De Martina')).not.toBeInTheDocument()
  })

  test('while another person’s appointments load, nothing of the previous person is shown', async () => {
    const { user } = await renderPage(`${page}?patient_id=9`, { as: 'patient' })
    expect(await screen.findByText('Dra. De Martina')).toBeVisible()
    mockEndpoint(agendaList, () => new Promise(() => undefined))
    await user.click(choose('Benjamín'))
    await waitFor(() => expect(choose('Benjamín')).toHaveAttribute('aria-pressed', 'true'))
    expect(screen.queryByText('Dra. De Martina')).not.toBeInTheDocument()
    expect(screen.queryByText('Martina Ignacia Soto')).not.toBeInTheDocument()
  })

  test('an address with a person whom the user may not see shows the user’s own page with a message', async () => {
    const { path } = await renderPage(`${page}?patient_id=12`, { as: 'patient' })
    expect(await screen.findByText('No puedes ver los datos de esa persona')).toBeVisible()
    expect(path()).toBe(page)
    expect(await screen.findByText('Dra. De Camila')).toBeVisible()
  })
})

describe('confirming the attendance', () => {
  test('the attendance is confirmed with one button, which gives way to the time of the confirmation', async () => {
    mockEndpoint(agendaList, agendaPage([buildAgendaAppointment()]))
    mockEndpoint(appointmentAgendaEndpoints.confirm, () => {
      const confirmed_at = '2026-11-25T13:00:00Z'
      mockEndpoint(agendaList, agendaPage([buildAgendaAppointment({ confirmed_at })]))
      return { confirmed_at }
    })
    const { user } = await renderPage(page, { as: 'patient' })
    await user.click(
      await screen.findByRole('button', { name: /^Confirmo mi asistencia a la hora con la Dra/ }),
    )
    expect(await screen.findByText('Asistencia confirmada')).toBeVisible()
    expect(screen.getByText(/el 25\/11\/2026, 10:00 h/)).toBeVisible()
    expect(requestsTo(appointmentAgendaEndpoints.confirm)[0]?.body).toEqual({ id_appointment: 1 })
    expect(screen.queryByRole('button', { name: /^Confirmo mi asistencia/ })).not.toBeInTheDocument()
  })

  test('a rejected confirmation says why, and an appointment that cannot be confirmed offers none', async () => {
    mockEndpoint(agendaList, agendaPage([buildAgendaAppointment()]))
    mockEndpoint(appointmentAgendaEndpoints.confirm, new ApiError('hourNotConfirmable'))
    const { user } = await renderPage(page, { as: 'patient' })
    mockEndpoint(agendaList, agendaPage([buildAgendaAppointment()]))
    await user.click(await screen.findByRole('button', { name: /^Confirmo mi asistencia/ }))
    expect(await screen.findByText('Esta hora ya no se puede confirmar en el portal')).toBeVisible()
  })
})

describe('cancelling an appointment', () => {
  async function openQuestion() {
    mockEndpoint(
      agendaList,
      agendaPage([
        buildAgendaAppointment(),
        buildAgendaAppointment({ id_appointment: 2, doctor_name: 'Dr. Felipe Arancibia Soto' }),
      ]),
    )
    const { user, path } = await renderPage(page, { as: 'patient' })
    await user.click(
      await screen.findByRole('button', {
        name: 'Cancelar hora con la Dra. Carolina Muñoz Vidal del 26/11/2026',
      }),
    )
    const dialog = await screen.findByRole('dialog', { name: '¿Quieres cancelar esta hora?' })
    return { user, path, dialog, confirm: within(dialog).getByRole('button', { name: 'Cancelar hora' }) }
  }

  test('cancelling asks first, names the appointment, and does nothing when the user goes back', async () => {
    const { user, dialog } = await openQuestion()
    expect(within(dialog).getByText('26/11/2026, 09:30 h · Providencia')).toBeVisible()
    mockEndpoint(appointmentEndpoints.cancel, {})
    await user.click(within(dialog).getByRole('button', { name: 'Volver' }))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(requestsTo(appointmentEndpoints.cancel)).toHaveLength(0)
  })

  test('cancelling reloads the list and offers to book again', async () => {
    const { user, confirm } = await openQuestion()
    mockEndpoint(appointmentEndpoints.cancel, () => {
      mockEndpoint(
        agendaList,
        agendaPage([buildAgendaAppointment({ id_appointment: 2, doctor_name: 'Dr. Felipe Arancibia Soto' })]),
      )
      return {}
    })
    await user.click(confirm)
    const done = await screen.findByRole('dialog', { name: 'Tu hora fue cancelada' })
    expect(requestsTo(appointmentEndpoints.cancel)[0]?.body).toEqual({ id_appointment: 1 })
    expect(done).toHaveTextContent('Cancelaste la hora del 26/11/2026 con la Dra. Carolina Muñoz Vidal.')
    expect(done).toHaveTextContent('¿Quieres reservar otra hora con el mismo profesional?')
    await waitFor(() =>
      expect(screen.queryByRole('heading', { name: 'Dra. Carolina Muñoz Vidal' })).not.toBeInTheDocument(),
    )
    expect(within(done).getByRole('button', { name: 'Reservar nuevamente' })).toHaveFocus()
  })

  test('a cancellation that the server rejects shows its reason without a retry, and reloads the list', async () => {
    const { user, confirm } = await openQuestion()
    const before = requestsTo(agendaList).length
    mockEndpoint(appointmentEndpoints.cancel, new ApiError('hourNotCancellable'))
    await user.click(confirm)
    const dialog = await screen.findByRole('dialog', { name: 'Ha ocurrido un error' })
    expect(dialog).toHaveTextContent('Esta hora ya no se puede cancelar')
    expect(within(dialog).queryByRole('button', { name: 'REINTENTAR' })).not.toBeInTheDocument()
    await waitFor(() => expect(requestsTo(agendaList).length).toBeGreaterThan(before))
    await user.click(within(dialog).getByRole('button', { name: 'Cerrar' }))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  test('a cancellation without an answer can be retried', async () => {
    const { user, confirm } = await openQuestion()
    mockEndpoint(appointmentEndpoints.cancel, new ApiError('unavailable'))
    await user.click(confirm)
    const dialog = await screen.findByRole('dialog', { name: 'Ha ocurrido un error' })
    expect(dialog).toHaveTextContent('No ha sido posible cancelar la hora')
    mockEndpoint(appointmentEndpoints.cancel, {})
    await user.click(within(dialog).getByRole('button', { name: 'REINTENTAR' }))
    expect(await screen.findByRole('dialog', { name: 'Tu hora fue cancelada' })).toBeVisible()
  })
})
