/**
 * The watches over a session, on every page of a signed-in user: its idle limit, its end, pending consents, and what
 * the browser stores for times without a connection.
 */
import { Suspense } from 'react'
import { ConsentDialogWatch } from '../features/consents/consent-watch.tsx'
import { SessionWatch } from '../features/session/ending/session-watch.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { withQueryCache } from './query-cache.tsx'

const OfflineWatch = lazyComponent(async () => (await import('./offline/offline-watch.tsx')).OfflineWatch, {
  isOptional: true,
})

export const SignedInWatches = withQueryCache(() => (
  <>
    <SessionWatch />
    <ConsentDialogWatch />
    <Suspense>
      <OfflineWatch />
    </Suspense>
  </>
))
