import { overviewEndpoints } from '@mi-portal/contract/overview'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPage } from '../../../test/render-portal.tsx'

test('a mail that was not sent shows its person, phone, address and cause, and is sent again', async () => {
  const mail = {
    ...{ id: 5, at: '2026-11-25T15:00:00Z', subject: 'Recordatorio de tu hora', attempts: 6 },
    ...{ recipient: 'camila@ejemplo.cl', state: 'parked' as const, error: '550 no such user' },
    person: { id: 7, full_name: 'Camila Tapia Lagos', phone: '912345678' },
  }
  const expired = { ...mail, id: 6, subject: 'Código', state: 'expired' as const, error: '', person: null }
  mockEndpoint(overviewEndpoints.mails, { mails: [mail, expired], total: 2, page: 1, limit: 10 })
  mockEndpoint(overviewEndpoints.retryMail, {})
  const { user } = await renderPage('/admin/inicio?ver=correos', { as: 'superAdmin' })
  const row = await screen.findByRole('row', { name: /Recordatorio de tu hora/ })
  for (const words of ['Camila Tapia Lagos', '912345678', 'camila@ejemplo.cl', '550 no such user'])
    expect(row).toHaveTextContent(words)
  const late = screen.getByRole('row', { name: /Código/ })
  expect(late).toHaveTextContent('Su plazo terminó antes de que pudiera salir')
  expect(within(late).queryByRole('button')).not.toBeInTheDocument()
  await user.click(within(row).getByRole('button', { name: 'Reintentar: Recordatorio de tu hora' }))
  expect(await screen.findByText('El correo sale de nuevo en unos segundos')).toBeVisible()
  expect(requestsTo(overviewEndpoints.retryMail)).toMatchObject([{ params: { id: '5' } }])
})
