import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Dialog } from './dialog.tsx'

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
