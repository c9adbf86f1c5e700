/** Prepares the browser of a signed-in patient for times without a connection. */
import { useEffect } from 'react'
import { registerServiceWorker } from '../../lib/service-worker.ts'
import { isStaff, useCurrentUser } from '../../lib/session.ts'

export function OfflineWatch() {
  const user = useCurrentUser()
  const isPatient = user !== null && !isStaff(user)

  useEffect(() => {
    if (isPatient) void registerServiceWorker()
  }, [isPatient])

  return null
}
