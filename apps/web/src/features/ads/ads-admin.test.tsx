import { adEndpoints } from '@mi-portal/contract/ads'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPage } from '../../../test/render-portal.tsx'

test('an empty list of ads says so, and a search without matches offers all ads', async () => {
  mockEndpoint(adEndpoints.pages, { ads: [], total: 0, page: 1, limit: 10 })
  const { user, path } = await renderPage('/admin/anuncios', { as: 'superAdmin' })
  expect(await screen.findByText('Aún no hay anuncios')).toBeVisible()
  await user.type(screen.getByRole('searchbox', { name: 'Buscar anuncios' }), 'influenza{Enter}')
  expect(await screen.findByText('No encontramos anuncios con esta búsqueda')).toBeVisible()
  await waitFor(() =>
    expect(requestsTo(adEndpoints.pages).at(-1)?.body).toMatchObject({ filter: 'influenza' }),
  )
  expect(path()).toBe('/admin/anuncios')
  await user.click(screen.getByRole('button', { name: 'Ver todos' }))
  expect(await screen.findByText('Aún no hay anuncios')).toBeVisible()
})
