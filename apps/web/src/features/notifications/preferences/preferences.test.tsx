import { ApiError } from '@mi-portal/contract/api-error'
import type { NotificationTopic } from '@mi-portal/contract/notifications'
import {
  type Channel,
  type NotificationPreferences,
  notificationPreferenceEndpoints,
  pushEndpoints,
  usualSettings,
} from '@mi-portal/contract/notifications/preferences'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../../test/fake-server.ts'
import { renderPortal } from '../../../../test/render-portal.tsx'

const { get, choose, set } = notificationPreferenceEndpoints
const page = '/dashboard/perfil/notificaciones'
const both: Channel[] = ['email', 'push']

function choicesOf(topics: readonly NotificationTopic[]) {
  return topics.map((topic) => ({ topic, channels: [...both] }))
}

function buildPreferences(overrides: Partial<NotificationPreferences> = {}): NotificationPreferences {
  return {
    push_key: 'BKey',
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
  const { user } = await renderPortal(page, { as: 'patient' })
  const form = await screen.findByRole('form', { name: 'Novedades de Martina' })
  const results = within(form).getByRole('group', { name: 'Resultados' })
  expect(within(form).getByRole('button', { name: 'Guardar los canales de Martina' })).toBeDisabled()
  await user.click(within(results).getByRole('checkbox', { name: 'Correo electrónico' }))
  await user.click(within(form).getByRole('button', { name: 'Guardar los canales de Martina' }))
  expect(await within(form).findByText('Guardamos tus preferencias.')).toBeVisible()
  expect(requestsTo(choose).map(({ body }) => body)).toEqual([
    { patient_id: 9, choices: [{ topic: 'results', channels: ['push'] }] },
  ])
  const own = screen.getByRole('form', { name: 'Tus novedades' })
  expect(within(own).getByText(/seguridad de tu cuenta llegan siempre/)).toBeVisible()
})

test('a choice that could not be stored stays on the screen, and can be sent again', async () => {
  mockEndpoint(get, buildPreferences())
  mockEndpoint(choose, new ApiError('unavailable', { fieldErrors: [] }))
  const { user } = await renderPortal(page, { as: 'patient' })
  const form = await screen.findByRole('form', { name: 'Tus novedades' })
  const family = within(form).getByRole('group', { name: 'Grupo familiar' })
  await user.click(within(family).getByRole('checkbox', { name: 'Correo electrónico' }))
  await user.click(within(form).getByRole('button', { name: 'Guardar mis canales' }))
  expect(await within(form).findByText('No ha sido posible guardar tus preferencias')).toBeVisible()
  expect(within(family).getByRole('checkbox', { name: 'Correo electrónico' })).not.toBeChecked()
  expect(within(form).getByRole('button', { name: 'Guardar mis canales' })).toBeEnabled()
})

test('the order of channels and the quiet hours are stored, and an empty time is explained at its field', async () => {
  mockEndpoint(get, buildPreferences())
  mockEndpoint(set, {})
  const { user } = await renderPortal(page, { as: 'patient' })
  const form = await screen.findByRole('form', { name: 'Cuándo y en qué orden' })
  await user.click(within(form).getByRole('radio', { name: /Primero el aviso/ }))
  await user.clear(within(form).getByLabelText('Desde'))
  await user.click(within(form).getByRole('button', { name: 'Guardar orden y silencio' }))
  expect(await within(form).findByText('Elige una hora')).toBeVisible()
  expect(requestsTo(set)).toEqual([])
  await user.type(within(form).getByLabelText('Desde'), '22:30')
  await user.click(within(form).getByRole('button', { name: 'Guardar orden y silencio' }))
  expect(await within(form).findByText('Guardamos tus preferencias.')).toBeVisible()
  expect(requestsTo(set)[0]?.body).toEqual({
    in_turn: true,
    channel_order: ['push', 'email'],
    quiet_from: '22:30',
    quiet_to: '08:00',
  })
})

test('a patient removes a device, and a browser without push messages says so', async () => {
  const device = { id: 4, device: 'Chrome en Android', created_at: '2026-05-20T20:20:00Z', is_current: false }
  mockEndpoint(get, buildPreferences({ devices: [device] }))
  mockEndpoint(pushEndpoints.remove, () => {
    mockEndpoint(get, buildPreferences())
    return {}
  })
  const { user } = await renderPortal(page, { as: 'patient' })
  expect(await screen.findByText(/Este navegador no muestra avisos/)).toBeVisible()
  const devices = screen.getByRole('list', { name: 'Dispositivos con avisos' })
  expect(within(devices).getByText('Chrome en Android')).toBeVisible()
  await user.click(within(devices).getByRole('button', { name: /Quitar Chrome en Android/ }))
  expect(await screen.findByRole('region', { name: 'Avisos en tus dispositivos' })).not.toHaveTextContent(
    'Chrome en Android',
  )
  expect(requestsTo(pushEndpoints.remove)[0]?.params).toEqual({ id: '4' })
})

test('an installation without push messages offers e-mail only', async () => {
  mockEndpoint(get, buildPreferences({ push_key: null }))
  await renderPortal(page, { as: 'patient' })
  expect(await screen.findByRole('form', { name: 'Tus novedades' })).toBeVisible()
  expect(screen.queryByRole('checkbox', { name: /Aviso/ })).not.toBeInTheDocument()
  expect(screen.queryByRole('heading', { name: 'Cuándo y en qué orden' })).not.toBeInTheDocument()
})

test('preferences that cannot be loaded are asked for again', async () => {
  mockEndpoint(get, new ApiError('unavailable', { fieldErrors: [] }))
  const { user } = await renderPortal(page, { as: 'patient' })
  expect(await screen.findByText('Error server al obtener tus preferencias')).toBeVisible()
  mockEndpoint(get, buildPreferences())
  await user.click(screen.getByRole('button', { name: 'REINTENTAR' }))
  expect(await screen.findByRole('form', { name: 'Tus novedades' })).toBeVisible()
})
