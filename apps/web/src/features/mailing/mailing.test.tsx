import { Failure } from '@mi-portal/contract/failure'
import { mailingEndpoints } from '@mi-portal/contract/mailing'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, asked } from '../../../test/answer.ts'
import { open } from '../../../test/open.tsx'

beforeEach(() => {
  answer(mailingEndpoints.templates, {
    templates: [{ id: 4, title: 'Bienvenida', description: 'A quien se crea una cuenta.' }],
  })
  answer(mailingEndpoints.preview, { subject: 'Te damos la bienvenida', html: '<h1>Hola</h1>', text: 'Hola' })
})

async function choose() {
  const { user } = await open('/admin/mailing', { as: 'superAdmin' })
  await user.click(await screen.findByRole('combobox', { name: 'Plantilla' }))
  await user.click(await screen.findByRole('option', { name: 'Bienvenida' }))
  return user
}

test('a mail is shown in the page and sent to several addresses, which are remembered', async () => {
  answer(mailingEndpoints.send, { sent: 2 })
  const user = await choose()
  expect(await screen.findByTitle('Mensaje: Te damos la bienvenida')).toHaveAttribute('sandbox', '')
  await user.type(screen.getByRole('textbox', { name: 'Emails' }), 'ana@ejemplo.cl, luis@ejemplo.cl')
  await user.click(screen.getByRole('button', { name: 'ENVIAR' }))
  expect(await screen.findByText('Email de prueba enviado exitosamente')).toBeVisible()
  expect(asked(mailingEndpoints.send)[0]?.body).toEqual({
    emails: ['ana@ejemplo.cl', 'luis@ejemplo.cl'],
    emailId: 4,
  })
  expect(localStorage.getItem('testEmails')).toBe('ana@ejemplo.cl, luis@ejemplo.cl')
})

test('what was entered the last time is there again', async () => {
  localStorage.setItem('testEmails', 'ana@ejemplo.cl')
  await open('/admin/mailing', { as: 'superAdmin' })
  expect(await screen.findByRole('textbox', { name: 'Emails' })).toHaveValue('ana@ejemplo.cl')
})

test('a template and an address are needed, each address exactly one', async () => {
  const { user } = await open('/admin/mailing', { as: 'superAdmin' })
  await user.click(await screen.findByRole('button', { name: 'ENVIAR' }))
  expect(await screen.findByText('Por favor, ingrese al menos un email')).toBeVisible()
  expect(screen.getByText('Selecciona una plantilla')).toBeVisible()
  await user.type(screen.getByRole('textbox', { name: 'Emails' }), 'ana ejemplo')
  expect(await screen.findByText('Digita E-mail válido')).toBeVisible()
})

test('a failure says so, and there may be no templates', async () => {
  answer(mailingEndpoints.send, new Failure('unavailable', { faults: [] }))
  const user = await choose()
  await user.type(screen.getByRole('textbox', { name: 'Emails' }), 'ana@ejemplo.cl')
  await user.click(screen.getByRole('button', { name: 'ENVIAR' }))
  expect(await screen.findByText('Error al enviar el email')).toBeVisible()
})

test.each([
  [{ templates: [] }, 'No hay plantillas de email disponibles'],
  [new Failure('unavailable', { faults: [] }), 'Error al cargar las plantillas'],
])('%o: %s', async (reply, text) => {
  answer(mailingEndpoints.templates, reply)
  await open('/admin/mailing', { as: 'superAdmin' })
  expect(await screen.findByText(text)).toBeVisible()
})
