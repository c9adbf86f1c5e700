/** The pages that send an e-mail, or that a link in an e-mail opens. */
import { ApiError } from '@mi-portal/contract/api-error'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPage } from '../../../test/render-portal.tsx'

type Person = Awaited<ReturnType<typeof renderPage>>['user']

async function ask(user: Person, document = '12.345.678-5') {
  const field = await screen.findByLabelText(/^(RUT|Pasaporte)$/, { selector: '[name=document_number]' })
  await user.type(field, document)
  await user.click(screen.getByRole('button', { name: 'RECUPERAR CONTRASEÑA' }))
}

describe('a forgotten password', () => {
  test('the recovery for an unknown document says so and offers to register', async () => {
    mockEndpoint(profileEndpoints.recover, new ApiError('noAccount'))
    const { user } = await renderPage('/olvido-contrasena')
    await ask(user)
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Lo sentimos, no existe una cuenta con esos datos')
    expect(within(alert).getByRole('link', { name: 'REGISTRARME' })).toBeVisible()
  })
})

describe('the link to confirm a new e-mail', () => {
  const address = '/correo/una-llave-larga-de-verdad'

  test('the confirmation link of an e-mail does nothing until the user presses the button', async () => {
    mockEndpoint(profileEndpoints.confirmEmail, { email: 'nu•••••@ejemplo.cl' })
    const { user } = await renderPage(address)
    const button = await screen.findByRole('button', { name: 'CONFIRMAR MI E-MAIL' })
    expect(requestsTo(profileEndpoints.confirmEmail)).toHaveLength(0)
    await user.click(button)
    await waitFor(() =>
      expect(screen.getByRole('heading', { name: 'Tu e-mail fue confirmado' })).toHaveFocus(),
    )
    expect(screen.getByText('nu•••••@ejemplo.cl')).toBeVisible()
    expect(requestsTo(profileEndpoints.confirmEmail)[0]?.body).toEqual({ token: 'una-llave-larga-de-verdad' })
    expect(screen.getByRole('link', { name: 'INICIAR SESIÓN' })).toBeVisible()
  })
})
