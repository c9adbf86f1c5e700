import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'
import type { renderPage } from './render-portal.tsx'

/** Returns whether the browser asks the user before it reloads or closes the page. */
export function isReloadConfirmed(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}

/** Goes to another page and, once that page is shown, back to the same address. */
export async function leaveAndReturn({
  go,
  path,
}: Pick<Awaited<ReturnType<typeof renderPage>>, 'go' | 'path'>) {
  const address = path()
  const heading = () => document.querySelector('h1')?.textContent
  const left = heading()
  await go(address.startsWith('/admin') ? '/admin/familia' : '/dashboard/mi-grupo-familiar')
  await waitFor(() => expect([undefined, left]).not.toContain(heading()))
  await go(address)
  await waitFor(() => expect(heading()).toBe(left))
}

export async function restoreDraft(user: UserEvent) {
  await user.click(await screen.findByRole('button', { name: 'Volver a poner lo escrito' }))
  expectNoDraft()
}

export function expectNoDraft() {
  expect(screen.queryByText('Guardamos lo que habías escrito')).not.toBeInTheDocument()
}
