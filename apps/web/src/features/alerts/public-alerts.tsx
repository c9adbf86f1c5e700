import type { PublicAlert } from '@mi-portal/contract/alerts/alerts'
import { AlertStrip } from '../../ui/alert-strip.tsx'

export function PublicAlerts({ alerts }: { alerts: readonly PublicAlert[] }) {
  if (alerts.length === 0) return null
  return (
    <AlertStrip
      alerts={alerts.map(({ id, name, text, color }) => ({
        id,
        name,
        text,
        ink: color.primary_code,
        fill: color.secundary_code,
      }))}
    />
  )
}
