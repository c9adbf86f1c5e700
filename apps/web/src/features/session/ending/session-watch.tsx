/**
 * Watches the session of this browser: warns before it expires, says that it expired, and leaves guarded pages
 * after signing out.
 */

import { sessionLimits } from '@mi-portal/contract/session/session-limits'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { now } from '../../../lib/clock.ts'
import {
  closeSession,
  dismissExpiry,
  getIdleDeadline,
  onSessionChange,
  useCurrentUser,
  useExpiredRole,
} from '../../../lib/session.ts'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { renewSession } from '../session.queries.ts'
import { signOut } from './sign-out.queries.ts'

const ExpiryWarning = lazyComponent(
  async () => (await import('../../../ui/session-dialogs.tsx')).ExpiryWarning,
)
const SessionExpired = lazyComponent(
  async () => (await import('../../../ui/session-dialogs.tsx')).SessionExpired,
)

const second = 1000
const guarded = /^\/(dashboard|admin\/(?!olvido-contrasena))/

export function SessionWatch() {
  const user = useCurrentUser()
  const expiredRole = useExpiredRole()
  const secondsLeft = useSecondsLeft(user !== null)
  const navigate = useNavigate()
  const client = useQueryClient()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const onGuardedPage = guarded.test(pathname)
  const userId = user?.id

  const lastId = useRef(userId)
  useEffect(() => {
    // The user has changed: cached data of the previous user must not be readable by the next.
    if (lastId.current !== undefined && lastId.current !== userId) client.clear()
    lastId.current = userId
  }, [userId, client])

  useEffect(() => {
    if (userId !== undefined || expiredRole || !onGuardedPage) return
    void navigate({ to: pathname.startsWith('/admin') ? '/admin' : '/' })
  }, [userId, expiredRole, onGuardedPage, pathname, navigate])

  if (expiredRole && onGuardedPage) {
    return (
      <Suspense>
        <SessionExpired onSignIn={dismissExpiry} />
      </Suspense>
    )
  }
  if (secondsLeft !== null && secondsLeft <= sessionLimits.warnBefore * 60) {
    return (
      <Suspense>
        <ExpiryWarning
          secondsLeft={secondsLeft}
          onStay={() => renewSession().catch(() => undefined)}
          onSignOut={signOut}
        />
      </Suspense>
    )
  }
  return null
}

/**
 * Returns the seconds until the session expires, or null without a signed-in user. At zero the session is closed as
 * expired.
 */
function useSecondsLeft(signedIn: boolean): number | null {
  const [left, setLeft] = useState<number | null>(null)
  useEffect(() => {
    const look = () => {
      const deadline = getIdleDeadline()
      if (deadline === null) return setLeft(null)
      const seconds = Math.ceil((deadline - now().getTime()) / second)
      // The value changes every second only while the warning is shown; before that, a constant avoids rendering.
      setLeft(seconds > sessionLimits.warnBefore * 60 ? Number.POSITIVE_INFINITY : Math.max(0, seconds))
      if (seconds <= 0) closeSession('expired')
    }
    look()
    if (!signedIn) return
    const timer = setInterval(look, second)
    // Timers pause in a hidden tab, so the time is checked as soon as the tab is visible again.
    document.addEventListener('visibilitychange', look)
    const stop = onSessionChange(look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
      stop()
    }
  }, [signedIn])
  return left
}
