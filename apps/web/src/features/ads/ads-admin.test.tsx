import { type Ad, adEndpoints } from '@mi-portal/contract/ads'
import { ApiError } from '@mi-portal/contract/api-error'
import { publishingEndpoints } from '@mi-portal/contract/publishing'
import { screen, waitFor, within } from '@testing-library/react'
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

  test('a list of ads that fails to load can be retried', async () => {
    mockEndpoint(adEndpoints.pages, new ApiError('unavailable', { fieldErrors: [] }))
    const { user } = await renderPage(list, { as: 'superAdmin' })
    expect(await screen.findByText('Error server al obtener anuncios')).toBeVisible()
    mockEndpoint(adEndpoints.pages, page([buildAd()]))
    await user.click(screen.getByRole('button', { name: 'REINTENTAR' }))
    expect(await screen.findByRole('row', { name: /Vacúnate/ })).toBeVisible()
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

  test('the ad editor shows what is missing, field by field, and sends nothing', async () => {
    const { user } = await renderPage(`${list}/crear`, { as: 'superAdmin' })
    await user.click(await screen.findByRole('button', { name: 'GUARDAR CAMBIOS' }))
    const summary = within(await screen.findByRole('alert'))
    for (const message of [
      'Ingresa la URL de la imagen',
      'Ingresa la URL del anuncio',
      'Digita Edad desde',
      'Digita Edad hasta',
      'Selecciona Género',
      'Digita Orden',
    ])
      expect(summary.getByText(message)).toBeVisible()
  })

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

  test('the ad editor keeps everything typed when the server rejects it, and shows the error at its field', async () => {
    mockEndpoint(
      adEndpoints.create,
      new ApiError('invalid', { param: 'url', msg: 'La dirección no está disponible' }),
    )
    mockEndpoint(publishingEndpoints.draft, {
      draft: {
        data: {
          image: '/a.png',
          url: '/dashboard',
          from_age: '0',
          to_age: '120',
          gender_id: '0',
          order_advertising: '2',
        },
        updated_at: '2026-11-20T15:00:00.000Z',
      },
    })
    const { user } = await renderPage(`${list}/crear`, { as: 'superAdmin' })
    expect(await screen.findByText('Continúas tu borrador')).toBeVisible()
    await user.click(save())
    expect(await screen.findByText('No ha sido posible completar el registro')).toBeVisible()
    await user.keyboard('{Escape}')
    expect(screen.getByRole('textbox', { name: 'URL del anuncio' })).toHaveAccessibleDescription(
      /La dirección no está disponible/,
    )
    expect(screen.getByRole('textbox', { name: 'URL del anuncio' })).toHaveValue('/dashboard')
  })
})
