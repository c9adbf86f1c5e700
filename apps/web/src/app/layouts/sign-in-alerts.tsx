import { type ComponentType, useEffect, useState } from 'react'
import { areAlertsOutdated, documentAlerts } from '../../features/alerts/document-alerts.rules.ts'
import { PublicAlerts } from '../../features/alerts/public-alerts.tsx'

/** Shows the alerts of the document, without the cache of answers. Once they may be outdated, that cache is loaded and takes over. */
export function SignInAlerts() {
  const outdated = useOutdated()
  const [Live, setLive] = useState<ComponentType>()
  useEffect(() => {
    if (!outdated) return
    import('./live-alerts.ts').then(
      ({ LiveAlerts }) => setLive(() => LiveAlerts),
      () => undefined,
    )
  }, [outdated])
  return Live ? <Live /> : <PublicAlerts alerts={documentAlerts() ?? []} />
}

/** Returns whether the alerts of the document are outdated, checked when the user comes back to the page or to the network. */
function useOutdated(): boolean {
  const [outdated, setOutdated] = useState(areAlertsOutdated)
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') setOutdated(areAlertsOutdated())
    }
    document.addEventListener('visibilitychange', look)
    window.addEventListener('online', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('online', look)
    }
  }, [])
  return outdated
}
