import { type Alert, alertEndpoints } from '@mi-portal/contract/alerts'
import { ApiError } from '@mi-portal/contract/api-error'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPage } from '../../../test/render-portal.tsx'

const color = { id: 1, color: 'Azul', primary_code: '#1D4ED8', secundary_code: '#EFF6FF' }

function buildAlert(id: number, name: string): Alert {
  const status = { id: 1, name: 'Activa' }
  const updated_at = '2026-11-20T12:00:00.000Z'
  return { id, name, text: `Texto de ${name}`, color_id: 1, color, status_id: 1, status, updated_at }
}

async function openPage() {
  mockEndpoint(alertEndpoints.list, { alerts: [buildAlert(1, 'Corte'), buildAlert(2, 'Feriado')] })
  mockEndpoint(alertEndpoints.colors, { colors: [color] })
  const { user } = await renderPage('/admin/alerts', { as: 'superAdmin' })
  await screen.findByRole('row', { name: /Corte/ })
  return user
}

test('a user who saves an alert that changed meanwhile reads so, and keeps the typed text', async () => {
  mockEndpoint(alertEndpoints.edit, new ApiError('changedMeanwhile'))
  const user = await openPage()
  await user.click(screen.getByRole('button', { name: 'Editar Corte' }))
  await user.type(screen.getByRole('textbox', { name: 'Nombre' }), ' general')
  await user.click(screen.getByRole('button', { name: 'GUARDAR CAMBIOS' }))
  expect(await screen.findByText(/Los datos cambiaron mientras los editabas/)).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Nombre' })).toHaveValue('Corte general')
  expect(screen.getByRole('button', { name: 'Cargar los datos actuales' })).toBeVisible()
})

test('several alerts are deleted at once, after a confirmation', async () => {
  mockEndpoint(alertEndpoints.remove, {})
  const user = await openPage()
  expect(screen.getByRole('button', { name: 'Eliminar' })).toBeDisabled()
  await user.click(screen.getByRole('checkbox', { name: 'Elegir Corte' }))
  await user.click(screen.getByRole('checkbox', { name: 'Elegir Feriado' }))
  await user.click(screen.getByRole('button', { name: 'Eliminar (2)' }))
  expect(await screen.findByText('¿Eliminar 2 alertas?')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Eliminar' }))
  await waitFor(() => expect(requestsTo(alertEndpoints.remove)[0]?.body).toEqual({ ids: [1, 2] }))
})
