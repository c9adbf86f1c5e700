import { portal } from '../lib/portal-config.ts'
import classes from './emergency-line.module.css'
import { PhoneLink } from './phone-link.tsx'

/** Says what number to call in an emergency; nothing when the clinic names none. */
export function EmergencyLine() {
  const { emergency_phone, emergency_service } = portal.clinic
  if (emergency_phone === '') return null
  return (
    <p className={classes.line}>
      Si es una emergencia, llama al <PhoneLink number={emergency_phone} />
      {emergency_service && ` (${emergency_service})`} o ve al servicio de urgencia más cercano.
    </p>
  )
}
