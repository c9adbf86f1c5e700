import { ApiError } from '@mi-portal/contract/api-error'
import { appointmentEndpoints } from '@mi-portal/contract/appointments'
import { peopleEndpoints } from '@mi-portal/contract/people'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { buildPatient } from '../../../test/build.ts'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { emulatePhone } from '../../../test/phone.ts'
import { appointmentsPage, buildAppointment } from '../../../test/record.ts'
import { renderPortal } from '../../../test/render-portal.tsx'

const page = '/dashboard/consultas-medicas'
const martina = buildPatient({ id: 9, first_name: 'Martina Ignacia', last_name: 'Soto', is_a_minor: true })

afterEach(() => {
  vi.useRealTimers()
})

describe('the future appointments', () => {
  test('the future appointments show professional, specialty, day, time and place', async () => {
    mockEndpoint(appointmentEndpoints.upcoming, appointmentsPage([buildAppointment()]))
    await renderPortal(page, { as: 'patient' })
    expect(await screen.findByRole('heading', { name: 'Dra. Carolina Muñoz Vidal' })).toBeVisible()
    expect(screen.getByText('Cardiología · Control')).toBeVisible()
    expect(screen.getByText('26/11/2026, 09:30 h')).toBeVisible()
    expect(screen.getByText('Presencial · Providencia')).toBeVisible()
    expect(screen.getByRole('link', { name: /^Ver preparación y calendario/ })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/reservas\?reservada=\d+$/),
    )
  })

  test('an appointment shows the photo of the professional, or the initials if there is no usable photo', async () => {
    const image = '/api/professionals/images/abcdefghijklmnopqrstuv'
    mockEndpoint(appointmentEndpoints.upcoming, appointmentsPage([buildAppointment({ doctor_image: image })]))
    await renderPortal(page, { as: 'patient' })
    await screen.findByRole('heading', { name: 'Dra. Carolina Muñoz Vidal' })
    const photo = document.querySelector(`img[src="${image}"]`)
    // The image has an empty alternative text, because the name is shown beside it.
    expect(photo).toHaveAttribute('alt', '')
    expect(screen.queryByText('CM')).not.toBeInTheDocument()
    if (photo) fireEvent.error(photo)
    expect(screen.getByText('CM')).toBeVisible()
    expect(document.querySelector(`img[src="${image}"]`)).toBeNull()
  })

  test('an appointment by video says so instead of naming a site', async () => {
    mockEndpoint(
      appointmentEndpoints.upcoming,
      appointmentsPage([buildAppointment({ modality: 'telemedicina' })]),
    )
    await renderPortal(page, { as: 'patient' })
    expect(await screen.findByText('Por video')).toBeVisible()
    expect(screen.queryByText(/Providencia/)).not.toBeInTheDocument()
  })

  test('an appointment by video says when its link appears, and shows the link at that time', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    vi.setSystemTime('2026-11-26T12:05:00Z')
    const appointment = buildAppointment({
      modality: 'telemedicina',
      video: { opens_at: '2026-11-26T12:15:00Z', url: null },
    })
    mockEndpoint(appointmentEndpoints.upcoming, appointmentsPage([appointment]))
    await renderPortal(page, { as: 'patient' })
    expect(await screen.findByText('El enlace para conectarte aparece aquí 15 minutos antes.')).toBeVisible()
    expect(screen.queryByRole('link', { name: /^Conectarme/ })).not.toBeInTheDocument()
    const url = 'https://video.example/sala/1'
    mockEndpoint(
      appointmentEndpoints.upcoming,
      appointmentsPage([{ ...appointment, video: { opens_at: '2026-11-26T12:15:00Z', url } }]),
    )
    await act(() => vi.advanceTimersByTimeAsync(11 * 60_000))
    const link = await screen.findByRole('link', {
      name: 'Conectarme a la videoconsulta con la Dra. Carolina Muñoz Vidal (se abre en otra pestaña)',
    })
    expect(link).toHaveAttribute('href', url)
    expect(link).toHaveAttribute('rel', 'noopener noreferrer')
    expect(requestsTo(appointmentEndpoints.upcoming)).toHaveLength(1)
  })

  test('on a phone appointments show the short date, and past ones also the year', async () => {
    emulatePhone()
    mockEndpoint(appointmentEndpoints.upcoming, appointmentsPage([buildAppointment()]))
    mockEndpoint(
      appointmentEndpoints.history,
      appointmentsPage([buildAppointment({ date: '12/10/2025', date_mobile: '12 oct' })]),
    )
    const { user } = await renderPortal(page, { as: 'patient' })
    expect(await screen.findByText('26 nov, 09:30 h')).toBeVisible()
    await user.click(screen.getByRole('tab', { name: 'Horas pasadas' }))
    expect(await screen.findByText('12 oct 2025, 09:30 h')).toBeVisible()
  })

  test('an empty list of future appointments says so and offers to book', async () => {
    await renderPortal(page, { as: 'patient' })
    expect(await screen.findByText('Aún no tienes próximas horas médicas reservadas')).toBeVisible()
    // In the head of the page and in the empty list.
    const links = screen.getAllByRole('link', { name: 'RESERVAR HORA' })
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/dashboard/agenda', '/dashboard/agenda'])
  })

  test('a list that may be incomplete says so above the list, and above an empty list', async () => {
    const notice = 'La clínica tiene más de una ficha con este documento'
    mockEndpoint(appointmentEndpoints.upcoming, { ...appointmentsPage([buildAppointment()]), notice })
    mockEndpoint(appointmentEndpoints.history, { ...appointmentsPage([]), notice })
    const { user } = await renderPortal(page, { as: 'patient' })
    expect(await screen.findByText(notice)).toBeVisible()
    expect(screen.getByText('Dra. Carolina Muñoz Vidal')).toBeVisible()
    await user.click(screen.getByRole('tab', { name: 'Horas pasadas' }))
    expect(await screen.findByText(/Aún no tienes horas médicas pasadas/)).toBeVisible()
    expect(screen.getByText(notice)).toBeVisible()
  })

  test('a list of appointments that fails to load can be retried', async () => {
    mockEndpoint(appointmentEndpoints.upcoming, new ApiError('unavailable'))
    const { user } = await renderPortal(page, { as: 'patient' })
    expect(await screen.findByText('Error server al obtener citas médicas')).toBeVisible()
    mockEndpoint(appointmentEndpoints.upcoming, appointmentsPage([buildAppointment()]))
    await user.click(screen.getByRole('button', { name: 'REINTENTAR' }))
    expect(await screen.findByText('Dra. Carolina Muñoz Vidal')).toBeVisible()
  })
})

