import { appointmentEndpoints } from '@mi-portal/contract/appointments'
import { Failure } from '@mi-portal/contract/failure'
import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { answer, asked } from '../../test/answer.ts'
import { open } from '../../test/open.tsx'
import { buildHour, hoursPage } from '../../test/record.ts'

const passportNotice = /Los usuarios con pasaporte deben ingresar con RUN chileno/

describe('the greeting', () => {
  test.each([
    [1, 'Bienvenida, Camila Andrea'],
    [2, 'Bienvenido, Camila Andrea'],
    [3, 'Bienvenid@, Camila Andrea'],
    [null, 'Bienvenid@, Camila Andrea'],
  ])('for gender %s says %s', async (gender_id, greeting) => {
    await open('/dashboard', { as: { gender_id } })
    expect(await screen.findByRole('heading', { level: 1, name: greeting })).toBeVisible()
  })

  test('tells when and where the next hour is', async () => {
    answer(appointmentEndpoints.upcomingSummary, hoursPage([buildHour(), buildHour({ id_appointment: 2 })]))
    await open('/dashboard', { as: 'patient' })
    expect(
      await screen.findByText('Tu próxima hora es el 26/11/2026 a las 09:30 h en Providencia.'),
    ).toBeVisible()
  })

  test('tells that the next hour is by video', async () => {
    answer(appointmentEndpoints.upcomingSummary, hoursPage([buildHour({ modality: 'telemedicina' })]))
    await open('/dashboard', { as: 'patient' })
    expect(
      await screen.findByText('Tu próxima hora es el 26/11/2026 a las 09:30 h por telemedicina.'),
    ).toBeVisible()
  })

  test('without a next hour invites to book one', async () => {
    await open('/dashboard', { as: 'patient' })
    expect(await screen.findByText(/No tienes horas reservadas/)).toBeVisible()
    for (const link of screen.getAllByRole('link', { name: 'RESERVAR HORA' }))
      expect(link).toHaveAttribute('href', '/dashboard/agenda')
  })
})

test('who signed in with a passport is told how to see images and procedures', async () => {
  await open('/dashboard', { as: { document_type_id: 2 } })
  expect(await screen.findByText(passportNotice)).toBeVisible()
})

test('who signed in with a run is not told about passports', async () => {
  await open('/dashboard', { as: 'patient' })
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByText(passportNotice)).not.toBeInTheDocument()
})

describe('the hours on the home page', () => {
  test('by video can be joined from there once it is time', async () => {
    const video = { opens_at: '2026-11-26T12:15:00Z', url: 'https://video.example/sala' }
    answer(appointmentEndpoints.upcomingSummary, hoursPage([buildHour({ modality: 'telemedicina', video })]))
    await open('/dashboard', { as: 'patient' })
    const card = await screen.findByRole('region', { name: 'Próximas horas' })
    expect(await within(card).findByRole('link', { name: /^Conectarme a la videoconsulta/ })).toHaveAttribute(
      'href',
      video.url,
    )
  })

  test('to come are shown with doctor, day, hour and place, and lead to all of them', async () => {
    answer(
      appointmentEndpoints.upcomingSummary,
      hoursPage([
        buildHour(),
        buildHour({ id_appointment: 2, doctor_name: 'Dra. Paula Henríquez Lira', modality: 'telemedicina' }),
      ]),
    )
    await open('/dashboard', { as: 'patient' })
    const card = await screen.findByRole('region', { name: 'Próximas horas' })
    const [first, second] = await within(card).findAllByRole('listitem')
    expect(first).toHaveTextContent('Dra. Carolina Muñoz VidalCardiología26/11/2026, 09:30 hProvidencia')
    expect(second).toHaveTextContent('Telemedicina')
    expect(within(card).getByRole('link', { name: 'Ver todas las próximas horas' })).toHaveAttribute(
      'href',
      '/dashboard/consultas-medicas',
    )
  })

  test('past lead to the whole history', async () => {
    answer(appointmentEndpoints.historySummary, hoursPage([buildHour({ date: '12/10/2026' })]))
    await open('/dashboard', { as: 'patient' })
    const card = await screen.findByRole('region', { name: 'Historial de horas' })
    expect(await within(card).findByText('12/10/2026')).toBeVisible()
    expect(within(card).getByRole('link', { name: 'Ver todas las horas pasadas' })).toHaveAttribute(
      'href',
      '/dashboard/consultas-medicas/horas-pasadas',
    )
  })

  test('say so when there are none', async () => {
    await open('/dashboard', { as: 'patient' })
    expect(await screen.findByText('Aún no tienes próximas horas médicas reservadas')).toBeVisible()
    expect(await screen.findByText('Aún no tienes horas médicas pasadas en este historial')).toBeVisible()
  })

  test('that cannot be fetched can be asked for again, each list by itself', async () => {
    answer(appointmentEndpoints.upcomingSummary, new Failure('unavailable'))
    answer(appointmentEndpoints.historySummary, hoursPage([buildHour({ date: '12/10/2026' })]))
    const { user } = await open('/dashboard', { as: 'patient' })
    const card = screen.getByRole('region', { name: 'Próximas horas' })
    expect(await within(card).findByText('Error server al obtener citas médicas')).toBeVisible()
    expect(await screen.findByText('12/10/2026')).toBeVisible()

    answer(appointmentEndpoints.upcomingSummary, hoursPage([buildHour()]))
    await user.click(within(card).getByRole('button', { name: 'REINTENTAR' }))
    expect(await within(card).findByText('Dra. Carolina Muñoz Vidal')).toBeVisible()
    expect(asked(appointmentEndpoints.upcomingSummary)).toHaveLength(1)
  })
})
