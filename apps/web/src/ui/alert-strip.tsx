import { IconAlertTriangle } from '@tabler/icons-react'
import classes from './alert-strip.module.css'
import { contrast } from './contrast.ts'
import { color } from './tokens.ts'

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
      {alerts.map((alert) => {
        const readable = contrast(alert.ink, alert.fill) >= 4.5
        const style = readable
          ? { color: alert.ink, backgroundColor: alert.fill }
          : { color: color.aromo[9], backgroundColor: color.aromo[1] }
        return (
          <div key={alert.id} className={classes.alert} style={style}>
            <IconAlertTriangle size={20} stroke={1.75} aria-hidden />
            <p>
              <strong>{/[.:!?]$/.test(alert.name) ? alert.name : `${alert.name}.`}</strong> {alert.text}
            </p>
          </div>
        )
      })}
    </section>
  )
}
