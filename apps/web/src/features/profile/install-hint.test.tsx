import 'fake-indexeddb/auto'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { withDatabase } from '../../lib/offline/device-database.ts'
import { watchInstallPrompt } from '../../lib/offline/install-prompt.ts'
import { InstallHint } from './install-hint.tsx'

watchInstallPrompt()

afterEach(async () => {
  vi.restoreAllMocks()
  await withDatabase((database) => database.clear('choices'))
})

const title = 'Instala el portal en tu teléfono'

test('a browser that offers to install the portal gets a button, and the browser asks when it is used', async () => {
  render(<InstallHint />)
  expect(await screen.findByText(title)).toBeVisible()
  expect(screen.getByText(/En el menú de tu navegador/)).toBeVisible()
  const prompt = vi.fn(async () => undefined)
  const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
  act(() => {
    window.dispatchEvent(offer)
  })
  expect(offer.defaultPrevented).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Instalar' }))
  expect(prompt).toHaveBeenCalledOnce()
  expect(screen.queryByRole('button', { name: 'Instalar' })).not.toBeInTheDocument()
})

test('a dismissed hint is never shown again on the device', async () => {
  const { unmount } = render(<InstallHint />)
  await userEvent.click(await screen.findByRole('button', { name: 'No mostrar más' }))
  expect(screen.queryByText(title)).not.toBeInTheDocument()
  unmount()
  render(<InstallHint />)
  // The choice is read before this write, so the hint would be on screen by then.
  await act(() => withDatabase((database) => database.count('choices')))
  expect(screen.queryByText(title)).not.toBeInTheDocument()
})
