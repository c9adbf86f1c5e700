import { emergencyContactEndpoints } from '@mi-portal/contract/emergency-contacts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPage } from '../../../test/render-portal.tsx'

const { own, save } = emergencyContactEndpoints
const contact = { name: 'Rosa Tapia', relationship: 'Mamá', phone: '987654321' }

test('a patient adds an emergency contact, and an invalid field keeps what was typed', async () => {
  mockEndpoint(own, { contact: null })
  mockEndpoint(save, { contact })
  const { user } = await renderPage('/dashboard/perfil', { as: 'patient' })
  await user.click(await screen.findByRole('button', { name: 'Agregar contacto' }))
  const form = screen.getByRole('form', { name: 'Contacto de emergencia' })
  await user.type(within(form).getByLabelText('Nombre y apellido'), contact.name)
  await user.type(within(form).getByLabelText('Teléfono'), '0123')
  await user.click(within(form).getByRole('button', { name: 'Guardar contacto' }))
  expect(await within(form).findByText('Digita Relación')).toBeVisible()
  expect(within(form).getByText('Digita Teléfono válido')).toBeVisible()
  expect(within(form).getByLabelText('Nombre y apellido')).toHaveValue(contact.name)
  await user.type(within(form).getByLabelText('Relación contigo'), contact.relationship)
  await user.clear(within(form).getByLabelText('Teléfono'))
  await user.type(within(form).getByLabelText('Teléfono'), contact.phone)
  await user.click(within(form).getByRole('button', { name: 'Guardar contacto' }))
  expect(await screen.findByText(contact.name)).toBeVisible()
  expect(requestsTo(save)[0]?.body).toEqual(contact)
})
