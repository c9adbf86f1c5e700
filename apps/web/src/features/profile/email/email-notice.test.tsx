import { ApiError } from '@mi-portal/contract/api-error'
import { emailVerificationEndpoints } from '@mi-portal/contract/email-verification'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../../test/fake-server.ts'
import { renderPortal } from '../../../../test/render-portal.tsx'

const verified = { email: 'ca•••••@ejemplo.cl', verified: true, pending: null, question: false }
const unverified = { ...verified, verified: false }

test('the banner about an unverified address sends the link again and leads to the form that corrects the address', async () => {
  mockEndpoint(emailVerificationEndpoints.state, unverified)
  mockEndpoint(emailVerificationEndpoints.resend, {
    email: 'ca•••••@ejemplo.cl',
    notified: [{ channel: 'email', to: 'ca•••••@ejemplo.cl' }],
    not_notified: null,
  })
  const { user } = await renderPortal('/dashboard/solicitudes', { as: 'patient' })
  expect(await screen.findByText('Verifica tu correo')).toBeVisible()
  expect(screen.getByText(/Mientras tanto no te enviamos por correo resultados/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Corregir mi correo' })).toHaveAttribute(
    'href',
    '/dashboard/perfil?tab=cambiar-datos',
  )
  await user.click(screen.getByRole('button', { name: 'Reenviar' }))
  expect(await screen.findByText(/Te enviamos un correo a ca•••••@ejemplo.cl\. Abre su enlace/)).toBeVisible()
})

const title = '¿Sigue siendo tu correo?'

test.each([
  ['Sí, es mi correo', 'yes'],
  ['Ahora no', 'later'],
])('one tap on «%s» answers the yearly question about the address with %s', async (label, answer) => {
  mockEndpoint(emailVerificationEndpoints.state, { ...verified, question: true })
  mockEndpoint(emailVerificationEndpoints.answerQuestion, {})
  const { user } = await renderPortal('/dashboard', { as: 'patient' })
  expect(await screen.findByText(title)).toBeVisible()
  await user.click(screen.getByRole('button', { name: label }))
  await waitFor(() => expect(screen.queryByText(title)).toBeNull())
  expect(requestsTo(emailVerificationEndpoints.answerQuestion)[0]?.body).toEqual({ answer })
})

test('the yearly question about the address stays when its answer was not stored', async () => {
  mockEndpoint(emailVerificationEndpoints.state, { ...verified, question: true })
  mockEndpoint(emailVerificationEndpoints.answerQuestion, new ApiError('unavailable'))
  const { user } = await renderPortal('/dashboard', { as: 'patient' })
  await user.click(await screen.findByRole('button', { name: 'Sí, es mi correo' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('No pudimos conectar con el servidor')
  expect(screen.getByText(title)).toBeVisible()
})

test('the yearly question about the address is not asked on other pages', async () => {
  mockEndpoint(emailVerificationEndpoints.state, { ...verified, question: true })
  await renderPortal('/dashboard/solicitudes', { as: 'patient' })
  await waitFor(() => expect(requestsTo(emailVerificationEndpoints.state)).not.toHaveLength(0))
  expect(screen.queryByText(title)).toBeNull()
})
