import { ApiError } from '@mi-portal/contract/api-error'
import { installationEndpoints } from '@mi-portal/contract/installation'
import { setupEndpoints } from '@mi-portal/contract/setup'
import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { buildPatient } from '../../../../test/build.ts'
import { mockEndpoint, requestsTo } from '../../../../test/fake-server.ts'
import { renderPage } from '../../../../test/render-portal.tsx'
import { getCurrentUser } from '../../../lib/session.ts'

const token = 't'.repeat(43)
const address = `/configurar#${token}`

function mockLink() {
  mockEndpoint(setupEndpoints.open, { expires_at: '2026-11-27T15:00:00.000Z' })
}

async function fillForm(user: UserEvent, password = 'Cordillera2026') {
  await user.type(await screen.findByRole('textbox', { name: 'RUT' }), '11111111-1')
  await user.type(screen.getByRole('textbox', { name: 'Nombres' }), 'Rodrigo')
  await user.type(screen.getByRole('textbox', { name: 'Primer apellido' }), 'Sáez')
  await user.type(screen.getByRole('textbox', { name: 'E-mail' }), 'rodrigo@ejemplo.cl')
  await user.type(screen.getByLabelText('Contraseña'), password)
  await user.type(screen.getByLabelText('Confirmar contraseña'), password)
}

const send = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'CREAR CUENTA' }))

test('the setup page creates the first super administrator, signs them in and leads to «Puesta en marcha»', async () => {
  mockLink()
  const patient = buildPatient({ rol: 'SUPER_ADMIN_ROLE', first_name: 'Rodrigo' })
  mockEndpoint(setupEndpoints.createSuperAdmin, { token: 'session', patient })
  mockEndpoint(installationEndpoints.state, new ApiError('unavailable'))
  const { user, path } = await renderPage(address)
  await fillForm(user)
  await send(user)
  expect(await screen.findByRole('heading', { level: 1, name: 'Puesta en marcha' })).toBeVisible()
  expect(path()).toBe('/admin/puesta-en-marcha')
  expect(getCurrentUser()).toMatchObject({ token: 'session', rol: 'SUPER_ADMIN_ROLE' })
  expect(requestsTo(setupEndpoints.open)[0]?.body).toEqual({ token })
  expect(requestsTo(setupEndpoints.createSuperAdmin)[0]?.body).toMatchObject({
    token,
    document_type_id: 1,
    first_name: 'Rodrigo',
    password: 'Cordillera2026',
  })
})

test.each([
  ['without a token', '/configurar'],
  ['with a token that was used, replaced or expired', address],
])('the setup page %s says how to get another address', async (_what, opened) => {
  mockEndpoint(setupEndpoints.open, new ApiError('setupLinkOver'))
  await renderPage(opened)
  expect(await screen.findByText('Esta dirección de configuración no es válida')).toBeVisible()
  expect(screen.getByText(/reinicia el servidor/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'CREAR CUENTA' })).toBeNull()
})

test.each([
  ['a weak password', 'password', 'Elige una contraseña más difícil de adivinar', 'Contraseña'],
  ['a document that is taken', 'document_number', 'El documento ya se encuentra registrado', 'RUT'],
])('%s is rejected at its field, and what was typed stays', async (_what, param, msg, label) => {
  mockLink()
  mockEndpoint(setupEndpoints.createSuperAdmin, new ApiError('invalid', { param, msg }))
  const { user } = await renderPage(address)
  await fillForm(user)
  await send(user)
  expect(await screen.findAllByText(msg)).toHaveLength(2)
  expect(screen.getByLabelText(label, { selector: 'input:not([type=radio])' })).toBeInvalid()
  expect(screen.getByRole('textbox', { name: 'Nombres' })).toHaveValue('Rodrigo')
  expect(screen.getByLabelText('Contraseña')).toHaveValue('Cordillera2026')
})
