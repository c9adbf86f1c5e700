import { ApiError } from '@mi-portal/contract/calls/api-error'
import { type LegalVersion, legalEndpoints, legalHtml, legalSource } from '@mi-portal/contract/legal'
import { cleanup, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPage } from '../../../test/render-portal.tsx'

const first: LegalVersion = {
  id: 2,
  number: 1,
  version: '1',
  valid_from: '2026-11-01',
  published_at: null,
  published_by: null,
  accepted: 118,
}
const second: LegalVersion = {
  ...first,
  id: 1000,
  version: '2026-11-26',
  valid_from: '2026-11-26',
  published_at: '2026-11-26T15:00:00.000Z',
  published_by: 'Rodrigo Sáez',
  accepted: 3,
}

test('a super administrator reads the versions and publishes a new one, which is asked of everyone only if chosen', async () => {
  mockEndpoint(legalEndpoints.versions, {
    versions: [second, first],
    source: '## 1. Uso\n\nLo que vale.',
    waiting: null,
  })
  mockEndpoint(legalEndpoints.publish, { version: { ...second, id: 1001, version: '2026-11-26.2' } })
  const { user } = await renderPage('/admin/privacidad', { as: 'superAdmin' })
  const row = await screen.findByRole('row', { name: /118/ })
  expect(within(row).getByText('Viene con los textos de la clínica')).toBeVisible()
  const text = screen.getByRole('textbox', { name: 'Texto' })
  expect(text).toHaveValue('## 1. Uso\n\nLo que vale.')
  await user.click(screen.getByRole('button', { name: 'Publicar' }))
  expect(await screen.findByText('El texto es igual al vigente')).toBeVisible()
  await user.type(text, ' Desde hoy. {{correo}')
  await user.click(screen.getByRole('button', { name: 'Publicar' }))
  expect(text).toHaveAccessibleDescription(/«\{correo\}» no se reemplaza en este texto/)
  user.fill(text, '## 1. Uso\n\nLo que vale. Desde hoy.')
  const again = screen.getByRole('checkbox', { name: /Pedir a todas las personas/ })
  expect(again).not.toBeChecked()
  await user.click(again)
  await user.click(screen.getByRole('button', { name: 'Publicar' }))
  const dialog = await screen.findByRole('dialog', { name: '¿Publicar esta versión?' })
  expect(within(dialog).getByText(/Nadie podrá usar el portal antes de aceptarla/)).toBeVisible()
  await user.click(within(dialog).getByRole('button', { name: 'Publicar' }))
  expect(await screen.findByRole('heading', { name: 'La versión fue publicada' })).toBeVisible()
  expect(requestsTo(legalEndpoints.publish)[0]?.body).toEqual({
    text: '## 1. Uso\n\nLo que vale. Desde hoy.',
    ask_again: true,
    based_on: 1000,
  })
})

test('a text that the clinic has not written yet says so to everyone and to staff, and offers neither a PDF nor an editor', async () => {
  mockEndpoint(legalEndpoints.current, new ApiError('notFound'))
  mockEndpoint(legalEndpoints.versions, new ApiError('notFound'))
  await renderPage('/derechos')
  expect(await screen.findByRole('heading', { name: 'La clínica aún no publica este texto' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Descargar en PDF' })).not.toBeInTheDocument()
  cleanup()
  await renderPage('/admin/privacidad?tab=rights', { as: 'superAdmin' })
  expect(await screen.findByRole('heading', { name: 'Este texto aún no existe' })).toBeVisible()
  expect(screen.queryByRole('textbox', { name: 'Texto' })).not.toBeInTheDocument()
})

test('the source of a text is unchanged after conversion to HTML and back', () => {
  for (const source of [
    '## 1. Uno\n\nDos **tres**.\n\n- cuatro\n- cinco & seis\n\n## 2. Siete\n\n<Ocho>',
    'Un párrafo.',
  ])
    expect(legalSource(legalHtml(source))).toBe(source)
})
