import { createRootRoute, createRoute, redirect } from '@tanstack/react-router'
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
  }
}

export const rootRoute = createRootRoute({ component: RootLayout, errorComponent: ErrorDocument })

/** Redirects unknown addresses to the home page. */
export const unknownRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: paths.home, replace: true })
  },
})
