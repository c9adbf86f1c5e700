import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { BrowserNotice } from './browser-notice.tsx'

test.each([true, false])('the browser recommendation stays dismissed (Chrome: %s)', async (isChrome) => {
  const { unmount } = render(<BrowserNotice isChrome={isChrome} />)
  expect(screen.getByText(/Recomendamos usar/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'No mostrar más la recomendación del navegador' }))
  expect(screen.queryByText(/Recomendamos usar/)).not.toBeInTheDocument()
  unmount()
  render(<BrowserNotice isChrome={isChrome} />)
  expect(screen.queryByText(/Recomendamos usar/)).not.toBeInTheDocument()
})
