import { useQuery } from '@tanstack/react-query'
import { AlertStrip as Strip } from '../../ui/alert-strip.tsx'
import { publicAlertsQuery } from './alerts.queries.ts'

/**
 * Shows the clinic's public alerts. Without an answer nothing is shown, because visitors need no error about an
 * alert that may not exist.
 */
export function AlertStrip() {
  const { data } = useQuery(publicAlertsQuery)
  if (!data || data.length === 0) return null
  return (
    <Strip
      alerts={data.map(({ id, name, text, color }) => ({
        id,
        name,
        text,
        ink: color.primary_code,
        fill: color.secundary_code,
      }))}
    />
  )
}
