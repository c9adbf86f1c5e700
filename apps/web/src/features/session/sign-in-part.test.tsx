import { sessionEndpoints } from '@mi-portal/contract/session/session'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { buildPatient } from '../../../test/build.ts'
import { mockEndpoint } from '../../../test/fake-server.ts'
import { renderPage } from '../../../test/render-portal.tsx'

const part = vi.hoisted(() => ({ arrives: false }))
vi.mock('./sign-in.flow.ts', async (original) => {
  if (!part.arrives) throw new TypeError('Failed to fetch dynamically imported module')
  return original()
})

test('a sign-in whose script could not be loaded says so, keeps what was typed, and signs in at the next attempt', async () => {
  mockEndpoint(sessionEndpoints.signIn, { token: 'llave', patient: buildPatient() })
  const { user, path } = await renderPage('/')
  await user.type(screen.getByLabelText('RUT', { selector: '[name=document_number]' }), '12.345.678-5')
  await user.type(screen.getByLabelText('Contraseña'), 'Portal2026')
  await user.click(screen.getByRole('button', { name: 'INICIAR SESIÓN' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('No pudimos abrir esta parte de la página')
  expect(screen.getByLabelText('Contraseña')).toHaveValue('Portal2026')
  expect(screen.getByRole('button', { name: 'INICIAR SESIÓN' })).toBeEnabled()
  part.arrives = true
  await user.click(screen.getByRole('button', { name: 'REINTENTAR' }))
  await waitFor(() => expect(path()).toBe('/dashboard'))
})
