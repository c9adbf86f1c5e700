/** The frame of every page: window title, focus and announcement on navigation, and the end of a session. */
import { Outlet, useMatches, useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { portal } from '../lib/portal-config.ts'
import { useCurrentUser } from '../lib/session.ts'
import { ConnectionNotice } from '../ui/connection-notice.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'

const SignedInWatches = lazyComponent(async () => (await import('./signed-in.tsx')).SignedInWatches, {
  isOptional: true,
})

export function RootLayout() {
  usePageTitle()
  useFocusOnNavigation()
  const wasSignedIn = useWasSignedIn()
  const framed = useMatches({ select: (matches) => matches.at(-1)?.staticData.framed })
  const isSaidByLayout = useMatches({
    select: (matches) => matches.some(({ staticData }) => staticData.saysConnection),
  })
  return (
    <>
      <Outlet />
      {portal.demoPublic && !framed && (
        <aside
          className="sticky z-40 bottom-0 py-2 px-4 bg-strong text-card text-center type-meta"
          aria-label="Demostración"
        >
          Esta es una demostración: las personas y sus datos son inventados. No escribas datos reales.
        </aside>
      )}
      {!framed && (
        <div className="sticky bottom-0 z-190">
          {!isSaidByLayout && <ConnectionNotice />}
          {wasSignedIn && (
            <Suspense>
              <SignedInWatches />
            </Suspense>
          )}
        </div>
      )}
    </>
  )
}

/** Returns whether a user is signed in, or was since this document was opened. */
function useWasSignedIn(): boolean {
  const isSignedIn = useCurrentUser() !== null
  const [was, setWas] = useState(isSignedIn)
  if (isSignedIn && !was) setWas(true)
  return was
}

/** Sets the window's title to the page's; it never contains a person or a document. */
function usePageTitle() {
  const router = useRouter()
  useEffect(() => {
    const name = () => {
      const page = router.state.matches.at(-1)
      const named = page?.staticData.title
      const title = page && typeof named === 'function' ? named(page) : named
      document.title = title
        ? `${title} · ${portal.product} ${portal.brand}`
        : `${portal.product} ${portal.brand}`
    }
    name()
    return router.subscribe('onResolved', name)
  }, [router])
}

/** Moves the focus to the page's heading after a change of page, but not of tab or filter. */
function useFocusOnNavigation() {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (!pathChanged || !fromLocation) return
        // A user who moves through the tabs of a page by keyboard stays on them.
        if (document.activeElement?.closest('[role="tablist"]')) return
        const target =
          document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
        target?.setAttribute('tabindex', '-1')
        target?.focus({ preventScroll: true })
      }),
    [router],
  )
}
