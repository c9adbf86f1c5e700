import { createRootRoute, createRoute, redirect } from '@tanstack/react-router'
import { waitForPaint } from '../../lib/browser/wait-for-paint.ts'
import { ErrorDocument } from '../layouts/error.page.tsx'
import { paths } from '../paths.ts'
import { RootLayout } from '../root-layout.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /**
     * Shown before the product's name in the window's title, and the heading of a page that is still being built.
     */
    title?: string | ((page: { params: object; search: object }) => string)
    /** Whether the page is shown in a frame of another page, which watches the session for both. */
    framed?: true
    /** Whether the layout says below its header that there is no connection. */
    saysConnection?: true
  }
}

export const rootRoute = createRootRoute({
  component: RootLayout,
  errorComponent: ErrorDocument,
  // The answer to a tap, such as a menu that closes, is painted before another page is rendered.
  beforeLoad: async ({ cause, matches }) => {
    if (cause === 'stay' && matches.at(-1)?.cause === 'enter') await waitForPaint()
  },
})

/** Redirects unknown addresses to the home page. */
export const unknownRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: paths.home, replace: true })
  },
})
