import { appointmentAgendaEndpoints } from '@mi-portal/contract/appointments/appointment-agenda'
import { type News, newsEndpoints } from '@mi-portal/contract/news'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockEndpoint } from '../../../test/fake-server.ts'
import { agendaPage, buildAgendaAppointment, buildAppointment, buildExam } from '../../../test/record.ts'
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
const result = { ...buildExam(), ...mine, type: 'laboratory' as const, is_private: false }

async function openHome(news: Partial<News>) {
  mockEndpoint(newsEndpoints.list, { ...nothing, ...news })
  const portal = await renderPage('/dashboard', { as: 'patient' })
  const section = await screen.findByRole('region', { name: 'Novedades' })
  return { ...portal, section: within(section) }
}

test('a new result names its person and opens the exact exam of that person, and what the patient keeps private has a mark', async () => {
  const childs = {
    ...martinas,
    type: 'imaging' as const,
    attention_id: 52,
    type_exam: 'Radiografía de tórax',
  }
  const { section } = await openHome({
    appointments: [{ ...buildAppointment({ is_private: true }), ...mine, is_today: true }],
    results: [
      { ...result, is_private: true },
      { ...result, ...childs },
    ],
  })
  const rows = section.getAllByRole('listitem')
  expect(rows[0]).toHaveTextContent(/Hoy, jueves 26 de noviembre, 09:30 h.*Solo yo/)
  expect(rows[1]).toHaveTextContent(/Perfil bioquímico.*Solo yo/)
  expect(rows[2]).toHaveTextContent(/Radiografía de tórax.*Martina/)
  expect(section.getAllByRole('img', { name: 'Nuevo' })).toHaveLength(2)
  const [own, other] = section.getAllByRole('link', { name: /^(Perfil|Radio).*Nuevo/ })
  expect(own).toHaveAttribute('href', '/dashboard/mis-examenes/laboratorio?examen=31')
  expect(other).toHaveAttribute('href', '/dashboard/mis-examenes/otros-examenes?patient_id=15&examen=52')
})

test('a family request, an offered slot and answers of the clinic lead to where they are decided and read', async () => {
  const answered_at = '2026-11-25T15:00:00.000Z'
  const answer = { ...mine, request_id: 4, subject: 'Informe médico', answered_at }
  const from = { applicant_full_name: 'Diego Soto', relationship: 'Hermano/a' }
  const times = { starts_at: '2026-11-30T12:00:00.000Z', expires_at: '2026-11-26T15:30:00.000Z' }
  const { section, user } = await openHome({
    requests: [{ request_id: 9, ...from, created_at: answered_at }],
    offers: [{ ...mine, hold_id: 3, doctor_name: 'Dr. Luis Mena', ...times }],
    answers: [
      { ...answer, matter: 'documents' },
      { ...answer, ...martinas, request_id: 5, matter: 'budgets', subject: 'Cirugía' },
      { ...answer, request_id: 6, matter: 'privacy', subject: 'access' },
    ],
  })
  expect(section.getAllByRole('listitem')).toHaveLength(3)
  await user.click(section.getByRole('button', { name: 'Ver todas las novedades' }))
  expect(section.getByRole('button', { name: 'Ver menos novedades' })).toHaveAttribute(
    'aria-expanded',
    'true',
  )
  expect(section.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/reservas?offer=3',
    '/dashboard/mi-grupo-familiar?tab=requests&request_id=9',
    '/dashboard/solicitudes/documents/4',
    '/dashboard/solicitudes/budgets/5',
    '/dashboard/perfil/datos-personales',
  ])
  for (const text of [
    'Respondimos tu solicitud de documento: Informe médico',
    'Se liberó una hora con el Dr. Luis Mena',
  ])
    expect(section.getByText(text)).toBeVisible()
})

test('the appointment that the page already shows is no news', async () => {
  const shown = buildAgendaAppointment()
  mockEndpoint(appointmentAgendaEndpoints.list, agendaPage([shown]))
  const due = { ...mine, is_today: true }
  const { section } = await openHome({
    appointments: [
      { ...buildAppointment(), ...due },
      { ...buildAppointment({ id_appointment: 2, doctor_name: 'Dra. Ana Ríos' }), ...due },
    ],
  })
  await screen.findByRole('region', { name: 'Tu próxima hora' })
  await waitFor(() => expect(section.getAllByRole('listitem')).toHaveLength(1))
  expect(section.getByText(/Ana Ríos/)).toBeVisible()
})
