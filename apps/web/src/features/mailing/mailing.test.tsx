import { mailingEndpoints } from '@mi-portal/contract/mailing'
import { cleanup, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPage } from '../../../test/render-portal.tsx'

beforeEach(() => {
  mockEndpoint(mailingEndpoints.templates, {
    templates: [{ id: 4, title: 'Bienvenida', description: 'A quien se crea una cuenta.' }],
  })
  mockEndpoint(mailingEndpoints.preview, {
    subject: 'Te damos la bienvenida',
    html: '<h1>Hola</h1>',
    text: 'Hola',
  })
})

async function choose() {
  const { user } = await renderPage('/admin/mailing', { as: 'superAdmin' })
  await user.click(await screen.findByRole('combobox', { name: 'Plantilla' }))
  await user.click(await screen.findByRole('option', { name: 'Bienvenida' }))
  return user
}

test('an e-mail is previewed and sent to several addresses, which are remembered', async () => {
  mockEndpoint(mailingEndpoints.send, { sent: 2 })
  const user = await choose()
  expect(await screen.findByTitle('Mensaje: Te damos la bienvenida')).toHaveAttribute('sandbox', '')
  await user.type(screen.getByRole('textbox', { name: 'Emails' }), 'ana@ejemplo.cl, luis@ejemplo.cl')
  await user.click(screen.getByRole('button', { name: 'ENVIAR' }))
  expect(await screen.findByText('Email de prueba enviado exitosamente')).toBeVisible()
  expect(requestsTo(mailingEndpoints.send)[0]?.body).toEqual({
    emails: ['ana@ejemplo.cl', 'luis@ejemplo.cl'],
    emailId: 4,
  })
  expect(localStorage.getItem('testEmails')).toBe('ana@ejemplo.cl, luis@ejemplo.cl')
})

test('the form requires a template and valid addresses', async () => {
  const { user } = await renderPage('/admin/mailing', { as: 'superAdmin' })
  await user.click(await screen.findByRole('button', { name: 'ENVIAR' }))
  expect(await screen.findByText('Por favor, ingrese al menos un email')).toBeVisible()
  expect(screen.getByText('Selecciona una plantilla')).toBeVisible()
  await user.type(screen.getByRole('textbox', { name: 'Emails' }), 'ana ejemplo')
  expect(await screen.findByText('Digita E-mail válido')).toBeVisible()
})

test('the chosen template and the typed addresses stay when the page is reloaded', async () => {
  const { user, path } = await renderPage('/admin/mailing', { as: 'superAdmin' })
  await user.click(await screen.findByRole('combobox', { name: 'Plantilla' }))
  await user.click(await screen.findByRole('option', { name: 'Bienvenida' }))
  await user.type(screen.getByRole('textbox', { name: 'Emails' }), 'ana@ejemplo.cl')
  expect(path()).toBe('/admin/mailing?plantilla=4')
  cleanup()
  await renderPage(path(), { as: 'superAdmin' })
  expect(await screen.findByRole('combobox', { name: 'Plantilla' })).toHaveValue('Bienvenida')
  expect(screen.getByRole('textbox', { name: 'Emails' })).toHaveValue('ana@ejemplo.cl')
  expect(await screen.findByTitle('Mensaje: Te damos la bienvenida')).toBeVisible()
})
