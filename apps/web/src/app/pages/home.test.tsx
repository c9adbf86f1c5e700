import { ApiError } from '@mi-portal/contract/api-error'
import { appointmentEndpoints } from '@mi-portal/contract/appointments'
import { documentEndpoints } from '@mi-portal/contract/documents'
import { familyMemberEndpoints } from '@mi-portal/contract/family/members'
import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { appointmentsPage, buildAppointment } from '../../../test/record.ts'
import { renderPortal } from '../../../test/render-portal.tsx'

const passportNotice = /Los usuarios con pasaporte deben ingresar con RUN chileno/

describe('the greeting', () => {
  test.each([
    [1, 'Bienvenida, Camila Andrea'],
    [2, 'Bienvenido, Camila Andrea'],
    [3, 'Bienvenid@, Camila Andrea'],
    [null, 'Bienvenid@, Camila Andrea'],
  ])('the greeting for gender %s says %s', async (gender_id, greeting) => {
    await renderPortal('/dashboard', { as: { gender_id } })
    expect(await screen.findByRole('heading', { level: 1, name: greeting })).toBeVisible()
  })

  test('the greeting shows when and where the next appointment is', async () => {
    mockEndpoint(
      appointmentEndpoints.upcomingSummary,
      appointmentsPage([buildAppointment(), buildAppointment({ id_appointment: 2 })]),
    )
    await renderPortal('/dashboard', { as: 'patient' })
    expect(
      await screen.findByText('Tu próxima hora es el 26/11/2026 a las 09:30 h en Providencia.'),
    ).toBeVisible()
  })

  test('the greeting shows that the next appointment is by video', async () => {
    mockEndpoint(
      appointmentEndpoints.upcomingSummary,
      appointmentsPage([buildAppointment({ modality: 'telemedicina' })]),
    )
    await renderPortal('/dashboard', { as: 'patient' })
    expect(
      await screen.findByText('Tu próxima hora es el 26/11/2026 a las 09:30 h por telemedicina.'),
    ).toBeVisible()
  })

  test('the greeting without a next appointment invites the patient to book', async () => {
    await renderPortal('/dashboard', { as: 'patient' })
    expect(await screen.findByText(/No tienes horas reservadas/)).toBeVisible()
    for (const link of screen.getAllByRole('link', { name: 'RESERVAR HORA' }))
      expect(link).toHaveAttribute('href', '/dashboard/agenda')
  })
})

test('a patient who signed in with a passport reads how to see images and procedures', async () => {
  await renderPortal('/dashboard', { as: { document_type_id: 2 } })
  expect(await screen.findByText(passportNotice)).toBeVisible()
})

test('a patient who signed in with a run reads nothing about passports', async () => {
  await renderPortal('/dashboard', { as: 'patient' })
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByText(passportNotice)).not.toBeInTheDocument()
})

