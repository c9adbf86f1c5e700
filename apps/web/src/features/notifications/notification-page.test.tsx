import { ApiError } from '@mi-portal/contract/calls/api-error'
import { type Notification, notificationEndpoints } from '@mi-portal/contract/notifications/notifications'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPage } from '../../../test/render-portal.tsx'

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
})

test('the link of a message opens its item and marks its notification as read', async () => {
  const image = { patient_id: 9, exam: { type: 'imaging' as const, attention_id: 77 } }
  mockEndpoint(one, { notification: { ...notification, ...image } })
  const { path } = await renderPage('/dashboard/novedades/5', { as: 'patient' })
  await waitFor(() => expect(path()).toBe('/dashboard/mis-examenes/otros-examenes?patient_id=9&examen=77'))
  expect(requestsTo(read)[0]?.body).toEqual({ ids: [5] })
})

test('a notification that the patient can no longer see is explained, with a way on', async () => {
  mockEndpoint(one, new ApiError('notFound'))
  await renderPage('/dashboard/novedades/5', { as: 'patient' })
  expect(await screen.findByText('Esta novedad ya no se puede ver')).toBeVisible()
  expect(screen.getByRole('link', { name: 'IR AL INICIO' })).toHaveAttribute('href', '/dashboard')
  expect(requestsTo(read)).toEqual([])
})
