/** Stands ready for the answer by which the server waits for a legal text to be accepted. */
import { lazy, Suspense } from 'react'
import { useConsentAwaited, useCurrentUser } from '../../lib/session.ts'

const ConsentGate = lazy(async () => ({
  default: (await import('./consent-gate.tsx')).ConsentGate,
}))

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
