import { type Ad, adEndpoints } from '@mi-portal/contract/ads'
import { publishingEndpoints } from '@mi-portal/contract/publishing'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPage } from '../../../test/render-portal.tsx'

function buildAd(overrides: Partial<Ad> = {}): Ad {
  return {
    id: 3,
    title: 'Vacúnate contra la influenza',
    image: '/anuncio.svg',
    url: '/dashboard/agenda',
    from_age: 0,
    to_age: 120,
    gender_id: 0,
    order_advertising: 1,
    status: true,
    updated_at: '2026-11-20T15:00:00.000Z',
    ...overrides,
  }
}

const page = (ads: Ad[], total = ads.length) => ({ ads, total, page: 1, limit: 10 })
const list = '/admin/anuncios'

describe('the list of ads', () => {
  test('an empty list of ads says so, and a search without matches offers all ads', async () => {
    mockEndpoint(adEndpoints.pages, page([]))
    const { user, path } = await renderPage(list, { as: 'superAdmin' })
    expect(await screen.findByText('Aún no hay anuncios')).toBeVisible()
    await user.type(screen.getByRole('searchbox', { name: 'Buscar anuncios' }), 'influenza{Enter}')
    expect(await screen.findByText('No encontramos anuncios con esta búsqueda')).toBeVisible()
    await waitFor(() =>
      expect(requestsTo(adEndpoints.pages).at(-1)?.body).toMatchObject({ filter: 'influenza' }),
    )
    expect(path()).toBe(list)
    await user.click(screen.getByRole('button', { name: 'Ver todos' }))
    expect(await screen.findByText('Aún no hay anuncios')).toBeVisible()
  })
})

describe('the ad editor', () => {
  beforeEach(() => {
    mockEndpoint(publishingEndpoints.draft, { draft: null })
    mockEndpoint(publishingEndpoints.storeDraft, {
      draft: { data: {}, updated_at: '2026-11-20T15:00:00.000Z' },
    })
    mockEndpoint(publishingEndpoints.deleteDraft, {})
    mockEndpoint(adEndpoints.one, { ad: buildAd() })
  })
  const save = () => screen.getByRole('button', { name: 'GUARDAR CAMBIOS' })

  test('the ad editor saves the changes with the version that was read, and links back to the list', async () => {
    mockEndpoint(adEndpoints.edit, { ad: buildAd() })
    mockEndpoint(adEndpoints.pages, page([buildAd()]))
    const { user, path } = await renderPage(`${list}/editar/3`, { as: 'superAdmin' })
    const order = await screen.findByRole('textbox', { name: 'Orden' })
    await user.clear(order)
    await user.type(order, '7')
    await user.click(save())
    expect(await screen.findByRole('heading', { name: '¡Actualización exitosa!' })).toBeVisible()
    expect(screen.getByText('El anuncio se ha actualizado correctamente')).toBeVisible()
    expect(requestsTo(adEndpoints.edit)[0]?.body).toMatchObject({
      order_advertising: 7,
      status: true,
      updated_at: '2026-11-20T15:00:00.000Z',
    })
    await user.click(screen.getByRole('button', { name: 'VOLVER AL ADMINISTRADOR' }))
    await waitFor(() => expect(path()).toBe(list))
  })
})
