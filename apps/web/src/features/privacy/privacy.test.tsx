import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { open } from '../../../test/open.tsx'

test('the page of one’s data is reached from the profile and leads to who looked and to the policy', async () => {
  const { user, path } = await open('/dashboard/perfil?tab=eliminar-perfil', { as: 'patient' })
  await user.click(await screen.findByRole('link', { name: 'Mis datos personales' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Mis datos personales' })).toBeVisible()
  expect(path()).toBe('/dashboard/perfil/datos-personales')
  expect(screen.getByRole('link', { name: 'Ver quién vio mis datos' })).toHaveAttribute(
    'href',
    '/dashboard/perfil?tab=quien-vio-mis-datos',
  )
  expect(screen.getByRole('link', { name: 'Leer el aviso de privacidad' })).toHaveAttribute(
    'href',
    '/privacidad',
  )
})
