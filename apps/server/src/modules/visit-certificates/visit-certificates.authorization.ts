import { visitCertificateEndpoints } from '@mi-portal/contract/visit-certificates'
import { defineCases, open, own } from '../../../test/authorization/cases.ts'
import { ofAppointments } from '../../../test/authorization/sent.ts'

export const visitCertificatesCases = [
  // The appointments of these patients are not over.
  ...defineCases('visit-certificates', visitCertificateEndpoints, {
    issue: ofAppointments((id_appointment) => ({ body: { id_appointment, shows_professional: false } }), {
      ok: 409,
      delegate: 'appointments',
    }),
    file: own({ params: { id: 2_000_000_000 }, ok: 404 }),
    verify: open({ body: { code: '0000-0000-0000-0000' }, ok: 404 }),
  }),
]
