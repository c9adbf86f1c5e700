import { act, fireEvent, render, screen } from '@testing-library/react'
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

test('Escape in a dialog inside another one closes the inner one only', () => {
  const [closeOuter, closeInner] = [vi.fn(), vi.fn()]
  render(
    <Dialog opened title="Hora" onClose={closeOuter}>
      <Dialog opened title="¿Corregir?" onClose={closeInner} />
    </Dialog>,
  )
  fireEvent(
    screen.getByRole('dialog', { name: '¿Corregir?' }),
    new Event('cancel', { bubbles: false, cancelable: true }),
  )
  expect([closeInner.mock.calls.length, closeOuter.mock.calls.length]).toEqual([1, 0])
  fireEvent(
    screen.getByRole('dialog', { name: 'Hora' }),
    new Event('cancel', { bubbles: false, cancelable: true }),
  )
  expect(closeOuter).toHaveBeenCalledTimes(1)
})
