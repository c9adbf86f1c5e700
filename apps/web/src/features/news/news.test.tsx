import { ApiError } from '@mi-portal/contract/api-error'
import { type News, newsEndpoints } from '@mi-portal/contract/news'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { mockEndpoint } from '../../../test/fake-server.ts'
import { buildAppointment, buildExam } from '../../../test/record.ts'
import { renderPage } from '../../../test/render-portal.tsx'

const nothing: News = {
  offers: [],
  requests: [],
  appointments: [],
  results: [],
  answers: [],
  failed: [],
}
const mine = { patient_id: 7, patient_name: null }
const martinas = { patient_id: 15, patient_name: 'Martina Ignacia' }

async function openHome(news: Partial<News>) {
  mockEndpoint(newsEndpoints.list, { ...nothing, ...news })
  const portal = await renderPage('/dashboard', { as: 'patient' })
  const section = await screen.findByRole('region', { name: 'Novedades' })
  return { ...portal, section: within(section) }
}

describe('the rows of the news', () => {
  test('a new result names its person and opens the exact exam of that person', async () => {
    const { section } = await openHome({
      results: [
        { ...buildExam(), ...mine, type: 'laboratory', is_private: false },
        {
          ...buildExam({ attention_id: 52, type_exam: 'Radiografía de tórax' }),
          ...martinas,
          type: 'imaging',
          is_private: false,
        },
      ],
    })
    const [own, childs] = section.getAllByRole('listitem')
    expect(own).toHaveTextContent('Perfil bioquímico NuevoPara ti 20/11/2026')
    expect(section.getByRole('link', { name: 'Ver Perfil bioquímico del 20/11/2026' })).toHaveAttribute(
      'href',
      '/dashboard/mis-examenes/laboratorio?examen=31',
    )
    expect(childs).toHaveTextContent('Martina Ignacia')
    expect(
      section.getByRole('link', { name: 'Ver Radiografía de tórax del 20/11/2026 de Martina Ignacia' }),
    ).toHaveAttribute('href', '/dashboard/mis-examenes/otros-examenes?patient_id=15&examen=52')
  })

  test('a result and an appointment that the patient keeps private have the mark', async () => {
    const { section } = await openHome({
      appointments: [{ ...buildAppointment({ is_private: true }), ...mine, is_today: true }],
      results: [{ ...buildExam(), ...mine, type: 'laboratory', is_private: true }],
    })
    const [appointment, result] = section.getAllByRole('listitem')
    expect(appointment).toHaveTextContent(/Hoy, jueves 26 de noviembre, 09:30 h Solo yo/)
    expect(result).toHaveTextContent(/Perfil bioquímico Nuevo Solo yo/)
  })

  test('a family request, an offered slot and answers of the clinic lead to where they are decided and read', async () => {
    const answer = {
      ...mine,
      request_id: 4,
      subject: 'Informe médico',
      answered_at: '2026-11-25T15:00:00.000Z',
    }
    const { section, user } = await openHome({
      requests: [
        {
          request_id: 9,
          applicant_full_name: 'Diego Soto',
          relationship: 'Hermano/a',
          created_at: answer.answered_at,
        },
      ],
      offers: [
        {
          ...mine,
          hold_id: 3,
          doctor_name: 'Dr. Luis Mena',
          starts_at: '2026-11-30T12:00:00.000Z',
          expires_at: '2026-11-26T15:30:00.000Z',
        },
      ],
      answers: [
        { ...answer, matter: 'documents' },
        { ...answer, ...martinas, request_id: 5, matter: 'budgets', subject: 'Cirugía' },
        { ...answer, request_id: 6, matter: 'privacy', subject: 'access' },
      ],
    })
    expect(section.getAllByRole('listitem')).toHaveLength(4)
    await user.click(section.getByRole('button', { name: 'Ver las 5 novedades' }))
    expect(section.getByRole('button', { name: 'Ver menos' })).toHaveAttribute('aria-expanded', 'true')
    const hrefs = section.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(hrefs).toEqual([
      '/reservas?offer=3',
      '/dashboard/mi-grupo-familiar?tab=requests&request_id=9',
      '/dashboard/consultas-medicas/solicitar-documento',
      '/dashboard/solicitud-presupuestos?tab=solicitados&patient_id=15',
      '/dashboard/perfil/datos-personales',
    ])
    expect(section.getByText('Respondimos tu solicitud de documento: Informe médico')).toBeVisible()
    expect(section.getByText('Respondimos tu solicitud sobre datos personales')).toBeVisible()
    expect(section.getByText('Se liberó una hora con el Dr. Luis Mena')).toBeVisible()
    expect(section.getByText('Diego Soto quiere agregarte a su grupo familiar')).toBeVisible()
  })
})

describe('news that cannot be read', () => {
  test('a kind that fails is named above the others and can be retried', async () => {
    const { section, user } = await openHome({
      results: [{ ...buildExam(), ...mine, type: 'laboratory', is_private: false }],
      failed: ['appointments', 'answers'],
    })
    expect(
      section.getByText('No pudimos revisar las horas de hoy y mañana y las respuestas de la clínica.'),
    ).toBeVisible()
    expect(section.getByText('Perfil bioquímico')).toBeVisible()
    mockEndpoint(newsEndpoints.list, nothing)
    await user.click(section.getByRole('button', { name: 'REINTENTAR' }))
    await waitFor(() => expect(screen.queryByText(/No pudimos revisar/)).not.toBeInTheDocument())
  })

  test('news that fail to load leave the rest of the page and can be retried', async () => {
    mockEndpoint(newsEndpoints.list, new ApiError('unavailable'))
    const { user } = await renderPage('/dashboard', { as: 'patient' })
    expect(await screen.findByText('No pudimos cargar tus novedades')).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Mis favoritos' })).toBeVisible()
    mockEndpoint(newsEndpoints.list, {
      ...nothing,
      results: [{ ...buildExam(), ...mine, type: 'laboratory', is_private: false }],
    })
    await user.click(screen.getByRole('button', { name: 'REINTENTAR' }))
    expect(await screen.findByRole('region', { name: 'Novedades' })).toBeVisible()
  })
})
