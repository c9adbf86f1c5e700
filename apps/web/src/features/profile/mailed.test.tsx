/** The pages that end in a mailbox or come from one. */
import { Failure } from '@mi-portal/contract/failure'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { answer, asked } from '../../../test/answer.ts'
import { open } from '../../../test/open.tsx'

type Person = Awaited<ReturnType<typeof open>>['user']

async function ask(user: Person, document = '12.345.678-5') {
  const field = await screen.findByLabelText(/^(RUT|Pasaporte)$/, { selector: '[name=document_number]' })
  await user.type(field, document)
  await user.click(screen.getByRole('button', { name: 'RECUPERAR CONTRASEÑA' }))
}

describe('a forgotten password', () => {
  test.each([
    ['/olvido-contrasena', '/'],
    ['/admin/olvido-contrasena', '/admin'],
  ])('at %s is answered with where the code went, and the way back to %s', async (from, home) => {
    answer(profileEndpoints.recover, {
      patient: { document_number: '123456785', email: 'ca•••••@ejemplo.cl' },
    })
    const { user, path } = await open(from)
    await ask(user)
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Revisa tu e-mail' })).toHaveFocus())
    expect(screen.getByText(/Se ha enviado un código temporal a tu e-mail/)).toHaveTextContent(
      'ca•••••@ejemplo.cl',
    )
    expect(asked(profileEndpoints.recover)[0]?.body).toEqual({
      document_type_id: 1,
      document_number: '123456785',
    })
    await user.click(screen.getByRole('link', { name: 'INICIAR SESIÓN' }))
    await waitFor(() => expect(path()).toBe(home))
  })

  test('of a passport is asked with the passport as typed', async () => {
    answer(profileEndpoints.recover, { patient: { document_number: 'P1234567', email: 'l•••••@ejemplo.cl' } })
    const { user } = await open('/olvido-contrasena')
    await user.click(await screen.findByRole('radio', { name: 'Pasaporte' }))
    await ask(user, 'P1234567')
    await screen.findByRole('heading', { name: 'Revisa tu e-mail' })
    expect(asked(profileEndpoints.recover)[0]?.body).toEqual({
      document_type_id: 2,
      document_number: 'P1234567',
    })
  })

  test('of an unknown document says so after 0.8 seconds and offers to register', async () => {
    answer(profileEndpoints.recover, new Failure('noAccount'))
    const { user } = await open('/olvido-contrasena')
    await ask(user)
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Lo sentimos, no existe una cuenta con esos datos')
    expect(within(alert).getByRole('link', { name: 'REGISTRARME' })).toBeVisible()
  })

  test('of an account without e-mail leads to customer service', async () => {
    answer(profileEndpoints.recover, { patient: { document_number: '81234566', email: null } })
    const { user } = await open('/olvido-contrasena')
    await ask(user, '8123456-6')
    expect(await screen.findByRole('heading', { name: 'Contacta a servicio al cliente' })).toBeVisible()
  })

  test('needs a document, and after too many tries some patience', async () => {
    const { user } = await open('/olvido-contrasena')
    await user.click(await screen.findByRole('button', { name: 'RECUPERAR CONTRASEÑA' }))
    expect(await screen.findByText('Digita RUT')).toBeVisible()
    answer(profileEndpoints.recover, new Failure('tooMany', { retryAfter: 600 }))
    await ask(user)
    expect(await screen.findByRole('alert')).toHaveTextContent('Demasiadas solicitudes')
  })
})

describe('the link to confirm a new e-mail', () => {
  const address = '/correo/una-llave-larga-de-verdad'

  test('does nothing until the person presses the button', async () => {
    answer(profileEndpoints.confirmEmail, { email: 'nu•••••@ejemplo.cl' })
    const { user } = await open(address)
    const button = await screen.findByRole('button', { name: 'CONFIRMAR MI E-MAIL' })
    expect(asked(profileEndpoints.confirmEmail)).toHaveLength(0)
    await user.click(button)
    await waitFor(() =>
      expect(screen.getByRole('heading', { name: 'Tu e-mail fue confirmado' })).toHaveFocus(),
    )
    expect(screen.getByText('nu•••••@ejemplo.cl')).toBeVisible()
    expect(asked(profileEndpoints.confirmEmail)[0]?.body).toEqual({ token: 'una-llave-larga-de-verdad' })
    expect(screen.getByRole('link', { name: 'INICIAR SESIÓN' })).toBeVisible()
  })

  test('that ran out says so', async () => {
    answer(profileEndpoints.confirmEmail, new Failure('emailLinkOver'))
    const { user } = await open(address)
    await user.click(await screen.findByRole('button', { name: 'CONFIRMAR MI E-MAIL' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Este enlace ya no es válido')
  })

  test('leads who is signed in back to their profile', async () => {
    answer(profileEndpoints.confirmEmail, { email: 'nu•••••@ejemplo.cl' })
    const { user } = await open(address, { as: 'patient' })
    await user.click(await screen.findByRole('button', { name: 'CONFIRMAR MI E-MAIL' }))
    expect(await screen.findByRole('link', { name: 'Ver mi perfil' })).toBeVisible()
  })
})
