import { ApiError } from '@mi-portal/contract/calls/api-error'
import { favouriteEndpoints, type MenuId } from '@mi-portal/contract/favourites'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPortal } from '../../../test/render-portal.tsx'

function favourites(...ids: MenuId[]) {
  return {
    favourites: ids.map((menu_id, place) => ({ id: place + 1, name: menu_id, menu_id })),
  }
}

const tiles = () => screen.findByRole('region', { name: 'Mis favoritos' })
const star = (label: string) => screen.findByRole('button', { name: `Favorito: ${label}` })

test('editing allows one to three favourites, and a rejected choice leaves the dialog open with the reason and the tiles unchanged', async () => {
  mockEndpoint(favouriteEndpoints.list, favourites('laboratorio'))
  mockEndpoint(favouriteEndpoints.replace, new ApiError('unavailable'))
  const { user } = await renderPortal('/dashboard', { as: 'patient' })
  await user.click(await screen.findByRole('button', { name: 'Editar favoritos' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Editar favoritos' }))
  const box = (name: string) => dialog.getByRole('checkbox', { name })
  const save = () => user.click(dialog.getByRole('button', { name: 'GUARDAR CAMBIOS' }))
  await user.click(box('Laboratorio'))
  await save()
  expect(dialog.getByText('Selecciona una opción.')).toBeVisible()
  expect(requestsTo(favouriteEndpoints.replace)).toEqual([])
  for (const name of ['Laboratorio', 'Mi Grupo familiar', 'Contáctanos']) await user.click(box(name))
  expect(dialog.queryByText('Selecciona una opción.')).not.toBeInTheDocument()
  expect(dialog.getByText('Quita uno para elegir otro.')).toBeVisible()
  expect(box('Solicitudes')).toBeDisabled()
  await user.click(box('Laboratorio'))
  expect(box('Solicitudes')).toBeEnabled()
  await save()
  expect(await dialog.findByText('No ha sido posible guardar tus favoritos')).toBeVisible()
  expect(box('Contáctanos')).toBeChecked()
  expect(within(await tiles()).getAllByRole('link')).toHaveLength(1)
})

test('a star in the menu adds a favourite before the server has answered, and is reverted when the server rejects it', async () => {
  mockEndpoint(favouriteEndpoints.list, favourites('laboratorio'))
  const saved = Promise.withResolvers<ApiError>()
  mockEndpoint(favouriteEndpoints.replace, () => saved.promise)
  const { user } = await renderPortal('/dashboard', { as: 'patient' })
  await user.click(await star('Contáctanos'))
  expect(await star('Contáctanos')).toHaveAttribute('aria-pressed', 'true')
  expect(within(await tiles()).getByRole('link', { name: 'Contáctanos' })).toBeVisible()
  saved.resolve(new ApiError('unavailable'))
  expect(await screen.findByRole('dialog')).toHaveTextContent('No ha sido posible guardar tus favoritos')
  expect(await star('Contáctanos')).toHaveAttribute('aria-pressed', 'false')
})
