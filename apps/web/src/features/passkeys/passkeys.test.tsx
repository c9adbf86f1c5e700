import { ApiError } from '@mi-portal/contract/api-error'
import { type PasskeyRequestOptions, passkeyEndpoints } from '@mi-portal/contract/passkeys'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { sessionConfirmationEndpoints } from '@mi-portal/contract/session-confirmation'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildPatient } from '../../../test/build.ts'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPage, renderPortal } from '../../../test/render-portal.tsx'
import { call } from '../../lib/call.ts'

const {
  list,
  register,
  registerOptions,
  rename,
  remove,
  declineOffer,
  signIn,
  signInOptions,
  confirmOptions,
  confirm,
} = passkeyEndpoints
const phone = {
  id: 1,
  name: 'Mi teléfono',
  created_at: '2026-11-20T15:00:00Z',
  last_used_at: null,
  suspended: false,
}
const key = {
  id: 2,
  name: 'Llave azul',
  created_at: '2026-11-21T15:00:00Z',
  last_used_at: '2026-11-25T12:30:00Z',
  suspended: false,
}
const requestOptions: PasskeyRequestOptions = {
  challenge: 'cmV0bw',
  timeout: 300_000,
  rpId: 'localhost',
  allowCredentials: [],
  userVerification: 'required',
}
const creationOptions = {
  rp: { name: 'Mi Portal', id: 'localhost' },
  user: { id: 'dXNlcg', name: 'Camila Fuentes', displayName: 'Camila Fuentes' },
  challenge: 'cmV0bw',
  pubKeyCredParams: [{ alg: -7, type: 'public-key' as const }],
  timeout: 300_000,
  excludeCredentials: [],
  authenticatorSelection: {
    residentKey: 'required' as const,
    requireResidentKey: true,
    userVerification: 'required' as const,
  },
  attestation: 'none' as const,
}
const bytes = (text: string) => new TextEncoder().encode(text).buffer

