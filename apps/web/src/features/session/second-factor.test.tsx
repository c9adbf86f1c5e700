import { accountSecurityEndpoints } from '@mi-portal/contract/account-security'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { mailedCodeEndpoints } from '@mi-portal/contract/session/mailed-code'
import { secondFactorEndpoints } from '@mi-portal/contract/session/second-factor'
import { sessionEndpoints } from '@mi-portal/contract/session/session'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { buildPatient } from '../../../test/build.ts'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPage, renderPortal } from '../../../test/render-portal.tsx'

const realMatchMedia = window.matchMedia

const off = { enabled: false, required: false, recovery_codes_left: 0 }
const begun = {
  secret: 'ABCDEFGH',
  uri: 'otpauth://totp/x',
  qr_svg: '<svg xmlns="http://www.w3.org/2000/svg"/>',
}

test('a required second factor makes its page the only one', async () => {
  mockEndpoint(secondFactorEndpoints.state, { ...off, required: true })
  const { path } = await renderPortal('/admin/usuarios', { as: 'admin' })
  await waitFor(() => expect(path()).toBe('/admin/seguridad'))
  expect(await screen.findByText('Configúralo para continuar.')).toBeVisible()
})

test('on a phone the setup opens the application of the phone itself and copies the key, and the QR code is folded', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({
    ...realMatchMedia(query),
    matches: query === '(pointer: coarse)',
  }))
  mockEndpoint(secondFactorEndpoints.state, off)
  mockEndpoint(secondFactorEndpoints.begin, begun)
  const { user } = await renderPage('/admin/seguridad', { as: 'admin' })
  await user.click(await screen.findByRole('button', { name: 'CONFIGURAR' }))
  expect(await screen.findByRole('link', { name: 'ABRIR MI APLICACIÓN' })).toHaveAttribute('href', begun.uri)
  expect(screen.getByText('Mi aplicación está en otro teléfono').closest('details')).not.toHaveAttribute(
    'open',
  )
  await user.click(screen.getByRole('button', { name: 'Copiar clave' }))
  expect(await screen.findByText('Clave copiada')).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe(begun.secret)
})

test('staff without their passkey type the code of another member of staff, and sign in again', async () => {
  mockEndpoint(secondFactorEndpoints.state, { ...off, required: true })
  mockEndpoint(secondFactorEndpoints.begin, new ApiError('passkeyNeeded'))
  const { user, path } = await renderPortal('/admin/seguridad', { as: 'admin' })
  expect(screen.queryByRole('button', { name: 'Perdí mi huella o PIN' })).not.toBeInTheDocument()
  await user.click(await screen.findByRole('button', { name: 'CONFIGURAR' }))
  await user.click(await screen.findByRole('button', { name: 'Perdí mi huella o PIN' }))
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Quitar una huella o un PIN que perdiste' }),
  )
  await user.click(dialog.getByRole('button', { name: 'QUITAR CÓDIGO EXTRA' }))
  expect(await dialog.findByText('Digita el código de 8 dígitos')).toBeVisible()
  mockEndpoint(accountSecurityEndpoints.resetInSession, {})
  await user.type(dialog.getByLabelText('Código de la clínica'), '1234 5678')
  await user.click(dialog.getByRole('button', { name: 'QUITAR CÓDIGO EXTRA' }))
  await waitFor(() => expect(path()).toBe('/admin'))
  expect(requestsTo(accountSecurityEndpoints.resetInSession)[0]?.body).toEqual({ code: '12345678' })
})

async function signInWithTypedPassword() {
  mockEndpoint(sessionEndpoints.signIn, { second_factor: true, challenge: 'reto', code_from: 'email' })
  const portal = await renderPage('/')
  await portal.user.type(await screen.findByRole('textbox', { name: 'RUT' }), '12345678-5')
  await portal.user.type(screen.getByLabelText('Contraseña'), 'Dada-Por-Clinica-1')
  await portal.user.click(screen.getByRole('button', { name: 'INICIAR SESIÓN' }))
  expect(await screen.findByText('Ingresa el código de 6 dígitos que enviamos a tu correo.')).toBeVisible()
  return portal
}

test('the code from the mail opens the page on which the patient chooses a password', async () => {
  const { user, path } = await signInWithTypedPassword()
  await user.type(screen.getByLabelText('Código'), '12345')
  await user.click(screen.getByRole('button', { name: 'CONTINUAR' }))
  expect(await screen.findByText('Digita el código de 6 dígitos')).toBeVisible()
  mockEndpoint(mailedCodeEndpoints.answer, new ApiError('wrongSecondFactor', { param: 'code' }))
  await user.type(screen.getByLabelText('Código'), '6')
  await user.click(screen.getByRole('button', { name: 'CONTINUAR' }))
  expect(await screen.findByText('El código no es válido')).toBeVisible()
  mockEndpoint(mailedCodeEndpoints.answer, {
    token: 't',
    patient: buildPatient({ temporary_key_status: true }),
  })
  await user.click(screen.getByRole('button', { name: 'CONTINUAR' }))
  await waitFor(() => expect(path()).toMatch(/^\/dashboard\/perfil/))
  expect(requestsTo(mailedCodeEndpoints.answer).at(-1)?.body).toEqual({
    challenge: 'reto',
    code: '123456',
  })
})

test('after the code from the mail, a second factor is asked for', async () => {
  const { user } = await signInWithTypedPassword()
  mockEndpoint(mailedCodeEndpoints.answer, {
    second_factor: true,
    challenge: 'otro',
    code_from: 'app',
  })
  await user.type(screen.getByLabelText('Código'), '123456')
  await user.click(screen.getByRole('button', { name: 'CONTINUAR' }))
  expect(await screen.findByText(/aplicación de autenticación/)).toBeVisible()
  expect(screen.getByLabelText('Código')).toHaveValue('')
})
