import { type Ad, adEndpoints } from '@mi-portal/contract/ads'
import { ApiError } from '@mi-portal/contract/api-error'
import { publishingEndpoints } from '@mi-portal/contract/publishing'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPortal } from '../../../test/render-portal.tsx'

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
  test('the list of ads shows the audience of each ad and whether patients see it', async () => {
    mockEndpoint(
      adEndpoints.pages,
      page([buildAd(), buildAd({ id: 4, title: '', status: false, gender_id: 1 })]),
    )
    await renderPortal(list, { as: 'superAdmin' })
    const first = within(await screen.findByRole('row', { name: /Vacúnate contra la influenza/ }))
    expect(first.getByText('0 a 120 años')).toBeVisible()
    expect(first.getByText('Todos')).toBeVisible()
    expect(first.getByText('Habilitado')).toBeVisible()
    const second = within(screen.getByRole('row', { name: /Anuncio 4/ }))
    expect(second.getByText('Femenino')).toBeVisible()
    expect(second.getByText('Deshabilitado')).toBeVisible()
    expect(second.getByRole('link', { name: 'Editar Anuncio 4' })).toHaveAttribute('href', `${list}/editar/4`)
  })

  test('an empty list of ads says so, and a search without matches offers all ads', async () => {
    mockEndpoint(adEndpoints.pages, page([]))
    const { user, path } = await renderPortal(list, { as: 'superAdmin' })
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

  test('the address filters the list of ads by visibility', async () => {
    mockEndpoint(adEndpoints.pages, page([buildAd()]))
    await renderPortal(`${list}?visible=false`, { as: 'superAdmin' })
    await screen.findByRole('row', { name: /Vacúnate/ })
    expect(requestsTo(adEndpoints.pages)[0]?.body).toMatchObject({ status: false, page: 1 })
  })

  test('a list of ads that fails to load can be retried', async () => {
    mockEndpoint(adEndpoints.pages, new ApiError('unavailable', { fieldErrors: [] }))
    const { user } = await renderPortal(list, { as: 'superAdmin' })
    expect(await screen.findByText('Error server al obtener anuncios')).toBeVisible()
    mockEndpoint(adEndpoints.pages, page([buildAd()]))
    await user.click(screen.getByRole('button', { name: 'REINTENTAR' }))
    expect(await screen.findByRole('row', { name: /Vacúnate/ })).toBeVisible()
  })

  test('the list hides an ad and offers to show it again', async () => {
    mockEndpoint(adEndpoints.pages, page([buildAd()]))
    mockEndpoint(adEndpoints.disable, () => {
      mockEndpoint(adEndpoints.pages, page([buildAd({ status: false })]))
      return { ad: buildAd({ status: false }) }
    })
    const { user } = await renderPortal(list, { as: 'superAdmin' })
    await user.click(await screen.findByRole('button', { name: 'Deshabilitar Vacúnate contra la influenza' }))
    expect(
      await screen.findByRole('button', { name: 'Habilitar Vacúnate contra la influenza' }),
    ).toBeVisible()
    expect(requestsTo(adEndpoints.disable)[0]?.params).toEqual({ id: '3' })
  })

  test('the list says when the visibility of an ad could not be changed', async () => {
    mockEndpoint(adEndpoints.pages, page([buildAd({ status: false })]))
    mockEndpoint(adEndpoints.enable, new ApiError('unavailable', { fieldErrors: [] }))
    const { user } = await renderPortal(list, { as: 'superAdmin' })
    await user.click(await screen.findByRole('button', { name: /^Habilitar / }))
    expect(await screen.findByText('No ha sido posible completar la actualización')).toBeVisible()
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
    const { user } = await renderPortal(`${list}/crear`, { as: 'superAdmin' })
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

  test('the ad editor accepts only addresses of the portal and of https', async () => {
    const { user } = await renderPortal(`${list}/editar/3`, { as: 'superAdmin' })
    const address = await screen.findByRole('textbox', { name: 'URL del anuncio' })
    await user.clear(address)
    await user.type(address, 'javascript:alert(1)')
    await user.click(save())
    expect(
      within(await screen.findByRole('alert')).getByText(/Digita una dirección https:\/\/ o una ruta/),
    ).toBeVisible()
  })

  test('the ad editor saves the changes with the version that was read, and links back to the list', async () => {
    mockEndpoint(adEndpoints.edit, { ad: buildAd() })
    mockEndpoint(adEndpoints.pages, page([buildAd()]))
    const { user, path } = await renderPortal(`${list}/editar/3`, { as: 'superAdmin' })
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
    const { user } = await renderPortal(`${list}/crear`, { as: 'superAdmin' })
    expect(await screen.findByText('Continúas tu borrador')).toBeVisible()
    await user.click(save())
    expect(await screen.findByText('No ha sido posible completar el registro')).toBeVisible()
    await user.keyboard('{Escape}')
    expect(screen.getByRole('textbox', { name: 'URL del anuncio' })).toHaveAccessibleDescription(
      /La dirección no está disponible/,
    )
    expect(screen.getByRole('textbox', { name: 'URL del anuncio' })).toHaveValue('/dashboard')
  })

  test('the ad editor uploads an image from a file, or shows at its field why not', async () => {
    mockEndpoint(publishingEndpoints.storeImage, new ApiError('wrongFileType'))
    const { user } = await renderPortal(`${list}/crear`, { as: 'superAdmin' })
    await screen.findByRole('button', { name: 'Subir imagen' })
    const chooser = document.querySelector<HTMLInputElement>('input[type=file]')
    if (!chooser) throw new Error('no file can be chosen')
    const poster = new File(['afiche'], 'afiche.png', { type: 'image/png' })
    await user.upload(chooser, poster)
    expect(await screen.findByText('Selecciona formato png, jpg o pdf')).toBeVisible()
    const address = screen.getByRole('textbox', { name: 'URL de la imagen' })
    expect(address).toHaveValue('')
    mockEndpoint(publishingEndpoints.storeImage, { id: 1, url: '/api/publications/images/abc' })
    await user.upload(chooser, poster)
    await waitFor(() => expect(address).toHaveValue('/api/publications/images/abc'))
    expect(screen.queryByText('Selecciona formato png, jpg o pdf')).not.toBeInTheDocument()
  })

  test('the ad editor previews the ad at both widths, and asks for an image when there is none', async () => {
    const { user } = await renderPortal(`${list}/editar/3`, { as: 'superAdmin' })
    await user.click(await screen.findByRole('tab', { name: 'Vista previa' }))
    const wide = await screen.findByRole('region', { name: 'En el escritorio' })
    expect(wide.querySelector('img')).toHaveAttribute('src', '/anuncio.svg')
    expect(screen.getByRole('region', { name: 'En el teléfono' })).toBeVisible()
    await user.click(screen.getByRole('tab', { name: 'Editar' }))
    await user.click(screen.getByRole('button', { name: 'Quitar imagen' }))
    expect(await screen.findByText('Sube una imagen para ver aquí el anuncio.')).toBeVisible()
  })

  test('the editor of an ad that does not exist says so', async () => {
    mockEndpoint(adEndpoints.one, new ApiError('notFound'))
    await renderPortal(`${list}/editar/99`, { as: 'superAdmin' })
    expect(await screen.findByText('No encontramos lo que buscas')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Volver al administrador' })).toHaveAttribute('href', list)
  })
})