/** What the device gives; a test replaces it by a rejection. */
const device = { get: vi.fn(), create: vi.fn() }

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
  device.create.mockResolvedValue({
    ...credential,
    response: {
      clientDataJSON: bytes('datos'),
      attestationObject: bytes('objeto'),
      getTransports: () => ['internal'],
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

const cancelled = () => Object.assign(new Error('cancelled'), { name: 'NotAllowedError' })

describe('the passkeys of a user', () => {
  const open = (passkeys: readonly (typeof phone | typeof key)[]) => {
    mockEndpoint(list, { passkeys: [...passkeys], available: true, offered: passkeys.length === 0 })
    return renderPage('/dashboard/seguridad', { as: 'patient' })
  }

  test('a passkey is named, created on the device and added', async () => {
    const { user } = await open([])
    mockEndpoint(registerOptions, { options: creationOptions })
    mockEndpoint(register, { passkey: phone })
    expect(await screen.findByText('Aún no tienes passkeys.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'AGREGAR PASSKEY' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Agregar passkey' }))
    await user.clear(dialog.getByLabelText('Nombre'))
    await user.click(dialog.getByRole('button', { name: 'CONTINUAR' }))
    expect(await dialog.findByText('Digita un nombre')).toBeVisible()
    await user.type(dialog.getByLabelText('Nombre'), 'Mi teléfono')
    mockEndpoint(list, { passkeys: [phone], available: true, offered: false })
    await user.click(dialog.getByRole('button', { name: 'CONTINUAR' }))
    expect(await screen.findByText('Tu passkey quedó lista. Ya puedes entrar con ella.')).toBeVisible()
    expect(requestsTo(register)[0]?.body).toMatchObject({
      name: 'Mi teléfono',
      credential: { id: 'aWQ', type: 'public-key', response: { transports: ['internal'] } },
    })
    expect(await screen.findByRole('list', { name: 'Tus passkeys' })).toBeVisible()
  })

  test('a window of the browser that was closed adds nothing and shows no error', async () => {
    const { user } = await open([])
    mockEndpoint(registerOptions, { options: creationOptions })
    device.create.mockRejectedValue(cancelled())
    await user.click(await screen.findByRole('button', { name: 'AGREGAR PASSKEY' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Agregar passkey' }))
    await user.click(dialog.getByRole('button', { name: 'CONTINUAR' }))
    await waitFor(() => expect(device.create).toHaveBeenCalled())
    await waitFor(() => expect(dialog.getByRole('button', { name: 'CONTINUAR' })).toBeEnabled())
    expect(dialog.queryByRole('alert')).not.toBeInTheDocument()
    expect(dialog.getByLabelText('Nombre')).toHaveValue('Mi dispositivo')
    expect(requestsTo(register)).toHaveLength(0)
  })

  test('a passkey is renamed and removed', async () => {
    const { user } = await open([phone])
    mockEndpoint(rename, {})
    mockEndpoint(remove, {})
    await user.click(await screen.findByRole('button', { name: 'Cambiar nombre de Mi teléfono' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Cambiar nombre' }))
    await user.clear(dialog.getByLabelText('Nombre'))
    await user.type(dialog.getByLabelText('Nombre'), 'Llave azul{Enter}')
    await waitFor(() => expect(requestsTo(rename)[0]?.body).toEqual({ name: 'Llave azul' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await user.click(screen.getByRole('button', { name: 'Quitar Mi teléfono' }))
    mockEndpoint(list, { passkeys: [], available: true, offered: false })
    await user.click(await screen.findByRole('button', { name: 'QUITAR' }))
    expect(await screen.findByText('Aún no tienes passkeys.')).toBeVisible()
    expect(requestsTo(remove)[0]?.params).toEqual({ id: '1' })
  })

  test('a list that fails to load can be retried', async () => {
    mockEndpoint(list, new ApiError('unavailable'))
    const { user } = await renderPage('/dashboard/seguridad', { as: 'patient' })
    const retry = await screen.findByRole('button', { name: 'REINTENTAR' })
    mockEndpoint(list, { passkeys: [phone], available: true, offered: false })
    await user.click(retry)
    expect(await screen.findByText('Mi teléfono')).toBeVisible()
  })
})

describe('the offer of a passkey', () => {
  test.each([
    ['patients', '/dashboard/contactanos', 'patient', '/dashboard/seguridad'],
    ['staff', '/admin/usuarios', 'admin', '/admin/seguridad'],
  ] as const)(
    '%s are offered a passkey, and the offer leads to their passkeys',
    async (_, address, as, to) => {
      mockEndpoint(list, { passkeys: [], available: true, offered: true })
      const { user, path } = await renderPortal(address, { as })
      await user.click(await screen.findByRole('link', { name: 'Crear passkey' }))
      await waitFor(() => expect(path()).toBe(to))
      expect(screen.queryByRole('link', { name: 'Crear passkey' })).not.toBeInTheDocument()
    },
  )

  test('a declined offer disappears, and the server remembers it', async () => {
    mockEndpoint(list, { passkeys: [], available: true, offered: true })
    mockEndpoint(declineOffer, {})
    const { user } = await renderPortal('/dashboard/contactanos', { as: 'patient' })
    const offer = (await screen.findByText('Entra sin contraseña')).closest('section, div[role], aside, div')
    expect(offer).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Ahora no' }))
    await waitFor(() => expect(screen.queryByText('Entra sin contraseña')).not.toBeInTheDocument())
    expect(requestsTo(declineOffer)).toHaveLength(1)
  })
})

describe('signing in with a passkey', () => {
  const enter = async (address: '/' | '/admin') => {
    mockEndpoint(signInOptions, { options: requestOptions })
    const portal = await renderPage(address)
    return { ...portal, button: await screen.findByRole('button', { name: 'Entrar con passkey' }) }
  }

  test.each([
    ['/', 'patient', 'STANDART_ROLE', '/dashboard'],
    ['/admin', 'staff', 'ADMIN_ROLE', '/admin/usuarios'],
  ] as const)('the page %s signs in with a passkey, without a document', async (address, area, rol, next) => {
    const { user, button, path } = await enter(address)
    mockEndpoint(signIn, { token: 't', patient: buildPatient({ rol }) })
    await user.click(button)
    await waitFor(() => expect(path()).toBe(next))
    expect(requestsTo(signIn)[0]?.body).toMatchObject({ area, credential: { id: 'aWQ' } })
  })

  test('a rejected passkey is named, and the form stays as it was', async () => {
    const { user, button } = await enter('/')
    mockEndpoint(signIn, new ApiError('passkeyRejected'))
    await user.type(screen.getByRole('textbox', { name: 'RUT' }), '12345678')
    await user.click(button)
    expect(await screen.findByText(/No pudimos reconocer tu passkey/)).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'RUT' })).toHaveValue('1234567-8')
  })

  test('a browser without passkeys has no button for them', async () => {
    Reflect.deleteProperty(window, 'PublicKeyCredential')
    await renderPage('/')
    expect(await screen.findByRole('button', { name: 'INICIAR SESIÓN' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Entrar con passkey' })).not.toBeInTheDocument()
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
})

describe('confirming a sensitive call with a passkey', () => {
  async function ask() {
    mockEndpoint(list, { passkeys: [phone], available: true, offered: false })
    mockEndpoint(confirmOptions, { options: requestOptions })
    await renderPortal('/dashboard/seguridad', { as: 'patient' })
    let isConfirmed = false
    mockEndpoint(remove, () => (isConfirmed ? {} : new ApiError('confirmationNeeded')))
    mockEndpoint(confirm, () => {
      isConfirmed = true
      return {}
    })
    const pending = call(remove, { params: { id: 1 } }).catch(() => 'rejected')
    return { pending, dialog: within(await screen.findByRole('dialog', { name: 'Confirma que eres tú' })) }
  }

  test('a passkey confirms, and the call is repeated', async () => {
    const { pending, dialog } = await ask()
    const button = await dialog.findByRole('button', { name: 'Confirmar con passkey' })
    await act(async () => button.click())
    expect(await pending).not.toBe('rejected')
    expect(requestsTo(remove)).toHaveLength(2)
    expect(requestsTo(sessionConfirmationEndpoints.confirm)).toHaveLength(0)
  })

  test('after a closed window of the browser the password can be typed', async () => {
    device.get.mockRejectedValue(cancelled())
    const { dialog } = await ask()
    const button = await dialog.findByRole('button', { name: 'Confirmar con passkey' })
    await act(async () => button.click())
    await waitFor(() => expect(button).toBeEnabled())
    expect(dialog.queryByRole('alert')).not.toBeInTheDocument()
    expect(dialog.getByLabelText('Contraseña')).toBeEnabled()
  })
})

describe('choosing a password after a temporary one, in an account with a passkey', () => {
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
    return { user, button: await screen.findByRole('button', { name: 'Confirmar con passkey' }) }
  }

  test('the form asks for the passkey, and stores the new password after it', async () => {
    const { user, button } = await chooseWithTemporaryPassword()
    expect(screen.getByText(/Si ya no la tienes, llámanos/)).toBeVisible()
    await user.click(button)
    expect(await screen.findByRole('dialog', { name: title })).toBeVisible()
    expect(requestsTo(profileEndpoints.changePassword)).toHaveLength(2)
  })
})
