import { ApiError } from '@mi-portal/contract/calls/api-error'
import { type PasskeyRequestOptions, passkeyEndpoints } from '@mi-portal/contract/passkeys/passkeys'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildPatient } from '../../../test/build.ts'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPage } from '../../../test/render-portal.tsx'

const { signIn, signInOptions, confirmOptions, confirm } = passkeyEndpoints
const requestOptions: PasskeyRequestOptions = {
  challenge: 'cmV0bw',
  timeout: 300_000,
  rpId: 'localhost',
  allowCredentials: [],
  userVerification: 'required',
}
const bytes = (text: string) => new TextEncoder().encode(text).buffer

/** What the device gives; a test replaces it by a rejection. */
const device = { get: vi.fn() }

beforeEach(() => {
  const credential = {
    id: 'aWQ',
    rawId: bytes('id'),
    type: 'public-key',
    getClientExtensionResults: () => ({}),
  }
  device.get.mockResolvedValue({
    ...credential,
    response: {
      clientDataJSON: bytes('datos'),
      authenticatorData: bytes('autenticador'),
      signature: bytes('firma'),
      userHandle: bytes('user'),
    },
  })
  vi.stubGlobal('PublicKeyCredential', class {})
  Object.defineProperty(navigator, 'credentials', { value: device, configurable: true })
})
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'credentials')
  vi.clearAllMocks()
})

const enter = async (address: '/' | '/admin') => {
  mockEndpoint(signInOptions, { options: requestOptions })
  const portal = await renderPage(address)
  return { ...portal, button: await screen.findByRole('button', { name: 'Entrar con huella o PIN' }) }
}

test('staff sign in with a passkey, without a document', async () => {
  const { user, button, path } = await enter('/admin')
  mockEndpoint(signIn, { token: 't', patient: buildPatient({ rol: 'ADMIN_ROLE' }) })
  await user.click(button)
  await waitFor(() => expect(path()).toBe('/admin/usuarios'))
  expect(requestsTo(signIn)[0]?.body).toMatchObject({ area: 'staff', credential: { id: 'aWQ' } })
})

test('a browser without passkeys has no button for them', async () => {
  Reflect.deleteProperty(window, 'PublicKeyCredential')
  await renderPage('/')
  expect(await screen.findByRole('button', { name: 'INICIAR SESIÓN' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Entrar con huella o PIN' })).not.toBeInTheDocument()
})

test('the field of the document offers passkeys, and a chosen one signs in', async () => {
  Object.assign(PublicKeyCredential, { isConditionalMediationAvailable: async () => true })
  const { user, path } = await enter('/')
  mockEndpoint(signIn, { token: 't', patient: buildPatient() })
  const field = screen.getByRole('textbox', { name: 'RUT' })
  expect(field).toHaveAttribute('autocomplete', 'username webauthn')
  await user.click(field)
  await waitFor(() =>
    expect(device.get).toHaveBeenCalledWith(expect.objectContaining({ mediation: 'conditional' })),
  )
  await waitFor(() => expect(path()).toBe('/dashboard'))
})

const title = '¡Los cambios fueron guardados con éxito!'

async function chooseWithTemporaryPassword() {
  let isProven = false
  mockEndpoint(confirmOptions, { options: requestOptions })
  mockEndpoint(confirm, () => {
    isProven = true
    return {}
  })
  mockEndpoint(profileEndpoints.changePassword, () => (isProven ? {} : new ApiError('passkeyProofNeeded')))
  const { user } = await renderPage('/dashboard/perfil', { as: { temporary_key_status: true } })
  await user.type(await screen.findByLabelText('Contraseña actual'), 'Temporal-2026')
  await user.type(screen.getByLabelText('Nueva contraseña'), 'Araucaria-1810')
  await user.type(screen.getByLabelText('Confirmar nueva contraseña'), 'Araucaria-1810')
  await user.click(screen.getByRole('button', { name: 'GUARDAR CAMBIOS' }))
  return { user, button: await screen.findByRole('button', { name: 'Confirmar con huella o PIN' }) }
}

test('the form asks for the passkey, and stores the new password after it', async () => {
  const { user, button } = await chooseWithTemporaryPassword()
  expect(screen.getByText(/Si ya no puedes, llámanos/)).toBeVisible()
  await user.click(button)
  expect(await screen.findByRole('dialog', { name: title })).toBeVisible()
  expect(requestsTo(profileEndpoints.changePassword)).toHaveLength(2)
})
