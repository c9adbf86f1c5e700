/**
 * Prepares the browser of a signed-in patient for times without a connection, and deletes what it stored when the session ends. Without
 * a connection it leads to the stored data.
 */
import { sessionLimits } from '@mi-portal/contract/session/session-limits'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { renewPushSubscription } from '../../features/notifications/preferences/push.queries.ts'
import { waitUntilIdle } from '../../lib/browser/wait-until-idle.ts'
import { now } from '../../lib/clock.ts'
import { setStoredData } from '../../lib/connection.ts'
import { watchInstallPrompt } from '../../lib/offline/install-prompt.ts'
import { beginOfflineStore, deleteOfflineData } from '../../lib/offline/offline-store.ts'
import { registerServiceWorker } from '../../lib/offline/service-worker.ts'
import { getIdleDeadline, isStaff, onSessionChange, useCurrentUser } from '../../lib/session.ts'
import { startOfflineRecorder } from './offline-recorder.ts'
import type { StoredValue, StoredValues } from './stored-values.ts'

/** The end of the session is stored at most this often, because every call moves it. */
const extendEveryMs = 30_000

/** Milliseconds after the page's files have loaded in which a slow phone shows the page before it stores anything. */
const afterLoadMs = 4_000

watchInstallPrompt()

export function OfflineWatch() {
  const user = useCurrentUser()
  const client = useQueryClient()

  useEffect(() => {
    if (!('indexedDB' in window)) return
    if (!user || isStaff(user) || user.temporary_key_status) {
      setStoredData(false)
      // Without the token nothing could read the data any more; they are deleted all the same.
      void deleteOfflineData().catch(() => undefined)
      return
    }
    const stops: (() => void)[] = []
    let isStopped = false
    const begin = async () => {
      await pageIsIdle()
      if (isStopped) return
      const registration = await registerServiceWorker()
      if (isStopped || !registration) return
      void renewPushSubscription(registration)
      const store = await beginOfflineStore<StoredValue>(user, endOfSession(now().getTime()))
      if (isStopped) return
      stops.push(startOfflineRecorder({ client, store, ownId: user.id }), followSession(store))
      setStoredData(true)
    }
    // What the browser cannot store is missing without a connection; the portal works as before.
    begin().catch(() => undefined)
    return () => {
      isStopped = true
      for (const stop of stops) stop()
    }
  }, [user, client])

  return null
}

/** Returns when the session ends without further calls, in ms since the epoch. `startedAt`: when the patient signed in. */
function endOfSession(startedAt: number): number {
  return Math.min(getIdleDeadline() ?? 0, startedAt + sessionLimits.absolute * 60_000)
}

/** Stores the end of the session as activity moves it. Returns a function that stops this. */
function followSession(store: StoredValues): () => void {
  let extendedAt = 0
  const extend = () => {
    const nowMs = now().getTime()
    if (nowMs - extendedAt < extendEveryMs || getIdleDeadline() === null) return
    extendedAt = nowMs
    void store.extend(endOfSession(store.startedAt)).catch(() => undefined)
  }
  extend()
  return onSessionChange(extend)
}

/** Resolves when the page has had time to load its own data and the browser has nothing else to do. */
async function pageIsIdle(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }))
  await new Promise((resolve) => setTimeout(resolve, afterLoadMs))
  await waitUntilIdle()
}
