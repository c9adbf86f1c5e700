import { act } from '@testing-library/react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Dialog } from './dialog.tsx'

test('a dialog is open from the moment at which the page contains it', async () => {
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  // As in a browser: React runs its passive effects some time after the page has changed.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  onTestFinished(async () => {
    vi.unstubAllGlobals()
    await act(() => root.unmount())
    container.remove()
  })
  const states: (boolean | undefined)[] = []
  const seen = new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      states.push(container.querySelector('dialog')?.open)
      observer.disconnect()
      resolve()
    })
    observer.observe(container, { childList: true, subtree: true })
  })
  root.render(<Dialog opened title="Aviso" />)
  await seen
  expect(states).toEqual([true])
})
