import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { act, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { queryClient } from '../src/app/query-cache.tsx'
import { createPortalRouter } from '../src/app/router.tsx'
import type { CurrentUser } from '../src/lib/session.ts'
import { signInAs } from './build.ts'
import { mockDefaultResponses } from './default-responses.ts'

const roles = {
  patient: {},
  minor: { is_a_minor: true, first_name: 'Martina Ignacia' },
  admin: { rol: 'ADMIN_ROLE', id: 20, first_name: 'Andrea Paz' },
  superAdmin: { rol: 'SUPER_ADMIN_ROLE', id: 21, first_name: 'Rodrigo Alberto' },
} as const satisfies Record<string, Partial<CurrentUser>>

/**
 * Renders an address of the portal with its real routes, guards and layouts, signed in as the given user or as a
 * visitor. Endpoints that the test does not mock have default replies (`default-responses.ts`). `path()` returns the
 * present address.
 */
export async function renderPortal(
  address: string,
  options: { as?: keyof typeof roles | Partial<CurrentUser> } = {},
) {
  const { as } = options
  mockDefaultResponses()
  if (as) signInAs(typeof as === 'string' ? roles[as] : as)
  const router = createPortalRouter(createMemoryHistory({ initialEntries: [address] }))
  queryClient.clear()
  render(<RouterProvider router={router} />)
  await act(() => router.load())
  return {
    router,
    user: userEvent.setup(),
    go: (to: string) => act(async () => router.history.push(to)),
    back: () => act(async () => router.history.back()),
    path: () => router.state.location.href,
    /** Returns the ids of the patients of whose records the browser has cached data. */
    cachedRecords: () => [
      ...new Set(
        queryClient
          .getQueryCache()
          .getAll()
          .filter(({ queryKey }) => queryKey[0] === 'record')
          .map(({ queryKey }) => queryKey[1]),
      ),
    ],
    /** Returns all cached data as text. */
    cachedText: () =>
      JSON.stringify(
        queryClient
          .getQueryCache()
          .getAll()
          .map(({ queryKey, state }) => [queryKey, state.data]),
      ),
  }
}
