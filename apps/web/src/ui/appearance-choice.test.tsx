import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { AppearanceChoice } from './appearance-choice.tsx'

test('a person chooses the scheme of this device, and the next visit begins with it', async () => {
  const user = userEvent.setup()
  const { unmount } = render(<AppearanceChoice />)
  expect(screen.getByRole('radio', { name: 'Automático' })).toBeChecked()
  await user.click(screen.getByRole('radio', { name: 'Oscuro' }))
  expect(document.documentElement.dataset.scheme).toBe('dark')
  unmount()
  render(<AppearanceChoice />)
  expect(screen.getByRole('radio', { name: 'Oscuro' })).toBeChecked()
  await user.click(screen.getByRole('radio', { name: 'Automático' }))
  expect(document.documentElement.dataset.scheme).toBeUndefined()
})
