import {
  type AnyRoute,
  createMemoryHistory,
  Outlet,
  RouterProvider,
  rootRouteId,
} from '@tanstack/react-router'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect } from 'vitest'
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

interface RenderOptions {
  as?: keyof typeof roles | Partial<CurrentUser>
}

const defaults = queryClient.getDefaultOptions()

// The routes are the same objects in every router.
const routes = new Map<string, AnyRoute>(Object.entries(createPortalRouter(createMemoryHistory()).routesById))

/** Returns the options of a route of the portal, which a test may change until it ends. */
export function getRouteOptions(id: string): AnyRoute['options'] {
  const route = routes.get(id)
  if (!route) throw new Error(`there is no route ${id}`)
  return route.options
}

const areas = [
  'basic',
  'booking',
  'minimal',
  'patient',
  'patient/account',
  'sign-in',
  'staff',
  'staff-sign-in',
]
const layouts = [rootRouteId, ...areas.map((area) => `/${area}`)].map((id) => {
  const options = getRouteOptions(id)
  return {
    options,
    layout: options.component,
    plain: id === rootRouteId || id === '/patient/account' ? Outlet : PlainLayout,
  }
})

/** Shows each page within the portal's layouts, or without them. */
function chooseLayouts(areShown: boolean) {
  for (const { options, layout, plain } of layouts) options.component = areShown ? layout : plain
}

function PlainLayout() {
  return (
    <main>
      <Outlet />
    </main>
  )
}

/**
 * Renders a page of the portal without the layouts around it, of which rendering takes half of the time of a test. Guards, router and
 * session are real, as in {@link renderPortal}.
 */
export function renderPage(address: string, options: RenderOptions = {}) {
  return renderAddress(address, options, false)
}

/** Renders a page of the portal with the layouts around it: menu, notices, notifications, and what watches over the session. */
export function renderPortal(address: string, options: RenderOptions = {}) {
  return renderAddress(address, options, true)
}

export type PageUser = ReturnType<typeof setUpUser>

/**
 * Returns a simulated user who enters a text at once, because each key renders a form once more. `type` adds it as by pasting, and presses
 * Enter if `{Enter}` ends it; `fill` replaces what the field has, and leaves the field.
 */
function setUpUser() {
  const user = userEvent.setup()
  return {
    ...user,
    type: async (field: Element, text: string) => {
      const typed = text.replace(/\{Enter\}$/, '')
      await user.click(field)
      if (typed) await user.paste(typed)
      if (typed !== text) await user.keyboard('{Enter}')
    },
    fill: (field: Element, text: string) => {
      fireEvent.change(field, { target: { value: text } })
      fireEvent.blur(field)
    },
    /** Chooses an option of a searchable list once the list can be used. */
    choose: async (list: string | RegExp, option: string) => {
      const box = await screen.findByRole('combobox', { name: list })
      await waitFor(() => expect(box).toBeEnabled())
      await user.click(box)
      await user.click(await screen.findByRole('option', { name: option }))
    },
  }
}

/**
 * Renders an address of the portal with its real routes and guards, signed in as the given user or as a visitor. Endpoints that the test
 * does not mock have default replies (`default-responses.ts`). `path()` returns the present address.
 */
async function renderAddress(address: string, { as }: RenderOptions, hasLayouts: boolean) {
  mockDefaultResponses()
  if (as) signInAs(typeof as === 'string' ? roles[as] : as)
  const router = createPortalRouter(createMemoryHistory({ initialEntries: [address] }))
  chooseLayouts(hasLayouts)
  queryClient.clear()
  // A call without an answer is repeated at once.
  queryClient.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, retryDelay: 0 } })
  render(<RouterProvider router={router} />)
  await act(() => router.load())
  return {
    router,
    user: setUpUser(),
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
