import type { NotificationTopic } from '@mi-portal/contract/notifications/notifications'
import {
  type Channel,
  type NotificationPreferences,
  notificationPreferenceEndpoints,
  usualSettings,
} from '@mi-portal/contract/notifications/preferences'
import { pushEndpoints } from '@mi-portal/contract/notifications/push'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../../test/fake-server.ts'
import { renderPage } from '../../../../test/render-portal.tsx'

const { get, choose, set } = notificationPreferenceEndpoints
const page = '/dashboard/perfil/notificaciones'
const both: Channel[] = ['email', 'push']

function choicesOf(topics: readonly NotificationTopic[]) {
  return topics.map((topic) => ({ topic, channels: [...both] }))
}

function buildPreferences(overrides: Partial<NotificationPreferences> = {}): NotificationPreferences {
  return {
    push_key: 'BKey',
    text_channels: [],
    text_phone: { number: '987654321', state: 'unconfirmed', waits_for_code: false },
    people: [
      {
        patient_id: null,
        first_name: 'Camila',
        choices: choicesOf(['reminders', 'appointments', 'results', 'answers', 'family']),
      },
      { patient_id: 9, first_name: 'Martina', choices: choicesOf(['reminders', 'results']) },
    ],
    settings: { ...usualSettings, channel_order: [...usualSettings.channel_order] },
    minutes_between: 60,
    devices: [],
    ...overrides,
  }
}

test('a patient chooses channels by topic and by child, and only what changed is sent', async () => {
  mockEndpoint(get, buildPreferences())
  mockEndpoint(choose, {})
  const { user } = await renderPage(page, { as: 'patient' })
  const form = await screen.findByRole('form', { name: 'Novedades de Martina' })
  await user.click(within(form).getByText('Elegir por tema'))
  const results = within(form).getByRole('group', { name: 'Resultados' })
  expect(within(form).getByRole('button', { name: 'Guardar los canales de Martina' })).toBeDisabled()
  await user.click(within(results).getByRole('checkbox', { name: 'Correo electrónico' }))
  await user.click(within(form).getByRole('button', { name: 'Guardar los canales de Martina' }))
  expect(await within(form).findByText('Guardamos tus preferencias.')).toBeVisible()
  expect(requestsTo(choose).map(({ body }) => body)).toEqual([
    { patient_id: 9, choices: [{ topic: 'results', channels: ['push'] }] },
  ])
  const own = screen.getByRole('form', { name: 'Tus novedades' })
  expect(within(own).getByText(/sobre tu seguridad llegan siempre/)).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Recordatorios de tus horas' })).toBeVisible()
})

test('the quiet hours are stored, and an empty time is explained at its field', async () => {
  mockEndpoint(get, buildPreferences())
  mockEndpoint(set, {})
  const { user } = await renderPage(page, { as: 'patient' })
  const form = await screen.findByRole('form', { name: 'Cuándo y en qué orden' })
  await user.clear(within(form).getByLabelText('Desde'))
  await user.click(within(form).getByRole('button', { name: 'Guardar orden y silencio' }))
  expect(await within(form).findByText('Elige una hora')).toBeVisible()
  expect(requestsTo(set)).toEqual([])
  await user.type(within(form).getByLabelText('Desde'), '22:30')
  await user.click(within(form).getByRole('button', { name: 'Guardar orden y silencio' }))
  expect(await within(form).findByText('Guardamos tus preferencias.')).toBeVisible()
  expect(requestsTo(set)[0]?.body).toMatchObject({ quiet_from: '22:30', quiet_to: '08:00' })
})

test('a patient removes a device, and a browser without push messages says so', async () => {
  const device = { id: 4, device: 'Chrome en Android', created_at: '2026-05-20T20:20:00Z', is_current: false }
  mockEndpoint(get, buildPreferences({ devices: [device] }))
  mockEndpoint(pushEndpoints.remove, () => {
    mockEndpoint(get, buildPreferences())
    return {}
  })
  const { user } = await renderPage(page, { as: 'patient' })
  expect(await screen.findByText(/Este navegador no muestra avisos/)).toBeVisible()
  const devices = screen.getByRole('list', { name: 'Dispositivos con avisos' })
  expect(within(devices).getByText('Chrome en Android')).toBeVisible()
  await user.click(within(devices).getByRole('button', { name: /Quitar Chrome en Android/ }))
  expect(await screen.findByRole('region', { name: 'Avisos en tus dispositivos' })).not.toHaveTextContent(
    'Chrome en Android',
  )
  expect(requestsTo(pushEndpoints.remove)[0]?.params).toEqual({ id: '4' })
})
