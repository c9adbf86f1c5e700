import { medicalOrderEndpoints, staffMedicalOrderEndpoints } from '@mi-portal/contract/medical-orders'
import { defineCases, ofPatient, staffOnly } from '../../../test/authorization/cases.ts'
import { appointmentParams, noForm, ofAppointments } from '../../../test/authorization/sent.ts'

export const medicalOrdersCases = [
  ...defineCases('medical-orders', medicalOrderEndpoints, {
    one: ofAppointments(appointmentParams),
    attach: ofAppointments((id) => ({ ...appointmentParams(id), ...noForm }), { ok: 400 }),
    remove: ofAppointments(appointmentParams),
    file: ofPatient({
      sent: ({ hour }) => ({ params: { id_appointment: hour, file_id: 2_000_000_000 } }),
      ok: 404,
    }),
  }),

  ...defineCases('staff-medical-orders', staffMedicalOrderEndpoints, {
    one: staffOnly({ sent: ({ hour }) => ({ params: { id: hour } }), shows: [] }),
    file: staffOnly({ sent: ({ hour }) => ({ params: { id: hour, file_id: 2_000_000_000 } }), ok: 404 }),
  }),
]
