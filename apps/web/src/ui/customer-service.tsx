import { portal } from '../lib/portal-config.ts'
import { PhoneLink } from './phone-link.tsx'

/** The phone number of customer service. */
export function CustomerService() {
  return (
    <>
      Servicio al cliente: <PhoneLink number={portal.supportPhone} />
    </>
  )
}
