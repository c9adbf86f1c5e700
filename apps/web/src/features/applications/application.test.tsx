import { applicationEndpoints } from '@mi-portal/contract/applications'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockEndpoint } from '../../../test/fake-server.ts'
import { renderPage } from '../../../test/render-portal.tsx'

const { state } = applicationEndpoints
const address = '/registro/llave-de-la-pagina-del-registro'

test('the page of a denied application shows the reason and leads to another registration', async () => {
  mockEndpoint(state, {
    application: {
      ...{ state: 'denied', reason: 'El documento está vencido.', code_expires_at: null },
      ...{ applied_at: '2026-11-23T15:00:00Z', due_at: '2026-11-27T15:00:00Z', decided_at: null },
    },
  })
  await renderPage(address)
  const title = await screen.findByRole('heading', { level: 1, name: 'No pudimos validar tu identidad' })
  const card = title.closest('section')
  expect(card).toHaveTextContent('Motivo: El documento está vencido.')
  expect(within(card ?? document.body).getByRole('link', { name: 'REGISTRARME NUEVAMENTE' })).toHaveAttribute(
    'href',
    '/registrar',
  )
})

test('a link without an application says so, and a failure can be retried', async () => {
  mockEndpoint(state, new ApiError('notFound'))
  const { go } = await renderPage(address)
  const unknown = { level: 1, name: 'Este enlace no corresponde a ningún registro' } as const
  expect(await screen.findByRole('heading', unknown)).toBeVisible()
  mockEndpoint(state, new ApiError('invalid'))
  await go('/registro/corta')
  expect(await screen.findByRole('heading', unknown)).toBeVisible()
  mockEndpoint(state, new ApiError('tooMany'))
  await go('/registro/otra-llave-de-la-pagina')
  expect(await screen.findByRole('button', { name: 'REINTENTAR' })).toBeVisible()
  expect(screen.getByRole('heading', { level: 1, name: 'Tu registro' })).toBeInTheDocument()
})
