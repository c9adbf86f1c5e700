import { ApiError } from '@mi-portal/contract/api-error'
import { favouriteEndpoints, type MenuId } from '@mi-portal/contract/favourites'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPortal } from '../../../test/render-portal.tsx'

const names: Partial<Record<MenuId, string>> = {
  laboratorio: 'Laboratorio',
  'grupo-familiar': 'Mi Grupo familiar',
  'consultas-medicas': 'Consultas médicas',
}

function favourites(...ids: MenuId[]) {
  return {
    favourites: ids.map((menu_id, place) => ({ id: place + 1, name: names[menu_id] ?? menu_id, menu_id })),
  }
}

/** Fakes a server that stores what it receives. */
function mockStoredFavourites() {
  mockEndpoint(favouriteEndpoints.replace, ({ body }) => ({
    favourites: sentIds(body).map((menu_id, place) => ({ id: place + 9, name: menu_id, menu_id })),
  }))
}

function sentIds(body: unknown): MenuId[] {
  const { favourites } = favouriteEndpoints.replace.body.parse(body)
  return favourites.map(({ menu_id }) => menu_id)
}

const lastSent = () => sentIds(requestsTo(favouriteEndpoints.replace).at(-1)?.body)
const tiles = () => screen.findByRole('region', { name: 'Mis favoritos' })
const star = (label: string) => screen.findByRole('button', { name: `Favorito: ${label}` })

async function openEditing(...ids: MenuId[]) {
  mockEndpoint(favouriteEndpoints.list, favourites(...ids))
  const { user } = await renderPortal('/dashboard', { as: 'patient' })
  await user.click(await screen.findByRole('button', { name: 'Editar favoritos' }))
  return { user, dialog: await screen.findByRole('dialog', { name: 'Editar favoritos' }) }
}

describe('the favourites on the home page', () => {
  test('without favourites the home page says how many are possible', async () => {
    await renderPortal('/dashboard', { as: 'patient' })
    expect(await screen.findByText(/Aún no tienes favoritos\. Elige hasta tres/)).toBeVisible()
  })

  test('favourites that fail to load can be retried, and the menu shows no stars meanwhile', async () => {
    mockEndpoint(favouriteEndpoints.list, new ApiError('unavailable'))
    const { user } = await renderPortal('/dashboard', { as: 'patient' })
    expect(await screen.findByText('Error server al obtener favoritos')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Favorito/ })).not.toBeInTheDocument()
    mockEndpoint(favouriteEndpoints.list, favourites('laboratorio'))
    await user.click(within(await tiles()).getByRole('button', { name: 'REINTENTAR' }))
    expect(await star('Laboratorio')).toHaveAttribute('aria-pressed', 'true')
  })
})

describe('editing the favourites', () => {
  test('with three favourites chosen the others cannot be chosen, and «3 de 3» says why', async () => {
    const { user, dialog } = await openEditing('laboratorio', 'grupo-familiar')
    await user.click(within(dialog).getByRole('checkbox', { name: 'Contáctanos' }))
    expect(within(dialog).getByText('3 de 3')).toBeVisible()
    expect(within(dialog).getByRole('checkbox', { name: 'Solicitudes' })).toBeDisabled()
    expect(within(dialog).getByRole('checkbox', { name: 'Laboratorio' })).toBeEnabled()
    await user.click(within(dialog).getByRole('checkbox', { name: 'Laboratorio' }))
    expect(within(dialog).getByRole('checkbox', { name: 'Solicitudes' })).toBeEnabled()
  })

  test('without a chosen favourite nothing is sent: «Selecciona una opción.»', async () => {
    const { user, dialog } = await openEditing('laboratorio')
    await user.click(within(dialog).getByRole('checkbox', { name: 'Laboratorio' }))
    await user.click(within(dialog).getByRole('button', { name: 'GUARDAR CAMBIOS' }))
    expect(within(dialog).getByText('Selecciona una opción.')).toBeVisible()
    await user.click(within(dialog).getByRole('checkbox', { name: 'Solicitudes' }))
    expect(within(dialog).queryByText('Selecciona una opción.')).not.toBeInTheDocument()
  })

  test('rejected favourites leave the dialog open with its choice and the reason, and the tiles unchanged', async () => {
    mockEndpoint(favouriteEndpoints.replace, new ApiError('unavailable'))
    const { user, dialog } = await openEditing('laboratorio')
    await user.click(within(dialog).getByRole('checkbox', { name: 'Contáctanos' }))
    await user.click(within(dialog).getByRole('button', { name: 'GUARDAR CAMBIOS' }))
    expect(await within(dialog).findByText('No ha sido posible guardar tus favoritos')).toBeVisible()
    expect(within(dialog).getByRole('checkbox', { name: 'Contáctanos' })).toBeChecked()
    expect(within(await tiles()).getAllByRole('link')).toHaveLength(1)
  })
})

describe('a star in the menu', () => {
  test('a star in the menu adds a favourite at once, before the server has answered', async () => {
    mockEndpoint(favouriteEndpoints.list, favourites('laboratorio'))
    const saved = Promise.withResolvers<ReturnType<typeof favourites>>()
    mockEndpoint(favouriteEndpoints.replace, () => saved.promise)
    const { user } = await renderPortal('/dashboard', { as: 'patient' })
    await user.click(await star('Contáctanos'))
    expect(await star('Contáctanos')).toHaveAttribute('aria-pressed', 'true')
    expect(within(await tiles()).getByRole('link', { name: 'Contáctanos' })).toBeVisible()
    saved.resolve(favourites('laboratorio', 'contactanos'))
  })

  test('a star is reverted when the server rejects it, and a dialog says so', async () => {
    mockEndpoint(favouriteEndpoints.list, favourites('laboratorio'))
    mockEndpoint(favouriteEndpoints.replace, new ApiError('unavailable'))
    const { user } = await renderPortal('/dashboard', { as: 'patient' })
    await user.click(await star('Contáctanos'))
    expect(await screen.findByRole('dialog')).toHaveTextContent('No ha sido posible guardar tus favoritos')
    expect(await star('Contáctanos')).toHaveAttribute('aria-pressed', 'false')
  })

  test('two stars pressed quickly send one choice after the other and keep both', async () => {
    mockEndpoint(favouriteEndpoints.list, favourites('laboratorio'))
    mockStoredFavourites()
    const { user } = await renderPortal('/dashboard', { as: 'patient' })
    await user.click(await star('Contáctanos'))
    await user.click(await star('Solicitudes'))
    await waitFor(() => expect(lastSent()).toEqual(['laboratorio', 'contactanos', 'solicitudes']))
    expect(await star('Solicitudes')).toHaveAttribute('aria-pressed', 'true')
    expect(await star('Contáctanos')).toHaveAttribute('aria-pressed', 'true')
  })
})
