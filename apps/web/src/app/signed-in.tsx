/** The watches over a session, on every page of a signed-in user: its idle limit, its end, and pending consents. */
import { ConsentDialogWatch } from '../features/consents/consent-watch.tsx'
import { SessionWatch } from '../features/session/session-watch.tsx'
import { withQueryCache } from './query-cache.tsx'

export const SignedInWatches = withQueryCache(() => (
  <>
    <SessionWatch />
    <ConsentDialogWatch />
  </>
))
