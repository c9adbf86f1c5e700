import { IconAlertTriangle } from '@tabler/icons-react'
import classes from './alert-strip.module.css'
import { noticeColors, noticeTitle } from './notice-labels.ts'

interface StripAlert {
  id: number
  name: string
  text: string
  /** Colours as `#RRGGBB`: `ink` for text and icon, `fill` for the background. */
  ink: string
  fill: string
}

/**
 * Shows the public alerts one below the other at the top of the page, in their own colours. A pair of colours with
 * a contrast under 4.5:1 is replaced by the attention colours.
 */
export function AlertStrip({ alerts }: { alerts: readonly StripAlert[] }) {
  return (
    <section aria-label="Avisos" className={alerts.length > 0 ? undefined : 'portal-hidden'}>
      {alerts.map((alert) => (
        <div key={alert.id} className={classes.alert} style={noticeColors(alert.ink, alert.fill)}>
          <IconAlertTriangle size={20} stroke={1.75} aria-hidden />
          <p>
            <strong>{noticeTitle(alert.name)}</strong> {alert.text}
          </p>
        </div>
      ))}
    </section>
  )
}
