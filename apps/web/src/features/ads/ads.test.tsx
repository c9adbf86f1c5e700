import { type Ad, adEndpoints } from '@mi-portal/contract/ads'
import { ApiError } from '@mi-portal/contract/api-error'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { mockEndpoint } from '../../../test/fake-server.ts'
import { renderPage } from '../../../test/render-portal.tsx'

function ad(id: number, url = '/dashboard/control-prevencion'): Ad {
  return {
    id,
    title: id === 3 ? 'Vacúnate contra la influenza' : '',
    image: `/art/${id}.png`,
    url,
    from_age: 0,
    to_age: 120,
    gender_id: 0,
    order_advertising: id,
    status: true,
    updated_at: '2026-11-26T12:00:00Z',
  }
}

const carousel = () => screen.findByRole('region', { name: 'Anuncios de la clínica' })
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
})

async function openFour() {
  mockEndpoint(adEndpoints.list, { ads: [ad(1), ad(2, 'https://ejemplo.cl/vacunas'), ad(3), ad(4)] })
  const { user, path } = await renderPage('/dashboard', { as: 'patient' })
  const region = await carousel()
  await within(region).findByText('1 de 4')
  return { user, path, region }
}

describe('the ads on the home page', () => {
  test('the ads move automatically every five seconds, and start again after the last', async () => {
    const { region } = await openFour()
    await pass(5000)
    expect(within(region).getByText('2 de 4')).toBeVisible()
    for (const place of [3, 4]) {
      await pass(5000)
      expect(within(region).getByText(`${place} de 4`)).toBeVisible()
    }
    await pass(5000)
    expect(within(region).getByText('1 de 4')).toBeVisible()
  })

  test('the ads do not move for users who prefer less motion', async () => {
    const plain = window.matchMedia
    vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
      const list = plain(query)
      return query.includes('reduced-motion') ? { ...list, matches: true } : list
    })
    const { region } = await openFour()
    await pass(20_000)
    expect(within(region).getByText('1 de 4')).toBeVisible()
    expect(within(region).queryByRole('button', { name: 'Pausar anuncios' })).not.toBeInTheDocument()
    fireEvent.click(within(region).getByRole('button', { name: 'Anuncio siguiente' }))
    expect(within(region).getByText('2 de 4')).toBeVisible()
  })

  test('hidden ads cannot be reached with the keyboard', async () => {
    const { region } = await openFour()
    const slides = within(region).getAllByRole('listitem', { hidden: true })
    expect(slides.map((slide) => slide.hasAttribute('inert'))).toEqual([false, true, true, true])
  })

  test.each([
    ['there are none', { ads: [] }],
    ['they cannot be fetched', new ApiError('unavailable')],
  ])('the home page shows no carousel when %s', async (_case, reply) => {
    mockEndpoint(adEndpoints.list, reply)
    await renderPage('/dashboard', { as: 'patient' })
    await screen.findByRole('region', { name: 'Próximas horas' })
    await pass(3000)
    expect(screen.queryByRole('region', { name: 'Anuncios de la clínica' })).not.toBeInTheDocument()
  })
})
