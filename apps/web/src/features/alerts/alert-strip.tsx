import { useQuery } from '@tanstack/react-query'
import { AlertStrip as Strip } from '../../ui/alert-strip.tsx'
import { publicAlertsQuery } from './alerts.queries.ts'

/** The clinic's public notices. Without an answer there is nothing to show: a visitor is not told about a notice that may not exist. */
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
