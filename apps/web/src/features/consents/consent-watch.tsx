/** Opens the consent dialog when the server rejects a call until a legal text is accepted. */
import { Suspense } from 'react'
import { useCurrentUser, useIsConsentRequired } from '../../lib/session.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'

const ConsentGate = lazyComponent(async () => (await import('./consent-gate.tsx')).ConsentGate)

export function ConsentDialogWatch() {
  const user = useCurrentUser()
  const awaited = useIsConsentRequired()
  if (!awaited || user === null) return null
  return (
    <Suspense>
      <ConsentGate />
    </Suspense>
  )
}
