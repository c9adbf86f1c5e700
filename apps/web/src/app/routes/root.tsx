import { createRootRoute, createRoute, redirect } from '@tanstack/react-router'
import { paths } from '../paths.ts'
import { RootLayout } from '../root-layout.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Stands before the product's name in the window's title, and is the heading of a page still being built. */
    title?: string
    /** Stands in a frame of another page, which watches over the session for both. */
    framed?: true
  }
}

export const rootRoute = createRootRoute({ component: RootLayout })

/** Unknown addresses go home. */
export const unknownRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: paths.home, replace: true })
  },
})
