import { type Ad, adEndpoints } from '@mi-portal/contract/publishing/ads'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../../test/fake-server.ts'
import { renderPage } from '../../../../test/render-portal.tsx'

function buildAd(id: number): Ad {
  const shownTo = {
    from_age: 0,
    to_age: 120,
    gender_id: 0,
    order_advertising: id,
    status: true,
    shown_from: null,
    shown_until: null,
  }
  const link = { title: '', image: `/art/${id}.png`, url: '/dashboard/control-prevencion' }
  return { id, ...link, ...shownTo, updated_at: '2026-11-26T12:00:00Z' }
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
})

async function openFour() {
  mockEndpoint(adEndpoints.list, { ads: [1, 2, 3, 4].map(buildAd) })
  await renderPage('/dashboard', { as: 'patient' })
  const region = await screen.findByRole('region', { name: 'Anuncios de la clínica' })
  await within(region).findByText('1 de 4')
  return region
}

test('the ads move automatically every five seconds, and start again after the last', async () => {
  const region = await openFour()
  for (const place of [2, 3, 4, 1]) {
    await pass(5000)
    expect(within(region).getByText(`${place} de 4`)).toBeVisible()
  }
})

test('the ads do not move for users who prefer less motion', async () => {
  const plain = window.matchMedia
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const list = plain(query)
    return query.includes('reduced-motion') ? { ...list, matches: true } : list
  })
  const region = await openFour()
  await pass(20_000)
  expect(within(region).getByText('1 de 4')).toBeVisible()
  expect(within(region).queryByRole('button', { name: 'Pausar anuncios' })).not.toBeInTheDocument()
  fireEvent.click(within(region).getByRole('button', { name: 'Anuncio siguiente' }))
  expect(within(region).getByText('2 de 4')).toBeVisible()
})

test('an empty list of ads says so, and a search without matches offers all ads', async () => {
  mockEndpoint(adEndpoints.pages, { ads: [], total: 0, page: 1, limit: 10 })
  const { user, path } = await renderPage('/admin/anuncios', { as: 'superAdmin' })
  expect(await screen.findByText('Aún no hay anuncios')).toBeVisible()
  await user.type(screen.getByRole('searchbox', { name: 'Buscar anuncios' }), 'influenza{Enter}')
  expect(await screen.findByText('No encontramos anuncios con esta búsqueda')).toBeVisible()
  await waitFor(() =>
    expect(requestsTo(adEndpoints.pages).at(-1)?.body).toMatchObject({ filter: 'influenza' }),
  )
  expect(path()).toBe('/admin/anuncios')
  await user.click(screen.getByRole('button', { name: 'Ver todos' }))
  expect(await screen.findByText('Aún no hay anuncios')).toBeVisible()
})