test('when the clinical archive is unavailable, the list says so and can be retried', async () => {
  mockEndpoint(appointmentEndpoints.upcoming, new ApiError('archiveDown'))
  const { user } = await renderPortal('/dashboard/consultas-medicas', { as: 'patient' })
  expect(await screen.findByText(/^El archivo clínico de la clínica no responde/)).toBeVisible()
  mockEndpoint(appointmentEndpoints.upcoming, appointmentsPage([buildAppointment()]))
  await user.click(screen.getByRole('button', { name: 'REINTENTAR' }))
  expect(await screen.findByText('Dra. Carolina Muñoz Vidal')).toBeVisible()
})

describe('another appointment', () => {
  test('a future appointment links to the reservation that moves it', async () => {
    mockEndpoint(appointmentEndpoints.upcoming, appointmentsPage([buildAppointment({ id_appointment: 12 })]))
    await renderPortal(page, { as: 'patient' })
    expect(
      await screen.findByRole('link', {
        name: 'Cambiar hora con la Dra. Carolina Muñoz Vidal del 26/11/2026',
      }),
    ).toHaveAttribute('href', '/reservas?id_appointment=12')
  })

  test('an appointment of an external system cannot be changed here, and the page says what to do instead', async () => {
    mockEndpoint(appointmentEndpoints.upcoming, appointmentsPage([buildAppointment({ can_move: false })]))
    await renderPortal(page, { as: 'patient' })
    expect(await screen.findByText(/^Para cambiarla, reserva otra y cancela esta, o llama al/)).toBeVisible()
    expect(screen.queryByRole('link', { name: /^Cambiar hora/ })).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: /^Cancelar hora/ })).toBeVisible()
  })

  test('a past appointment without the professional’s RUT cannot be booked again', async () => {
    mockEndpoint(appointmentEndpoints.history, appointmentsPage([buildAppointment({ rut_professional: '' })]))
    await renderPortal(`${page}/horas-pasadas`, { as: 'patient' })
    expect(await screen.findByText('Dra. Carolina Muñoz Vidal')).toBeVisible()
    expect(screen.queryByRole('link', { name: /^Reservar de nuevo/ })).not.toBeInTheDocument()
  })

  test('a past appointment links to a reservation with the same professional', async () => {
    mockEndpoint(appointmentEndpoints.history, appointmentsPage([buildAppointment()]))
    await renderPortal(`${page}/horas-pasadas`, { as: 'patient' })
    expect(
      await screen.findByRole('link', { name: 'Reservar de nuevo con la Dra. Carolina Muñoz Vidal' }),
    ).toHaveAttribute('href', '/reservas?rut_professional=111111111&patient_id=7')
  })

  test('booking from the appointments of a child is for that child', async () => {
    mockEndpoint(appointmentEndpoints.historyOf, appointmentsPage([buildAppointment({ patient_id: 15 })]))
    await renderPortal(`${page}/horas-pasadas?patient_id=15`, { as: 'patient' })
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
  test('the address of the past appointments opens their tab, and they cannot be cancelled', async () => {
    mockEndpoint(appointmentEndpoints.history, appointmentsPage([buildAppointment()]))
    await renderPortal(`${page}/horas-pasadas`, { as: 'patient' })
    expect(await screen.findByText('Dra. Carolina Muñoz Vidal')).toBeVisible()
    expect(screen.getByRole('tab', { name: 'Horas pasadas' })).toHaveAttribute('aria-selected', 'true')
    expect(screen.queryByRole('button', { name: /^Cancelar hora/ })).not.toBeInTheDocument()
  })

  test('an empty list of past appointments says so', async () => {
    await renderPortal(`${page}/horas-pasadas`, { as: 'patient' })
    expect(await screen.findByText('Aún no tienes horas médicas pasadas en este historial')).toBeVisible()
  })

  test('the address follows the chosen tab', async () => {
    const { user, path } = await renderPortal(page, { as: 'patient' })
    await user.click(await screen.findByRole('tab', { name: 'Horas pasadas' }))
    await waitFor(() => expect(path()).toBe(`${page}/horas-pasadas`))
    await user.click(screen.getByRole('tab', { name: 'Mis documentos' }))
    await waitFor(() => expect(path()).toBe(`${page}/solicitar-documento`))
    expect(await screen.findByText('Aún no tienes documentos solicitados')).toBeVisible()
    await user.click(screen.getByRole('tab', { name: 'Próximas horas' }))
    await waitFor(() => expect(path()).toBe(page))
  })

  test('changing the tab by keyboard moves the focus to the new tab', async () => {
    const { user, path } = await renderPortal(page, { as: 'patient' })
    act(() => screen.getByRole('tab', { name: 'Próximas horas' }).focus())
    await user.keyboard('{ArrowRight}')
    await waitFor(() => expect(path()).toBe(`${page}/horas-pasadas`))
    expect(screen.getByRole('tab', { name: 'Horas pasadas' })).toHaveFocus()
  })

  test('the list shows five appointments per page, and the address contains each page but the first', async () => {
    mockEndpoint(appointmentEndpoints.upcoming, ({ query }) => {
      const requestsTo = Number(query.get('page') ?? 1)
      return appointmentsPage([buildAppointment({ doctor_name: `Dr. Página ${requestsTo}` })], requestsTo, 7)
    })
    const { user, path } = await renderPortal(`${page}?page=2`, { as: 'patient' })
    expect(await screen.findByText('Dr. Página 2')).toBeVisible()
    expect(screen.getByText('6 a 7 de 7 horas')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Página 1' }))
    expect(await screen.findByText('Dr. Página 1')).toBeVisible()
    expect(path()).toBe(page)
  })

  test('a page that no longer exists leads to the last page', async () => {
    mockEndpoint(appointmentEndpoints.upcoming, ({ query }) => {
      const requestsTo = Number(query.get('page') ?? 1)
      return appointmentsPage(requestsTo > 2 ? [] : [buildAppointment()], requestsTo, 7)
    })
    const { path } = await renderPortal(`${page}?page=9`, { as: 'patient' })
    await waitFor(() => expect(path()).toBe(`${page}?page=2`))
    expect(await screen.findByText('Dra. Carolina Muñoz Vidal')).toBeVisible()
  })

  test('an unknown tab in the address leads to the home page', async () => {
    const { path } = await renderPortal(`${page}/otra-cosa`, { as: 'patient' })
    await waitFor(() => expect(path()).toBe('/dashboard'))
  })
})

describe('a member’s appointments', () => {
  test.each([`${page}/9`, `${page}?patient_id=9&from_family_group=true`])(
    'a member’s appointments open at %s, under the member’s name',
    async (address) => {
      mockEndpoint(peopleEndpoints.one, { data: martina })
      mockEndpoint(appointmentEndpoints.upcomingOf, appointmentsPage([buildAppointment({ patient_id: 9 })]))
      await renderPortal(address, { as: 'patient' })
      const banner = screen.getByRole('region', { name: 'Persona que estás viendo' })
      expect(await within(banner).findByText('Martina Ignacia Soto')).toBeVisible()
      expect(await screen.findByText('Dra. Carolina Muñoz Vidal')).toBeVisible()
      expect(requestsTo(appointmentEndpoints.upcomingOf)[0]?.params).toEqual({ id: '9' })
    },
  )

  test('the tabs keep the member’s record', async () => {
    mockEndpoint(peopleEndpoints.one, { data: martina })
    mockEndpoint(appointmentEndpoints.historyOf, appointmentsPage([buildAppointment({ patient_id: 9 })]))
    const { user, path } = await renderPortal(`${page}/9`, { as: 'patient' })
    await user.click(await screen.findByRole('tab', { name: 'Horas pasadas' }))
    await waitFor(() => expect(path()).toBe(`${page}/horas-pasadas?patient_id=9`))
    expect(await screen.findByText('Dra. Carolina Muñoz Vidal')).toBeVisible()
    expect(requestsTo(appointmentEndpoints.history)).toHaveLength(0)
  })

  test('a member’s appointments disappear from page and memory when the user returns to their own', async () => {
    mockEndpoint(peopleEndpoints.one, { data: martina })
    mockEndpoint(
      appointmentEndpoints.upcomingOf,
      appointmentsPage([buildAppointment({ doctor_name: 'Dra. De Martina' })]),
    )
    mockEndpoint(appointmentEndpoints.upcoming, () => new Promise(() => undefined))
    const { user, path, go } = await renderPortal(`${page}?patient_id=9`, { as: 'patient' })
    expect(await screen.findByText('Dra. De Martina')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Volver a mi perfil' }))
    await waitFor(() => expect(path()).toBe(page))
    expect(screen.queryByText('Dra. De Martina')).not.toBeInTheDocument()
    expect(screen.queryByText('Martina Ignacia Soto')).not.toBeInTheDocument()

    mockEndpoint(appointmentEndpoints.upcomingOf, () => new Promise(() => undefined))
    await go(`${page}?patient_id=9`)
    expect(screen.queryByText('Dra. De Martina')).not.toBeInTheDocument()
  })

  test("the appointments of an inaccessible patient are not shown, and the page leads back to the user's own", async () => {
    mockEndpoint(peopleEndpoints.one, new ApiError('notFound'))
    mockEndpoint(appointmentEndpoints.upcomingOf, new ApiError('notFound'))
    const { user, path } = await renderPortal(`${page}/12`, { as: 'patient' })
    expect(await screen.findByText('No encontramos lo que buscas')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Volver a mi perfil' }))
    await waitFor(() => expect(path()).toBe(page))
  })
})

describe('cancelling an appointment', () => {
  async function openQuestion() {
    mockEndpoint(
      appointmentEndpoints.upcoming,
      appointmentsPage([
        buildAppointment(),
        buildAppointment({ id_appointment: 2, doctor_name: 'Dr. Felipe Arancibia Soto' }),
      ]),
    )
    const { user, path } = await renderPortal(page, { as: 'patient' })
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
        appointmentEndpoints.upcoming,
        appointmentsPage([buildAppointment({ id_appointment: 2, doctor_name: 'Dr. Felipe Arancibia Soto' })]),
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

  test('the confirmation of a cancellation closes by itself after five seconds', async () => {
    const { user, confirm } = await openQuestion()
    mockEndpoint(appointmentEndpoints.cancel, {})
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await user.click(confirm)
    const done = await screen.findByRole('dialog', { name: 'Tu hora fue cancelada' })
    expect(done).toHaveTextContent('Esta ventana se cerrará en 5 segundos.')
    for (const left of ['4 segundos', '3 segundos', '2 segundos', '1 segundo']) {
      await act(() => vi.advanceTimersByTimeAsync(1000))
      expect(done).toHaveTextContent(`Esta ventana se cerrará en ${left}.`)
    }
    await act(() => vi.advanceTimersByTimeAsync(1000))
    expect(done).not.toBeInTheDocument()
  })

  test('a cancellation that the server rejects shows its reason without a retry, and reloads the list', async () => {
    const { user, confirm } = await openQuestion()
    const before = requestsTo(appointmentEndpoints.upcoming).length
    mockEndpoint(appointmentEndpoints.cancel, new ApiError('hourNotCancellable'))
    await user.click(confirm)
    const dialog = await screen.findByRole('dialog', { name: 'Ha ocurrido un error' })
    expect(dialog).toHaveTextContent('Esta hora ya no se puede cancelar')
    expect(within(dialog).queryByRole('button', { name: 'REINTENTAR' })).not.toBeInTheDocument()
    await waitFor(() => expect(requestsTo(appointmentEndpoints.upcoming).length).toBeGreaterThan(before))
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
