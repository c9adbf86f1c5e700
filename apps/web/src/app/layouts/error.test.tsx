import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
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
    // The server answers GET alone.
    if (input !== '/health/live' || init?.method) return realFetch(input, init)
    return answers ? Promise.resolve(new Response('')) : Promise.reject(new TypeError('no answer'))
  })
  const { component } = group
  const fail = () => Promise.reject(new TypeError('Unable to preload CSS for /assets/group.css'))
  group.component = lazyPage<{ GroupPage: unknown }, 'GroupPage'>(fail, 'GroupPage')
  return () => {
    group.component = component
  }
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
