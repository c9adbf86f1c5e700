import { accountSecurityEndpoints } from '@mi-portal/contract/account-security'
import { accountUnlockEndpoints } from '@mi-portal/contract/account-unlock'
import { ApiError } from '@mi-portal/contract/api-error'
import { identityEndpoints } from '@mi-portal/contract/identity'
import { sessionEndpoints } from '@mi-portal/contract/session'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { fakePopup } from '../../../test/fake-popup.ts'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPortal } from '../../../test/render-portal.tsx'

const token = 't'.repeat(43)
const over = new ApiError('emailLinkOver', {
  msg: 'Este enlace ya se usó o venció. Si necesitas ayuda, llama a servicio al cliente',
})

test('opening the link «no fui yo» reports nothing; its button does', async () => {
  mockEndpoint(accountSecurityEndpoints.reportByLink, {})
  const { user } = await renderPortal(`/proteger/no-fui-yo/${token}`)
  const button = await screen.findByRole('button', { name: 'NO FUI YO' })
  expect(requestsTo(accountSecurityEndpoints.reportByLink)).toEqual([])
  await user.click(button)
  expect(await screen.findByRole('heading', { name: 'Cerramos todas tus sesiones' })).toHaveFocus()
  expect(requestsTo(accountSecurityEndpoints.reportByLink)).toHaveLength(1)
  expect(screen.getByRole('link', { name: 'bloquear tu cuenta' })).toBeVisible()
})

test('a link that was used says so, and how to reach customer service', async () => {
  mockEndpoint(accountSecurityEndpoints.reportByLink, over)
  const { user } = await renderPortal(`/proteger/no-fui-yo/${token}`)
  await user.click(await screen.findByRole('button', { name: 'NO FUI YO' }))
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Este enlace ya se usó o venció')
  expect(alert).toHaveTextContent('Servicio al cliente: ')
})

test('opening the link that locks an account locks nothing; its button does', async () => {
  mockEndpoint(accountSecurityEndpoints.lockByLink, {})
  const { user } = await renderPortal(`/proteger/bloquear/${token}`)
  const button = await screen.findByRole('button', { name: 'BLOQUEAR MI CUENTA' })
  expect(requestsTo(accountSecurityEndpoints.lockByLink)).toEqual([])
  await user.click(button)
  expect(await screen.findByRole('heading', { name: 'Tu cuenta está bloqueada' })).toHaveFocus()
})

test('the sign-in page leads to the request of the link, whose answer names no account', async () => {
  mockEndpoint(accountSecurityEndpoints.requestLock, {})
  const { user, path } = await renderPortal('/')
  await user.click(await screen.findByRole('link', { name: 'Bloquear mi cuenta' }))
  await waitFor(() => expect(path()).toBe('/proteger/bloquear'))
  await user.click(await screen.findByRole('button', { name: 'ENVIAR ENLACE' }))
  expect(await screen.findByText('Digita RUT')).toBeVisible()
  await user.type(screen.getByLabelText('RUT', { selector: '[name=document_number]' }), '12.345.678-5')
  await user.click(screen.getByRole('button', { name: 'ENVIAR ENLACE' }))
  expect(await screen.findByRole('heading', { name: 'Revisa tu e-mail' })).toBeVisible()
  expect(screen.getByText(/Si existe una cuenta con ese documento/)).toBeVisible()
  expect(requestsTo(accountSecurityEndpoints.requestLock)).toMatchObject([
    { body: { document_type_id: 1, document_number: '12345678-5' } },
  ])
})

test('the request of the link asks for the country when people of several countries have the passport number', async () => {
  mockEndpoint(accountSecurityEndpoints.requestLock, ({ body }) =>
    JSON.stringify(body).includes('"document_country":"PE"')
      ? {}
      : new ApiError('passportCountryNeeded', { param: 'document_country' }),
  )
  const { user } = await renderPortal('/proteger/bloquear')
  await user.click(await screen.findByRole('radio', { name: 'Pasaporte' }))
  await user.type(screen.getByRole('textbox', { name: 'Pasaporte' }), 'N1234567')
  expect(screen.queryByRole('combobox')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'ENVIAR ENLACE' }))
  expect(await screen.findByText(/Hay más de una persona con este número de pasaporte/)).toBeVisible()
  await user.selectOptions(
    await screen.findByRole('combobox', { name: 'País que emitió el pasaporte' }),
    'Perú',
  )
  await user.click(screen.getByRole('button', { name: 'ENVIAR ENLACE' }))
  expect(await screen.findByRole('heading', { name: 'Revisa tu e-mail' })).toBeVisible()
})

