import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { getRouteOptions, renderPortal } from '../../../test/render-portal.tsx'
import * as reloading from '../../lib/browser/reload.ts'
import { lazyPage } from '../routes/lazy-page.ts'

const reload = vi.fn()

/** The page that cannot be loaded. */
const group = getRouteOptions('/patient/dashboard/mi-grupo-familiar')

let answers = true
const realFetch = globalThis.fetch

beforeEach(() => {
  answers = true
  reload.mockReset()
  vi.spyOn(reloading, 'reloadDocument').mockImplementation(reload)
  // React and the router log on the console what an error boundary caught.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
    if (input !== '/health/live') return realFetch(input, init)
    return answers ? Promise.resolve(new Response('')) : Promise.reject(new TypeError('no answer'))
  })
  const { component } = group
  const fail = () => Promise.reject(new TypeError('Unable to preload CSS for /assets/group.css'))
  group.component = lazyPage<{ GroupPage: unknown }, 'GroupPage'>(fail, 'GroupPage')
  return () => {
    group.component = component
  }
})

function loseNetwork() {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
}

async function regainNetwork() {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  await act(async () => window.dispatchEvent(new Event('online')))
}

test('a page whose style sheet is missing shows an error in Spanish and keeps the menu', async () => {
  answers = false
  await renderPortal('/dashboard/mi-grupo-familiar', { as: 'patient' })
  expect(await screen.findByRole('heading', { name: 'No pudimos mostrar esta página' })).toBeVisible()
  expect(screen.getByText(/El portal no responde en este momento/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Mis Exámenes' })).toBeVisible()
  expect(screen.queryByText(/Something went wrong/)).not.toBeInTheDocument()
  expect(reload).not.toHaveBeenCalled()
})

test('a page whose script is missing after a release reloads the document once', async () => {
  const { go } = await renderPortal('/dashboard/mi-grupo-familiar', { as: 'patient' })
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  await go('/dashboard/perfil')
  expect(reload).toHaveBeenCalledTimes(1)
})

test('a page that is still missing after the document was reloaded waits for the user', async () => {
  const { router } = await renderPortal('/dashboard', { as: 'patient' })
  await act(async () => router.history.push('/dashboard/mi-grupo-familiar', { reloaded: true }))
  expect(await screen.findByText(/Algo falló en esta página/)).toBeVisible()
  expect(reload).not.toHaveBeenCalled()
})

test('a page that could not load without a network loads automatically when the network is back', async () => {
  loseNetwork()
  await renderPortal('/dashboard/mi-grupo-familiar', { as: 'patient' })
  expect(await screen.findByText(/No hay conexión a internet\. Apenas vuelva/)).toBeVisible()
  expect(screen.getByText('Sin conexión a internet. Lo que escribiste sigue aquí.')).toBeVisible()
  expect(reload).not.toHaveBeenCalled()
  await regainNetwork()
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  expect(screen.queryByText('Sin conexión a internet. Lo que escribiste sigue aquí.')).not.toBeInTheDocument()
})

test('a page that a restarting server could not send loads automatically once the server answers', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  answers = false
  await renderPortal('/dashboard/mi-grupo-familiar', { as: 'patient' })
  expect(await screen.findByText(/El portal no responde en este momento\. Apenas responda/)).toBeVisible()
  await act(() => vi.advanceTimersByTimeAsync(11_000))
  expect(reload).not.toHaveBeenCalled()
  answers = true
  await act(() => vi.advanceTimersByTimeAsync(6_000))
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
})

test('REINTENTAR does not reload the document while the server does not answer, which would lose the portal', async () => {
  answers = false
  const { user } = await renderPortal('/dashboard/mi-grupo-familiar', { as: 'patient' })
  const retry = await screen.findByRole('button', { name: 'REINTENTAR' })
  await user.click(retry)
  await waitFor(() => expect(retry).toBeEnabled())
  expect(reload).not.toHaveBeenCalled()
  answers = true
  await user.click(retry)
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
})

test('a missing page does not reload the document automatically while a form has unsent input', async () => {
  const { user, go } = await renderPortal('/dashboard/contactanos', { as: 'patient' })
  await user.click(await screen.findByRole('radio', { name: 'Sugerencia' }))
  await go('/dashboard/mi-grupo-familiar')
  expect(await screen.findByText(/Antes, termina o copia lo que dejaste escrito/)).toBeVisible()
  expect(reload).not.toHaveBeenCalled()
  await go('/dashboard/contactanos')
  expect(await screen.findByText('Guardamos lo que habías escrito')).toBeVisible()
})
