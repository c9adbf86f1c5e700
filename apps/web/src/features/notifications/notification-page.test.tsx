import { ApiError } from '@mi-portal/contract/api-error'
import { preparationEndpoints } from '@mi-portal/contract/booking/preparation'
import { type Notification, notificationEndpoints } from '@mi-portal/contract/notifications'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPage } from '../../../test/render-portal.tsx'
import { buildBookedAppointment } from '../../../test/scheduling.ts'

const { one, read } = notificationEndpoints

const notification: Notification = {
  id: 5,
  text: 'Hay un nuevo resultado de Martina en Mis Exámenes',
  notification_read: false,
  active: true,
  created_at: '2026-05-20T20:20:00Z',
  notification_type: { name: 'exams_procedures' },
  topic: 'results',
  request_family_group_id: null,
  patient_id: null,
  exam: null,
  id_appointment: null,
  request: null,
  url_accept: null,
  url_reject: null,
}

beforeEach(() => {
  mockEndpoint(read, { unread: 0 })
  mockEndpoint(preparationEndpoints.bookedHour, { data: buildBookedAppointment() })
})

const destinations: readonly (readonly [what: string, item: Partial<Notification>, path: string])[] = [
  [
    'an image of a child',
    { patient_id: 9, exam: { type: 'imaging', attention_id: 77 } },
    '/dashboard/mis-examenes/otros-examenes?patient_id=9&examen=77',
  ],
  [
    'an appointment',
    { notification_type: { name: 'appointments' }, id_appointment: 31 },
    '/reservas?reservada=31',
  ],
  [
    'the answer about a quote for a child',
    { notification_type: { name: 'requests' }, patient_id: 9, request: { matter: 'budgets', id: 12 } },
    '/dashboard/solicitud-presupuestos?patient_id=9&tab=solicitados&solicitud=12',
  ],
  [
    'the answer about a document',
    { notification_type: { name: 'requests' }, request: { matter: 'documents', id: 12 } },
    '/dashboard/consultas-medicas/solicitar-documento?solicitud=12',
  ],
  [
    'the answer to a message',
    { notification_type: { name: 'requests' }, request: { matter: 'contact', id: 12 } },
    '/dashboard/contactanos?tab=anteriores&solicitud=12',
  ],
  [
    'a family request',
    { notification_type: { name: 'family_group' }, request_family_group_id: 31 },
    '/dashboard/mi-grupo-familiar?tab=requests&request_id=31',
  ],
]

test.each(destinations)(
  'the link of a message opens %s and marks its notification as read',
  async (_, item, to) => {
    mockEndpoint(one, { notification: { ...notification, ...item } })
    const { path } = await renderPage('/dashboard/novedades/5', { as: 'patient' })
    await waitFor(() => expect(path()).toBe(to))
    expect(requestsTo(read)[0]?.body).toEqual({ ids: [5] })
  },
)

test('a notification that the patient can no longer see is explained, with a way on', async () => {
  mockEndpoint(one, new ApiError('notFound'))
  await renderPage('/dashboard/novedades/5', { as: 'patient' })
  expect(await screen.findByText('Esta novedad ya no se puede ver')).toBeVisible()
  expect(screen.getByRole('link', { name: 'IR AL INICIO' })).toHaveAttribute('href', '/dashboard')
  expect(requestsTo(read)).toEqual([])
})

test('a visitor signs in before the notification opens', async () => {
  const { path } = await renderPage('/dashboard/novedades/5')
  expect(path()).toBe('/')
  expect(requestsTo(one)).toEqual([])
})
