import { ApiError } from '@mi-portal/contract/calls/api-error'
import { contactEndpoints } from '@mi-portal/contract/service-requests/contact'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { mockEndpoint } from '../../../../test/fake-server.ts'
import { mockSelections } from '../../../../test/family.ts'
import { type PageUser, renderPage } from '../../../../test/render-portal.tsx'
import { portal } from '../../../lib/portal-config.ts'
import { describeOpeningHours } from '../../../ui/describe-opening-hours.ts'

const page = '/dashboard/contactanos'
const { send } = contactEndpoints

const reason = (user: PageUser, name: string) => user.click(screen.getByRole('radio', { name }))
const submit = (user: PageUser) => user.click(screen.getByRole('button', { name: 'Solicitar contacto' }))
const errors = () =>
  within(screen.getByRole('alert'))
    .getAllByRole('link')
    .map((link) => link.textContent)

beforeEach(mockSelections)

test('a message that cannot be sent says so and keeps its input', async () => {
  mockEndpoint(send, new ApiError('unavailable', { fieldErrors: [] }))
  const { user } = await renderPage(page, { as: 'patient' })
  await screen.findByRole('radio', { name: 'Sugerencia' })
  await reason(user, 'Sugerencia')
  await user.choose('¿Quién es el paciente?', 'Camila Andrea Fuentes (yo)')
  await user.type(screen.getByRole('textbox', { name: 'Mensaje' }), 'Más horas en la tarde')
  await submit(user)
  expect(await screen.findByRole('heading', { name: 'No ha sido posible guardar contacto' })).toBeVisible()
  expect(screen.getByText('Error server al guardar contacto')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Cerrar' }))
  expect(screen.getByRole('textbox', { name: 'Mensaje' })).toHaveValue('Más horas en la tarde')
  mockEndpoint(send, new ApiError('tooLarge'))
  await submit(user)
  await user.click(await screen.findByRole('button', { name: 'Cerrar' }))
  expect(errors()).toEqual(['Selecciona tamaño máximo 20MB'])
})

test('the page says where the clinic attends, with phone and opening hours of each site', async () => {
  await renderPage(page, { as: 'patient' })
  const sites = within(await screen.findByRole('region', { name: 'Nuestras sedes' }))
  for (const { name, opening_hours } of portal.clinic.sites) {
    const site = sites.getByText(name).nextElementSibling
    for (const line of [/\d{4} \d{4}/, ...describeOpeningHours(opening_hours)])
      expect(site).toHaveTextContent(line)
  }
})
