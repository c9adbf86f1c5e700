import { familyRequestEndpoints } from '@mi-portal/contract/family/requests'
import { type Notification, notificationEndpoints } from '@mi-portal/contract/notifications/notifications'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockEndpoint, mockStream, requestsTo } from '../../../test/fake-server.ts'
import { renderPortal } from '../../../test/render-portal.tsx'
import { getCurrentUser } from '../../lib/session.ts'

let counter = 0

function buildNotification(overrides: Partial<Notification> = {}): Notification {
  counter += 1
  return {
    id: counter,
    text: 'Hay un nuevo resultado de laboratorio en Mis Exámenes.',
    notification_read: false,
    active: true,
    created_at: '2026-05-20T20:20:00Z',
    notification_type: { name: 'exams_procedures' },
    topic: 'results',
    request: null,
    request_family_group_id: null,
    patient_id: null,
    exam: null,
    id_appointment: null,
    url_accept: null,
    url_reject: null,
    ...overrides,
  }
}

const request = () =>
  buildNotification({
    text: 'Diego Esteban Soto quiere agregarte a su grupo familiar.',
    notification_type: { name: 'family_group' },
    request_family_group_id: 31,
    url_accept: 'requests/families/groups/modals/accepteds/31/9/12',
    url_reject: 'requests/families/groups/modals/rejecteds/31/9/12',
  })

function pageOf(notifications: Notification[], more: { total?: number; page?: number } = {}) {
  const unread = notifications.filter((one) => !one.notification_read).length
  return { notifications, unread, total: more.total ?? notifications.length, page: more.page ?? 1, limit: 20 }
}

const bell = (name: string | RegExp) => screen.findByRole('button', { name })

test.each([
  ['Aceptar', familyRequestEndpoints.accept],
  ['Rechazar', familyRequestEndpoints.reject],
] as const)('a family request is decided in the list: %s', async (name, endpoint) => {
  let stored = request()
  mockEndpoint(notificationEndpoints.list, () => pageOf([stored]))
  mockEndpoint(endpoint, () => {
    stored = { ...stored, url_accept: null, url_reject: null, notification_read: true }
    return { landing: '/accepted/1/123456785/Diego' }
  })
  const { user } = await renderPortal('/dashboard', { as: 'patient' })
  await user.click(await bell(/1 sin leer/))
  await user.click(await screen.findByRole('button', { name }))
  await waitFor(() => expect(screen.queryByRole('button', { name })).not.toBeInTheDocument())
  expect(requestsTo(endpoint)[0]?.params).toEqual({ request_id: '31', applicant_id: '9', family_id: '12' })
})

test.each([
  '//otro.example/requests/families/groups/modals/accepteds/31/9/12',
  'requests/families/groups/modals/accepteds/31/9/12/../../..',
])('no call is sent for any other address: %s', async (url_accept) => {
  mockEndpoint(notificationEndpoints.list, pageOf([{ ...request(), url_accept }]))
  const { user } = await renderPortal('/dashboard', { as: 'patient' })
  await user.click(await bell(/1 sin leer/))
  await user.click(await screen.findByRole('button', { name: 'Aceptar' }))
  // The test answers no call, so any call would fail it.
  expect(await screen.findByText('Error al aceptar la solicitud')).toBeVisible()
})

test('a new notification announced by the stream appears without a reload', async () => {
  mockEndpoint(notificationEndpoints.list, pageOf([]))
  const stream = mockStream(notificationEndpoints.stream)
  await renderPortal('/dashboard', { as: 'patient' })
  await bell('Notificaciones')
  expect(requestsTo(notificationEndpoints.stream)[0]?.headers.get('x-token')).toBe(getCurrentUser()?.token)
  mockEndpoint(notificationEndpoints.list, pageOf([buildNotification()]))
  stream.send('changed')
  expect(await bell('Notificaciones, 1 sin leer')).toBeVisible()
})
