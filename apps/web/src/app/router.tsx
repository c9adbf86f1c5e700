import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { parseSearch, stringifySearch } from './addresses.ts'
import { adminRoutes } from './routes/admin.tsx'
import { patientRoutes } from './routes/patient.tsx'
import { publicRoutes } from './routes/public.tsx'
import { rootRoute, unknownRoute } from './routes/root.tsx'

const routeTree = rootRoute.addChildren([...publicRoutes, patientRoutes, ...adminRoutes, unknownRoute])

/** The portal's pages over the browser's history, or over the one given (tests). */
export function createPortalRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    history,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    // A shell stays where it is while the next page is fetched; only a slow one shows a wait.
    defaultPendingMs: 300,
    // A choice that only changes the address moves nothing, however many of them are on their way.
    scrollRestoration: ({ location }) => location.state.keepScroll !== true,
  })
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The same page with another choice: it stays where the person has scrolled to. */
    keepScroll?: boolean
  }
  interface Register {
    router: ReturnType<typeof createPortalRouter>
  }
}
