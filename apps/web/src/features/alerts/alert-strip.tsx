import { useQuery } from '@tanstack/react-query'
import { publicAlertsQuery } from './public-alerts.queries.ts'
import { PublicAlerts } from './public-alerts.tsx'

/**
 * Shows the clinic's public alerts and keeps them up to date. Without an answer nothing is shown, because visitors need
 * no error about an alert that may not exist.
 */
export function AlertStrip() {
  const { data } = useQuery(publicAlertsQuery)
  return <PublicAlerts alerts={data ?? []} />
}
