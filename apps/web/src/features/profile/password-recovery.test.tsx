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
  test.each([
    ['/olvido-contrasena', '/'],
    ['/admin/olvido-contrasena', '/admin'],
  ])(
    'the password recovery at %s shows where the code was sent, and links back to %s',
    async (from, home) => {
      mockEndpoint(profileEndpoints.recover, {
        patient: { document_number: '123456785', email: 'c•••••@•••••' },
      })
      const { user, path } = await renderPage(from)
      await ask(user)
      await waitFor(() => expect(screen.getByRole('heading', { name: 'Revisa tu e-mail' })).toHaveFocus())
      expect(screen.getByText(/Se ha enviado un código temporal a tu e-mail/)).toHaveTextContent(
        'c•••••@•••••',
      )
      expect(requestsTo(profileEndpoints.recover)[0]?.body).toEqual({
        document_type_id: 1,
        document_number: '123456785',
      })
      await user.click(screen.getByRole('link', { name: 'INICIAR SESIÓN' }))
      await waitFor(() => expect(path()).toBe(home))
    },
  )

  test('the recovery for an unknown document says so and offers to register', async () => {
    mockEndpoint(profileEndpoints.recover, new ApiError('noAccount'))
    const { user } = await renderPage('/olvido-contrasena')
    await ask(user)
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Lo sentimos, no existe una cuenta con esos datos')
    expect(within(alert).getByRole('link', { name: 'REGISTRARME' })).toBeVisible()
  })

  test('the recovery requires a document, and reports too many requests', async () => {
    const { user } = await renderPage('/olvido-contrasena')
    await user.click(await screen.findByRole('button', { name: 'RECUPERAR CONTRASEÑA' }))
    expect(await screen.findByText('Digita RUT')).toBeVisible()
    mockEndpoint(profileEndpoints.recover, new ApiError('tooMany', { retryAfter: 600 }))
    await ask(user)
    expect(await screen.findByRole('alert')).toHaveTextContent('Demasiadas solicitudes')
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

  test('a signed-in user returns from the confirmation to the profile', async () => {
    mockEndpoint(profileEndpoints.confirmEmail, { email: 'nu•••••@ejemplo.cl' })
    const { user } = await renderPage(address, { as: 'patient' })
    await user.click(await screen.findByRole('button', { name: 'CONFIRMAR MI E-MAIL' }))
    expect(await screen.findByRole('link', { name: 'Ver mi perfil' })).toBeVisible()
  })
})
