import { accountSecurityEndpoints } from '@mi-portal/contract/account-security'
import { accountUnlockEndpoints } from '@mi-portal/contract/account-unlock'
import { identityEndpoints } from '@mi-portal/contract/identity'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { fakePopup } from '../../../test/fake-popup.ts'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPage } from '../../../test/render-portal.tsx'

const token = 't'.repeat(43)

test('opening the link «no fui yo» reports nothing; its button does', async () => {
  mockEndpoint(accountSecurityEndpoints.reportByLink, {})
  const { user } = await renderPage(`/proteger/no-fui-yo/${token}`)
  const button = await screen.findByRole('button', { name: 'NO FUI YO' })
  expect(requestsTo(accountSecurityEndpoints.reportByLink)).toEqual([])
  await user.click(button)
  expect(await screen.findByRole('heading', { name: 'Cerramos todas tus sesiones' })).toHaveFocus()
  expect(requestsTo(accountSecurityEndpoints.reportByLink)).toHaveLength(1)
  expect(screen.getByRole('link', { name: 'bloquear tu cuenta' })).toBeVisible()
})

test('opening the link that locks an account locks nothing; its button does', async () => {
  mockEndpoint(accountSecurityEndpoints.lockByLink, {})
  const { user } = await renderPage(`/proteger/bloquear/${token}`)
  const button = await screen.findByRole('button', { name: 'BLOQUEAR MI CUENTA' })
  expect(requestsTo(accountSecurityEndpoints.lockByLink)).toEqual([])
  await user.click(button)
  expect(await screen.findByRole('heading', { name: 'Tu cuenta está bloqueada' })).toHaveFocus()
})

test('the sign-in page leads to the request of the link, whose answer names no account', async () => {
  mockEndpoint(accountSecurityEndpoints.requestLock, {})
  const { user, path } = await renderPage('/')
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

describe('unlocking an account with a new identity check', () => {
  const { start } = identityEndpoints
  const solem = 's'.repeat(43)

  afterEach(() => vi.restoreAllMocks())

  test('the page checks what was typed, opens the check, and sends its proof', async () => {
    const { say } = fakePopup()
    mockEndpoint(start, { verification_id: 'x', url: `${window.location.origin}/identidad/x` })
    mockEndpoint(accountUnlockEndpoints.unlock, {})
    const { user } = await renderPage('/proteger/desbloquear')
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
})
