import { IconWifiOff } from '@tabler/icons-react'
import { useOnline } from '../lib/connection.ts'
import classes from './connection-notice.module.css'

/** Shows at the bottom of every page that the browser has no network, until the network returns. */
export function ConnectionNotice() {
  const online = useOnline()
  return (
    <div aria-live="polite" aria-atomic>
      {!online && (
        <p className={classes.strip}>
          <IconWifiOff size={20} stroke={1.75} aria-hidden />
          Sin conexión a internet.
        </p>
      )}
    </div>
  )
}
