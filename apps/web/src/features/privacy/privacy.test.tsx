import { ApiError } from '@mi-portal/contract/api-error'
import { exportEndpoints } from '@mi-portal/contract/exports'
import { familyMemberEndpoints } from '@mi-portal/contract/family/members'
import { privacyEndpoints } from '@mi-portal/contract/privacy'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPage } from '../../../test/render-portal.tsx'

const address = '/dashboard/perfil/datos-personales'

test('an erasure request first says what the law retains, and then gives a receipt', async () => {
  mockEndpoint(privacyEndpoints.request, {
    request: { id: 42, receipt: 'DP-2026-000042', due_on: '2026-12-26' },
  })
  const { user } = await renderPage(address, { as: 'patient' })
  expect(await screen.findByText('Aún no has hecho solicitudes sobre tus datos.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Hacer una solicitud' }))
  const dialog = await screen.findByRole('dialog', { name: 'Hacer una solicitud' })
  await user.click(within(dialog).getByRole('button', { name: 'Enviar solicitud' }))
  expect(await within(dialog).findByText('Selecciona qué quieres solicitar')).toBeVisible()
  expect(within(dialog).queryByText(/Ley 20.584/)).toBeNull()
  await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Qué quieres solicitar' }), 'erasure')
  expect(await within(dialog).findByText(/Ley 20.584, art. 13/)).toBeVisible()
  await user.click(within(dialog).getByRole('button', { name: 'Enviar solicitud' }))
  expect(await within(dialog).findByText('Digita qué datos quieres que se eliminen')).toBeVisible()
  expect(within(dialog).getByText('Confirma que leíste qué datos debe conservar la clínica')).toBeVisible()
  expect(requestsTo(privacyEndpoints.request)).toEqual([])
  await user.type(within(dialog).getByRole('textbox', { name: /Detalle/ }), 'Mi teléfono')
  const box = within(dialog).getByRole('checkbox', { name: /Leí qué datos debe conservar/ })
  expect(box).not.toBeChecked()
  await user.click(box)
  await user.click(within(dialog).getByRole('button', { name: 'Enviar solicitud' }))
  expect(await screen.findByRole('heading', { name: 'Recibimos tu solicitud' })).toBeVisible()
  expect(screen.getByText('DP-2026-000042')).toBeVisible()
  expect(screen.getByText('26/12/2026')).toBeVisible()
  expect(requestsTo(privacyEndpoints.request)[0]?.body).toEqual({
    right: 'erasure',
    message: 'Mi teléfono',
    read_what_is_kept: true,
  })
})

test('a request for a minor sends the minor’s id, and a rejected one keeps its input', async () => {
  mockEndpoint(familyMemberEndpoints.selections, {
    delegated: [],
    selections: [
      { id: 7, first_name: 'Camila', last_name: 'Fuentes', is_self: true },
      { id: 9, first_name: 'Martina', last_name: 'Soto', is_self: false },
    ],
  })
  mockEndpoint(privacyEndpoints.request, new ApiError('rightOfTheirOwn', { param: 'right' }))
  const { user } = await renderPage(address, { as: 'patient' })
  await user.click(await screen.findByRole('button', { name: 'Hacer una solicitud' }))
  await user.selectOptions(await screen.findByLabelText('Qué quieres solicitar'), 'objection')
  await user.selectOptions(await screen.findByLabelText('De quién son los datos'), '9')
  await user.type(screen.getByRole('textbox', { name: /Detalle/ }), 'Encuestas')
  await user.click(screen.getByRole('button', { name: 'Enviar solicitud' }))
  expect((await screen.findAllByText(/le corresponde hacerla a la misma persona/)).length).toBeGreaterThan(0)
  expect(screen.getByRole('textbox', { name: /Detalle/ })).toHaveValue('Encuestas')
  expect(requestsTo(privacyEndpoints.request)[0]?.body).toMatchObject({ family_member_id: 9 })
})

test('a data export of a child is requested with the child’s id, and says why it was rejected', async () => {
  mockEndpoint(familyMemberEndpoints.selections, {
    delegated: [],
    selections: [
      { id: 1, first_name: 'Camila', last_name: 'Fuentes', is_self: true },
      { id: 2, first_name: 'Martina', last_name: 'Soto', is_self: false },
    ],
  })
  mockEndpoint(exportEndpoints.request, new ApiError('tooMany'))
  const { user } = await renderPage('/dashboard/perfil/datos-personales', { as: 'patient' })
  const card = within(await screen.findByRole('region', { name: 'Copia de mis datos' }))
  await user.selectOptions(await card.findByLabelText('De quién'), 'Martina Soto')
  await user.click(card.getByRole('button', { name: 'Pedir una copia' }))
  expect(await card.findByText(new ApiError('tooMany').message)).toBeVisible()
  expect(requestsTo(exportEndpoints.request)[0]?.params).toEqual({ patientId: '2' })
})
