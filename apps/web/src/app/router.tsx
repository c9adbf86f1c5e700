import { createBrowserHistory, createRouter, type RouterHistory } from '@tanstack/react-router'
import { createLayerHistory } from '../ui/close-on-back.ts'
import { parseSearch, stringifySearch } from './addresses.ts'
import { ErrorPage, NotFoundPage } from './layouts/error.page.tsx'
import { adminRoutes } from './routes/admin.tsx'
import { patientRoutes } from './routes/patient.tsx'
import { publicRoutes } from './routes/public.tsx'
import { rootRoute, unknownRoute } from './routes/root.tsx'

const routeTree = rootRoute.addChildren([...publicRoutes, ...patientRoutes, ...adminRoutes, unknownRoute])

/** Creates the router of the portal's pages, with the browser's history or the given one (tests). */
export function createPortalRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    history: createLayerHistory(history ?? createBrowserHistory()),
    parseSearch,
    stringifySearch,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    defaultPreload: 'intent',
    // The present page stays visible while the next one loads; a loading state appears only when that is slow.
    defaultPendingMs: 300,
    // A choice that only changes the address does not scroll, however many such changes are in progress.
    scrollRestoration: ({ location }) => location.state.keepScroll !== true,
  })
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether the entry is the same page with another choice, which keeps its scroll position. */
    keepScroll?: boolean
    /** Whether the document was reloaded at this address because a part of the page was missing. */
    reloaded?: boolean
  }
  interface Register {
    router: ReturnType<typeof createPortalRouter>
  }
}
