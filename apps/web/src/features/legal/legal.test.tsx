import { legalEndpoints } from '@mi-portal/contract/legal'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPage } from '../../../test/render-portal.tsx'

const text = (body: string) => ({
  legalText: { id: 1, text: body, version: '2026-11', valid_from: '2026-11-01' },
})

test.each([
  ['/terminos', 'terms', 'Términos y condiciones'],
  ['/privacidad', 'privacy', 'Aviso de privacidad'],
])('%s shows the text in force with its version, and links to its PDF', async (address, kind, title) => {
  mockEndpoint(legalEndpoints.current, text('<h2>1. Objeto</h2><p>Lo que vale.</p>'))
  await renderPage(address)
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible()
  expect(await screen.findByText('Versión 2026-11, vigente desde el 01/11/2026.')).toBeVisible()
  expect(screen.getByRole('heading', { level: 2, name: '1. Objeto' })).toBeVisible()
  expect(requestsTo(legalEndpoints.current)[0]?.params).toEqual({ kind })
  expect(screen.getByRole('link', { name: /Descargar en PDF/ })).toHaveAttribute(
    'href',
    `/api/legals/texts/${kind}/pdf`,
  )
})
