import { type Alert, alertEndpoints } from '@mi-portal/contract/alerts/alerts'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { act, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPage, renderPortal } from '../../../test/render-portal.tsx'
import { openedAt } from './document-alerts.rules.ts'

const holiday = {
  id: 1,
  name: 'Horario especial',
  text: 'El 8 de diciembre atendemos de 09:00 a 13:00 h.',
  color_id: 1,
  status_id: 1,
  color: { id: 1, color: 'Amarillo', primary_code: '#402C00', secundary_code: '#FFEFC2' },
}
const pale = {
  ...holiday,
  id: 2,
  name: 'Mantención',
  color: { id: 2, color: 'Gris', primary_code: '#CCCCCC', secundary_code: '#FFFFFF' },
}

test('an alert whose colours are not readable is shown in the attention colours', async () => {
  mockEndpoint(alertEndpoints.listPublic, { alerts: [holiday, pale] })
  await renderPortal('/')
  const text = await screen.findByText('Mantención.')
  // The attention colours come from the style sheet.
  expect(text.closest('div')).not.toHaveAttribute('style')
})

test('the alerts of the document are shown without a call, and are loaded when the visitor comes back after half a minute', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const block = document.createElement('script')
  Object.assign(block, {
    type: 'application/json',
    id: 'portal-alerts',
    textContent: JSON.stringify([holiday]),
  })
  document.head.append(block)
  onTestFinished(() => block.remove())
  mockEndpoint(alertEndpoints.listPublic, { alerts: [pale] })
  const comeBack = () => act(async () => void document.dispatchEvent(new Event('visibilitychange')))

  vi.setSystemTime(openedAt + 1000)
  await renderPortal('/')
  await comeBack()
  expect(screen.getByText('Horario especial.')).toBeVisible()
  expect(requestsTo(alertEndpoints.listPublic)).toHaveLength(0)
  vi.setSystemTime(openedAt + 31_000)
  await comeBack()
  expect(await screen.findByText('Mantención.')).toBeVisible()
  expect(screen.queryByText('Horario especial.')).not.toBeInTheDocument()
  expect(requestsTo(alertEndpoints.listPublic)).toHaveLength(1)
})

const stored = (alert: typeof holiday): Alert => ({
  ...alert,
  status: { id: 1, name: 'Activa' },
  updated_at: '2026-11-20T12:00:00.000Z',
})

async function openPage() {
  mockEndpoint(alertEndpoints.list, { alerts: [stored(holiday), stored(pale)] })
  mockEndpoint(alertEndpoints.colors, { colors: [holiday.color] })
  const { user } = await renderPage('/admin/alerts', { as: 'superAdmin' })
  await screen.findByRole('row', { name: /Horario especial/ })
  return user
}

test('a user who saves an alert that changed meanwhile reads so, and keeps the typed text', async () => {
  mockEndpoint(alertEndpoints.edit, new ApiError('changedMeanwhile'))
  const user = await openPage()
  await user.click(screen.getByRole('button', { name: 'Editar Horario especial' }))
  await user.type(screen.getByRole('textbox', { name: 'Nombre' }), ' general')
  await user.click(screen.getByRole('button', { name: 'GUARDAR CAMBIOS' }))
  expect(await screen.findByText(/Los datos cambiaron mientras los editabas/)).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Nombre' })).toHaveValue('Horario especial general')
  expect(screen.getByRole('button', { name: 'Cargar los datos actuales' })).toBeVisible()
})
