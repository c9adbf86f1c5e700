/** What calls send in the cases of several domains. */
import type { Person } from './actors.ts'
import { type AccessCase, type Details, ofPatient, type Sent } from './cases.ts'

export const withId = (about: Person) => ({ params: { id: about.id } })
export const withPatient = (about: Person) => ({ query: { patient_id: about.id } })
export const withDocument = (about: Person) => ({ document_type_id: 1, document_number: about.document })
export const noKey = { params: { key: 'k'.repeat(40) } }
export const unknownToken = { body: { token: 't'.repeat(43) } }
export const noForm = { form: new FormData() }
export const appointmentParams = (id_appointment: number) => ({ params: { id_appointment } })
/** The cases of something of a patient, and of one that the law keeps from a guardian. Delegates ask for the first. */
export function andReserved(
  usual: (about: Person) => Sent,
  reserved: (about: Person) => Sent,
  { delegate, ...details }: Details = {},
  kind: typeof ofPatient = ofPatient,
): AccessCase[] {
  return [
    kind({ ...details, ...(delegate === undefined ? {} : { delegate }), sent: usual }),
    kind({ ...details, but: { guardian: 404 }, sent: reserved }),
  ]
}
export const ofAppointments = (
  request: (id: number) => Sent,
  details: Details = {},
  kind: typeof ofPatient = ofPatient,
) =>
  andReserved(
    ({ hour }) => request(hour),
    ({ reservedAppointment }) => request(reservedAppointment),
    details,
    kind,
  )
