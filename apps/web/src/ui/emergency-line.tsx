import { portal } from '../lib/portal-config.ts'
import { PhoneLink } from './phone-link.tsx'

/** Says what number to call in an emergency; nothing when the clinic names none. */
export function EmergencyLine() {
  const { emergency_phone, emergency_service } = portal.clinic
  if (emergency_phone === '') return null
  return (
    <p className="m-0 type-meta text-muted print:hidden">
      Si es una emergencia, llama al <PhoneLink number={emergency_phone} />
      {emergency_service && ` (${emergency_service})`} o ve al servicio de urgencia más cercano.
    </p>
  )
}
