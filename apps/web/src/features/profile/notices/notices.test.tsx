import { ApiError } from '@mi-portal/contract/calls/api-error'
import { emailVerificationEndpoints } from '@mi-portal/contract/email-verification'
import { passkeyEndpoints } from '@mi-portal/contract/passkeys/passkeys'
import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../../test/fake-server.ts'
import { renderPage, renderPortal } from '../../../../test/render-portal.tsx'

const verified = { email: 'ca•••••@ejemplo.cl', verified: true, pending: null, question: false }
const unverified = { ...verified, verified: false }

test('the banner about an unverified address sends the link again', async () => {
  mockEndpoint(emailVerificationEndpoints.state, unverified)
  mockEndpoint(emailVerificationEndpoints.resend, {
    email: 'ca•••••@ejemplo.cl',
    notified: [{ channel: 'email', to: 'ca•••••@ejemplo.cl' }],
    not_notified: null,
  })
  const { user } = await renderPortal('/dashboard', { as: 'patient' })
  expect(await screen.findByText('Confirma tu correo para recibir avisos.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Reenviar' }))
  expect(await screen.findByText('Te enviamos un correo a ca•••••@ejemplo.cl.')).toBeVisible()
})

const title = /^¿Sigue siendo tu correo/

test.each([
  ['Sí', 'yes'],
  ['Cerrar aviso', 'later'],
])('one tap on «%s» answers the yearly question about the address with %s', async (label, answer) => {
  mockEndpoint(emailVerificationEndpoints.state, { ...verified, question: true })
  mockEndpoint(emailVerificationEndpoints.answerQuestion, {})
  const { user } = await renderPortal('/dashboard', { as: 'patient' })
  expect(await screen.findByText(title)).toBeVisible()
  await user.click(screen.getByRole('button', { name: label }))
  await waitFor(() => expect(screen.queryByText(title)).toBeNull())
  expect(requestsTo(emailVerificationEndpoints.answerQuestion)[0]?.body).toEqual({ answer })
})

test('the yearly question about the address says when its answer was not stored', async () => {
  mockEndpoint(emailVerificationEndpoints.state, { ...verified, question: true })
  mockEndpoint(emailVerificationEndpoints.answerQuestion, new ApiError('unavailable'))
  const { user } = await renderPortal('/dashboard', { as: 'patient' })
  await user.click(await screen.findByRole('button', { name: 'Sí' }))
  expect(await screen.findByText(/^No pudimos conectar con el servidor/)).toBeVisible()
})

test('one notice at a time: the most important one, the next one not in the same visit, and none on other pages', async () => {
  vi.stubGlobal('PublicKeyCredential', class {})
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
  mockEndpoint(emailVerificationEndpoints.state, unverified)
  mockEndpoint(passkeyEndpoints.list, { passkeys: [], available: true, offered: true })
  const { user } = await renderPortal('/dashboard', { as: { document_type_id: 2 } })
  expect(await screen.findByText('Confirma tu correo para recibir avisos.')).toBeVisible()
  expect(screen.getAllByRole('complementary', { name: 'Aviso' })).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Cerrar aviso' }))
  expect(screen.queryByRole('complementary', { name: 'Aviso' })).toBeNull()
})

test('a passport’s holder reads where the images are', async () => {
  mockEndpoint(emailVerificationEndpoints.state, verified)
  await renderPage('/dashboard', { as: { document_type_id: 2 } })
  expect(await screen.findByText(/^Tus imágenes se retiran en la clínica/)).toBeVisible()
})

test('other pages have no notice', async () => {
  mockEndpoint(emailVerificationEndpoints.state, unverified)
  await renderPortal('/dashboard/solicitudes', { as: 'patient' })
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByRole('complementary', { name: 'Aviso' })).toBeNull()
})
