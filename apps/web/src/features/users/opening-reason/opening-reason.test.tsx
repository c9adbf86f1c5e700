import { ApiError } from '@mi-portal/contract/calls/api-error'
import { catalogueEndpoints } from '@mi-portal/contract/catalogues'
import { staffReadEndpoints } from '@mi-portal/contract/staff-reads'
import { userEndpoints } from '@mi-portal/contract/users'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildUser } from '../../../../test/build.ts'
import { mockEndpoint, requestsTo } from '../../../../test/fake-server.ts'
import { renderPortal } from '../../../../test/render-portal.tsx'

const { giveReason } = staffReadEndpoints

test('a member of staff who opened many people today gives a reason, and the page then opens', async () => {
  let isGiven = false
  mockEndpoint(catalogueEndpoints.cities, { cities: [] })
  mockEndpoint(catalogueEndpoints.communes, { communes: [] })
  mockEndpoint(userEndpoints.one, () =>
    isGiven ? { data: buildUser({ first_name: 'Camila' }) } : new ApiError('openedPeopleUsedUp'),
  )
  mockEndpoint(giveReason, new ApiError('unavailable'))
  const { user } = await renderPortal('/admin/usuarios/editar/7', { as: 'admin' })
  const dialog = within(await screen.findByRole('dialog', { name: 'Hoy abriste muchas fichas' }))
  await user.click(dialog.getByRole('button', { name: 'Continuar' }))
  expect(dialog.getByText('Elige un motivo')).toBeVisible()
  expect(requestsTo(giveReason)).toEqual([])
  await user.click(dialog.getByRole('radio', { name: 'Hago también el turno de otra persona' }))
  await user.click(dialog.getByRole('button', { name: 'Continuar' }))
  expect(await dialog.findByRole('alert')).toBeVisible()
  mockEndpoint(giveReason, () => {
    isGiven = true
    return { opened: 300, allowed: 600 }
  })
  await user.click(dialog.getByRole('button', { name: 'Continuar' }))
  expect(await screen.findByLabelText('Nombres')).toHaveValue('Camila')
  expect(requestsTo(giveReason).at(-1)?.body).toEqual({ reason: 'covering' })
})

test('a member of staff who gives no reason reads why the person was not opened', async () => {
  mockEndpoint(userEndpoints.one, new ApiError('openedPeopleUsedUp'))
  const { user } = await renderPortal('/admin/usuarios/editar/7', { as: 'admin' })
  const dialog = within(await screen.findByRole('dialog', { name: 'Hoy abriste muchas fichas' }))
  await user.click(dialog.getByRole('button', { name: 'Cancelar' }))
  expect(await screen.findByText('Indica por qué necesitas abrir más fichas hoy')).toBeVisible()
})