test('a request that the server rejects keeps the typed document', async () => {
  mockEndpoint(accountSecurityEndpoints.requestLock, new ApiError('unavailable'))
  const { user } = await renderPortal('/proteger/bloquear')
  const field = await screen.findByLabelText('RUT', { selector: '[name=document_number]' })
  await user.type(field, '12.345.678-5')
  await user.click(screen.getByRole('button', { name: 'ENVIAR ENLACE' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('El portal no responde')
  expect(field).toHaveValue('12345678-5')
})

test('a sign-in to a locked account says so, with the phone of customer service', async () => {
  mockEndpoint(sessionEndpoints.signIn, new ApiError('accountLocked'))
  const { user } = await renderPortal('/')
  await user.type(await screen.findByLabelText('RUT', { selector: '[name=document_number]' }), '12.345.678-5')
  await user.type(screen.getByLabelText('Contraseña'), 'Cordillera2026')
  await user.click(screen.getByRole('button', { name: 'INICIAR SESIÓN' }))
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Tu cuenta está bloqueada')
  expect(alert).toHaveTextContent('Servicio al cliente: ')
})

describe('unlocking an account with a new identity check', () => {
  const { start } = identityEndpoints
  const solem = 's'.repeat(43)

  async function fillIn() {
    const portal = await renderPortal('/proteger/desbloquear')
    await portal.user.type(await screen.findByLabelText('RUT'), '12.345.678-5')
    await portal.user.type(screen.getByLabelText('Número de documento'), 'A12345678')
    return portal
  }

  afterEach(() => vi.restoreAllMocks())

  test('the page checks what was typed, opens the check, and sends its proof', async () => {
    const { say } = fakePopup()
    mockEndpoint(start, { verification_id: 'x', url: `${window.location.origin}/identidad/x` })
    mockEndpoint(accountUnlockEndpoints.unlock, {})
    const { user } = await renderPortal('/proteger/desbloquear')
    await user.click(await screen.findByRole('button', { name: 'CONFIRMAR' }))
    expect(await screen.findByText('Digita RUT')).toBeVisible()
    await user.type(screen.getByLabelText('RUT'), '12.345.678-5')
    await user.type(screen.getByLabelText('Número de documento'), 'A12345678')
    await user.click(screen.getByRole('button', { name: 'CONFIRMAR' }))
    expect(await screen.findByText('Sigue en la ventana que se abrió')).toBeVisible()
    await say({ code: 0, solem })
    expect(await screen.findByRole('heading', { name: 'Tu cuenta está desbloqueada' })).toHaveFocus()
    expect(requestsTo(accountUnlockEndpoints.unlock)[0]?.body).toEqual({
      document_number: '123456785',
      solem,
    })
  })

  test('a check that fails says so, and what was typed stays', async () => {
    const { say } = fakePopup()
    mockEndpoint(start, { verification_id: 'x', url: `${window.location.origin}/identidad/x` })
    const { user } = await fillIn()
    await user.click(screen.getByRole('button', { name: 'CONFIRMAR' }))
    await screen.findByText('Sigue en la ventana que se abrió')
    await say({ code: 1, solem: null })
    expect(await screen.findByText('No pudimos validar tu identidad')).toBeVisible()
    expect(screen.getByLabelText('RUT')).toHaveValue('12.345.678-5')
    expect(requestsTo(accountUnlockEndpoints.unlock)).toEqual([])
  })

  test('where staff check identities, the page says that accounts are unlocked in person', async () => {
    fakePopup()
    mockEndpoint(start, new ApiError('notFound'))
    const { user } = await fillIn()
    await user.click(screen.getByRole('button', { name: 'CONFIRMAR' }))
    expect(await screen.findByRole('heading', { name: 'Ven a la clínica' })).toBeVisible()
  })

  test('a blocked window and a rejected unlock are explained', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null)
    const { user } = await fillIn()
    await user.click(screen.getByRole('button', { name: 'CONFIRMAR' }))
    expect(await screen.findByText('Tu navegador bloqueó la ventana de validación')).toBeVisible()
    const { say } = fakePopup()
    mockEndpoint(start, { verification_id: 'x', url: `${window.location.origin}/identidad/x` })
    mockEndpoint(
      accountUnlockEndpoints.unlock,
      new ApiError('changedMeanwhile', { msg: 'Tu cuenta no está bloqueada. Inicia sesión' }),
    )
    await user.click(screen.getByRole('button', { name: 'CONFIRMAR' }))
    await screen.findByText('Sigue en la ventana que se abrió')
    await say({ code: 0, solem })
    expect(await screen.findByText('Tu cuenta no está bloqueada. Inicia sesión')).toBeVisible()
  })
})