describe('the appointments on the home page', () => {
  test('a video visit can be joined from the home page once it has opened', async () => {
    const video = { opens_at: '2026-11-26T12:15:00Z', url: 'https://video.example/sala' }
    mockEndpoint(
      appointmentEndpoints.upcomingSummary,
      appointmentsPage([buildAppointment({ modality: 'telemedicina', video })]),
    )
    await renderPortal('/dashboard', { as: 'patient' })
    const card = await screen.findByRole('region', { name: 'Próximas horas' })
    expect(await within(card).findByRole('link', { name: /^Conectarme a la videoconsulta/ })).toHaveAttribute(
      'href',
      video.url,
    )
  })

  test('upcoming appointments are shown with professional, day, time and place, and link to all of them', async () => {
    mockEndpoint(
      appointmentEndpoints.upcomingSummary,
      appointmentsPage([
        buildAppointment(),
        buildAppointment({
          id_appointment: 2,
          doctor_name: 'Dra. Paula Henríquez Lira',
          modality: 'telemedicina',
        }),
      ]),
    )
    await renderPortal('/dashboard', { as: 'patient' })
    const card = await screen.findByRole('region', { name: 'Próximas horas' })
    const [first, second] = await within(card).findAllByRole('listitem')
    expect(first).toHaveTextContent(
      'Dra. Carolina Muñoz VidalCardiología26/11/2026, 09:30 hPresencial · Providencia',
    )
    expect(second).toHaveTextContent('Por video')
    expect(within(card).getByRole('link', { name: 'Ver todas las próximas horas' })).toHaveAttribute(
      'href',
      '/dashboard/consultas-medicas',
    )
  })

  test('each past appointment, and the link above them, lead to the complete history', async () => {
    mockEndpoint(
      appointmentEndpoints.historySummary,
      appointmentsPage([buildAppointment({ date: '12/10/2026' })]),
    )
    await renderPortal('/dashboard', { as: 'patient' })
    const card = await screen.findByRole('region', { name: 'Historial de horas' })
    expect(await within(card).findByText('12/10/2026')).toBeVisible()
    expect(
      within(card).getByRole('link', { name: /^Dra\. Carolina Muñoz Vidal.*12\/10\/2026$/ }),
    ).toHaveAttribute('href', '/dashboard/consultas-medicas/horas-pasadas')
    expect(within(card).getByRole('link', { name: 'Ver todas las horas pasadas' })).toHaveAttribute(
      'href',
      '/dashboard/consultas-medicas/horas-pasadas',
    )
  })

  test('an appointment that the patient keeps private is marked in both lists, and the others are not', async () => {
    const names = { is_private: true, doctor_name: 'Dra. Paula Henríquez Lira' }
    const list = appointmentsPage([buildAppointment(), buildAppointment({ id_appointment: 2, ...names })])
    mockEndpoint(appointmentEndpoints.upcomingSummary, list)
    mockEndpoint(appointmentEndpoints.historySummary, list)
    await renderPortal('/dashboard', { as: 'patient' })
    for (const name of ['Próximas horas', 'Historial de horas']) {
      const card = within(await screen.findByRole('region', { name }))
      expect(await card.findByRole('link', { name: /Paula Henríquez Lira Solo yo/ })).toBeVisible()
      expect(card.getAllByText('Solo yo')).toHaveLength(1)
    }
  })

  test('empty lists of appointments say so', async () => {
    await renderPortal('/dashboard', { as: 'patient' })
    expect(await screen.findByText('Aún no tienes próximas horas médicas reservadas')).toBeVisible()
    expect(await screen.findByText('Aún no tienes horas médicas pasadas en este historial')).toBeVisible()
  })

  test('each list of appointments that fails to load can be retried on its own', async () => {
    mockEndpoint(appointmentEndpoints.upcomingSummary, new ApiError('unavailable'))
    mockEndpoint(
      appointmentEndpoints.historySummary,
      appointmentsPage([buildAppointment({ date: '12/10/2026' })]),
    )
    const { user } = await renderPortal('/dashboard', { as: 'patient' })
    const card = screen.getByRole('region', { name: 'Próximas horas' })
    expect(await within(card).findByText('Error server al obtener citas médicas')).toBeVisible()
    expect(await screen.findByText('12/10/2026')).toBeVisible()

    mockEndpoint(appointmentEndpoints.upcomingSummary, appointmentsPage([buildAppointment()]))
    await user.click(within(card).getByRole('button', { name: 'REINTENTAR' }))
    expect(await within(card).findByText('Dra. Carolina Muñoz Vidal')).toBeVisible()
    expect(requestsTo(appointmentEndpoints.upcomingSummary)).toHaveLength(1)
  })
})

test('a past appointment can be booked again from the home page, for the user', async () => {
  mockEndpoint(
    appointmentEndpoints.historySummary,
    appointmentsPage([
      buildAppointment(),
      buildAppointment({ id_appointment: 2, rut_professional: '', doctor_name: 'Dr. Luis Mena' }),
    ]),
  )
  await renderPortal('/dashboard', { as: 'patient' })
  const again = await screen.findByRole('link', {
    name: 'Reservar de nuevo con la Dra. Carolina Muñoz Vidal',
  })
  expect(again).toHaveAttribute('href', '/reservas?rut_professional=111111111&patient_id=7')
  // Another system did not name the professional of the second appointment.
  expect(screen.getAllByRole('link', { name: /^Reservar de nuevo/ })).toHaveLength(1)
})

describe('the family on the home page', () => {
  test('the next appointments of each child, and adding a member, are one tap away', async () => {
    mockEndpoint(familyMemberEndpoints.selections, {
      delegated: [],
      selections: [
        { id: 7, first_name: 'Camila', last_name: 'Leiva', is_self: true },
        { id: 9, first_name: 'Martina', last_name: 'Soto', is_self: false },
      ],
    })
    await renderPortal('/dashboard', { as: 'patient' })
    const links = await screen.findByRole('navigation', { name: 'Accesos directos' })
    expect(await within(links).findByRole('link', { name: 'Próximas horas de Martina' })).toHaveAttribute(
      'href',
      '/dashboard/consultas-medicas?patient_id=9',
    )
    expect(within(links).getByRole('link', { name: /^Agregar a un hijo/ })).toHaveAttribute(
      'href',
      '/dashboard/mi-grupo-familiar/agregar-integrante',
    )
  })

  test('the form for requesting a document is one tap away', async () => {
    mockEndpoint(documentEndpoints.kinds, { documents: [{ id: 1, name: 'Certificado de atención' }] })
    const { user } = await renderPortal('/dashboard', { as: 'patient' })
    await user.click(await screen.findByRole('link', { name: 'Pedir un certificado u otro documento' }))
    const dialog = await screen.findByRole('dialog', { name: 'Solicitar documento' })
    expect(await within(dialog).findByRole('option', { name: 'Certificado de atención' })).toBeInTheDocument()
  })

  test('a minor is not offered to add a member', async () => {
    await renderPortal('/dashboard', { as: 'minor' })
    await screen.findByText('Aún no tienes próximas horas médicas reservadas')
    expect(screen.queryByRole('link', { name: /^Agregar a un hijo/ })).not.toBeInTheDocument()
  })
})
