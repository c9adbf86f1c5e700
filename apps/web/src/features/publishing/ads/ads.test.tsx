import { type Ad, adEndpoints } from '@mi-portal/contract/publishing/ads'
import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mockEndpoint } from '../../../../test/fake-server.ts'
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
