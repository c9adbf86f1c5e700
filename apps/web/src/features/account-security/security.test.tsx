import { accountSecurityEndpoints, accountUnlockEndpoints } from '@mi-portal/contract/account-security'
import { identityEndpoints } from '@mi-portal/contract/identity'
import { secondFactorEndpoints } from '@mi-portal/contract/session/second-factor'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakePopup } from '../../../test/fake-popup.ts'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPage } from '../../../test/render-portal.tsx'

test('the page shows the sign-ins in plain words, and the open session', async () => {
  const rejected = {
    ...{ id: 40, at: '2026-11-25T12:30:00.000Z', device: 'Firefox en Linux', network: null },
    ...{ way: 'unknown' as const, second_factor: false, accepted: false },
  }
  const accepted = { ...rejected, id: 41, way: 'password' as const, second_factor: true, accepted: true }
  const page = { total: 2, page: 1, limit: 10 }
  mockEndpoint(accountSecurityEndpoints.signIns, { ...page, sign_ins: [accepted, rejected] })
  await renderPage('/dashboard/seguridad', { as: 'patient' })
  const table = await screen.findByRole('table', { name: /Inicios de sesión/ })
  const [, first, second] = within(table).getAllByRole('row')
  expect(first).toHaveTextContent(/Contraseña y código.*entró/)
  expect(second).toHaveTextContent('No entró')
  expect(await screen.findByText(/^Safari en iPhone \(este\), desde /)).toBeVisible()
  // Only an accepted sign-in can be reported.
  expect(screen.getAllByRole('button', { name: /^No fui yo/ })).toHaveLength(1)
})

test('new recovery codes are created with a code and shown once', async () => {
  mockEndpoint(secondFactorEndpoints.state, { enabled: true, required: false, recovery_codes_left: 2 })
  const { user } = await renderPage('/dashboard/seguridad', { as: 'patient' })
  await user.click(await screen.findByRole('button', { name: 'Nuevos códigos' }))
  const codes = ['ABCDE-23456', 'FGHJK-78923']
  mockEndpoint(secondFactorEndpoints.renewCodes, { recovery_codes: codes })
  await user.type(await screen.findByLabelText('Código'), '123456')
  await user.click(screen.getByRole('button', { name: 'Crear códigos' }))
  const list = await screen.findByRole('list', { name: 'Códigos de recuperación' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(2)
  expect(screen.getByText('Los códigos anteriores ya no sirven')).toBeVisible()
})

test('opening the link «no fui yo» reports nothing; its button does', async () => {
  mockEndpoint(accountSecurityEndpoints.reportByLink, {})
  const { user } = await renderPage(`/proteger/no-fui-yo/${'t'.repeat(43)}`)
  const button = await screen.findByRole('button', { name: 'NO FUI YO' })
  expect(requestsTo(accountSecurityEndpoints.reportByLink)).toEqual([])
  await user.click(button)
  expect(await screen.findByRole('heading', { name: 'Cerramos todas tus sesiones' })).toHaveFocus()
  expect(requestsTo(accountSecurityEndpoints.reportByLink)).toHaveLength(1)
  expect(screen.getByRole('link', { name: 'bloquear tu cuenta' })).toBeVisible()
})

test('the page that unlocks an account checks what was typed, opens the identity check, and sends its proof', async () => {
  const solem = 's'.repeat(43)
  const { say } = fakePopup()
  mockEndpoint(identityEndpoints.start, {
    verification_id: 'x',
    url: `${window.location.origin}/identidad/x`,
  })
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
