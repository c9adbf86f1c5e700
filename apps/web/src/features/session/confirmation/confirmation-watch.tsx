/** Opens the confirmation dialog when the server needs to know that the user still is who signed in. */
import { Suspense, useEffect } from 'react'
import { useCurrentUser } from '../../../lib/session.ts'
import { resolveConfirmation, useIsConfirmationRequested } from '../../../lib/session-confirmation.ts'
import { lazyComponent } from '../../../ui/lazy-component.tsx'

const ConfirmationDialog = lazyComponent(
  async () => (await import('./confirmation-dialog.tsx')).ConfirmationDialog,
)

export function ConfirmationWatch() {
  const isRequested = useIsConfirmationRequested()
  const isSignedIn = useCurrentUser() !== null
  useEffect(() => {
    if (isRequested && !isSignedIn) resolveConfirmation(false)
  }, [isRequested, isSignedIn])
  if (!isRequested || !isSignedIn) return null
  return (
    <Suspense>
      <ConfirmationDialog onClose={() => resolveConfirmation(false)} />
    </Suspense>
  )
}
