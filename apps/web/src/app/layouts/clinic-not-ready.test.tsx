import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setClinic } from '../../../test/clinic.ts'
import { renderPortal } from '../../../test/render-portal.tsx'

const notice = 'Estamos preparando el portal'

test.each(['/', '/registrar', '/reservas'])(
  'without a clinic, %s says that the portal is being prepared and names no clinic',
  async (address) => {
    setClinic({ is_ready: false, sites: [], brand: 'Mi Portal' })
    await renderPortal(address)
    expect(await screen.findByText(notice)).toBeVisible()
    expect(screen.queryByText(/Providencia|Andes/)).toBeNull()
  },
)

test('staff sign in without the notice, so that they can set the clinic up', async () => {
  setClinic({ is_ready: false, sites: [] })
  await renderPortal('/admin')
  expect(await screen.findByRole('heading', { name: 'Iniciar sesión' })).toBeVisible()
  expect(screen.queryByText(notice)).toBeNull()
})
