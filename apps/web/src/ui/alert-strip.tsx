import { IconAlertTriangle } from '@tabler/icons-react'
import classes from './alert-strip.module.css'
import { noticeColors, noticeTitle } from './notice-words.ts'

interface StripAlert {
  id: number
  name: string
  text: string
  /** `#RRGGBB` of text and icon, and of the fill. */
  ink: string
  fill: string
}

/** Public notices, one below the other across the top of the page, in the colours they carry; a pair under 4.5:1 is shown in the attention colours. */
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
