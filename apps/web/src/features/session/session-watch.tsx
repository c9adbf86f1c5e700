/** Watches the session of this browser: warns before it runs out, says that it did, and leaves the pages of whoever is no longer signed in. */

import { sessionLimits } from '@mi-portal/contract/session'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { now } from '../../lib/dates.ts'
import {
  closeSession,
  dismissExpiry,
  idleDeadline,
  onSessionChange,
  useCurrentUser,
  useExpiredRole,
} from '../../lib/session.ts'
import { renewSession, signOut } from './session.queries.ts'

const ExpiryWarning = lazy(async () => ({
  default: (await import('../../ui/session-dialogs.tsx')).ExpiryWarning,
}))
const SessionExpired = lazy(async () => ({
  default: (await import('../../ui/session-dialogs.tsx')).SessionExpired,
}))

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
    // Whose answers these are has changed: nothing of the last person may be read by the next.
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

/** Seconds until the session runs out of use, or null when nobody is signed in; at zero the session is closed as expired. */
function useSecondsLeft(signedIn: boolean): number | null {
  const [left, setLeft] = useState<number | null>(null)
  useEffect(() => {
    const look = () => {
      const deadline = idleDeadline()
      if (deadline === null) return setLeft(null)
      const seconds = Math.ceil((deadline - now().getTime()) / second)
      // A number changes the screen only while the warning shows; before that a coarse one spares it.
      setLeft(seconds > sessionLimits.warnBefore * 60 ? Number.POSITIVE_INFINITY : Math.max(0, seconds))
      if (seconds <= 0) closeSession('expired')
    }
    look()
    if (!signedIn) return
    const timer = setInterval(look, second)
    // Timers sleep with the tab; the first look after waking must be at once.
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
