/** What stands around every page: window title, focus and announcement on navigation, the end of a session. */
import { Outlet, useMatches, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ConsentWatch } from '../features/consents/consent-watch.tsx'
import { SessionWatch } from '../features/session/session-watch.tsx'
import { portal } from '../lib/portal-config.ts'

export function RootLayout() {
  usePageTitle()
  useFocusOnNavigation()
  const framed = useMatches({ select: (matches) => matches.at(-1)?.staticData.framed })
  return (
    <>
      <Outlet />
      {!framed && <SessionWatch />}
      {!framed && <ConsentWatch />}
    </>
  )
}

/** Names the page in the window's title; never a person or a document. */
function usePageTitle() {
  const router = useRouter()
  useEffect(() => {
    const name = () => {
      const title = router.state.matches.at(-1)?.staticData.title
      document.title = title
        ? `${title} · ${portal.product} ${portal.brand}`
        : `${portal.product} ${portal.brand}`
    }
    name()
    return router.subscribe('onResolved', name)
  }, [router])
}

/** After a change of page, not of tab or filter, takes the keyboard and the screen reader to its heading. */
function useFocusOnNavigation() {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (!pathChanged || !fromLocation) return
        // Whoever goes through a page's tabs by keyboard stays among them.
        if (document.activeElement?.closest('[role="tablist"]')) return
        const target =
          document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
        target?.setAttribute('tabindex', '-1')
        target?.focus({ preventScroll: true })
      }),
    [router],
  )
}
