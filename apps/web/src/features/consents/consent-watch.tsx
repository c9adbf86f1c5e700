/** Opens the consent dialog when the server rejects a call until a legal text is accepted. */
import { Suspense } from 'react'
import { useConsentAwaited, useCurrentUser } from '../../lib/session.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

const ConsentGate = lazyPart(async () => (await import('./consent-gate.tsx')).ConsentGate)

export function ConsentWatch() {
  const user = useCurrentUser()
  const awaited = useConsentAwaited()
  if (!awaited || user === null) return null
  return (
    <Suspense>
      <ConsentGate />
    </Suspense>
  )
}
