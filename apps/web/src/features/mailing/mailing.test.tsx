import { mailingEndpoints } from '@mi-portal/contract/mailing'
import { cleanup, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { mockEndpoint } from '../../../test/fake-server.ts'
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

test('the chosen template and the typed addresses stay when the page is reloaded', async () => {
  const { user, path } = await renderPage('/admin/mailing', { as: 'superAdmin' })
  await user.choose('Plantilla', 'Bienvenida')
  await user.type(screen.getByRole('textbox', { name: 'Emails' }), 'ana@ejemplo.cl')
  expect(path()).toBe('/admin/mailing?plantilla=4')
  cleanup()
  await renderPage(path(), { as: 'superAdmin' })
  expect(await screen.findByRole('combobox', { name: 'Plantilla' })).toHaveValue('Bienvenida')
  expect(screen.getByRole('textbox', { name: 'Emails' })).toHaveValue('ana@ejemplo.cl')
  expect(await screen.findByTitle('Mensaje: Te damos la bienvenida')).toBeVisible()
})
