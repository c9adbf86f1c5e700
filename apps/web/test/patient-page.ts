import type { PageAppointment, PatientPage } from '@mi-portal/contract/front-desk'
import { now } from '../src/lib/clock.ts'
import { buildPatient } from './build.ts'

export const inHours = (hours: number) => new Date(now().getTime() + hours * 3_600_000).toISOString()

export const appointment: PageAppointment = {
  id_appointment: 31,
  starts_at: inHours(24),
  ends_at: inHours(24.5),
  doctor_name: 'Dra. Ana Ríos Vega',
  specialty: 'Medicina general',
  place: 'Providencia',
  modality: 'presencial',
  attendance: null,
  confirmed_at: null,
  is_private: false,
  sequence: 2,
  in_calendars: true,
}
const { first_name, last_name, second_name, phone } = buildPatient()
export const patientPage: PatientPage = {
  patient: {
    ...{ id: 7, document_type_id: 1, document_number: '123456785', document_country: null },
    ...{ first_name, last_name, second_name, date_birth: '1988-04-12', phone, email: 'camila@ejemplo.cl' },
    ...{ email_verified: true, status_data: { id: 1, name: 'Habilitado' }, deleted: false },
    ...{ may_be_booked: true, deceased: null },
    emergency_contact: { name: 'Diego Soto', relationship: 'Pareja', phone: '955550177' },
  },
  upcoming: [appointment],
  past: [
    {
      ...appointment,
      id_appointment: 12,
      starts_at: inHours(-48),
      ends_at: inHours(-47),
      attendance: 'missed',
    },
  ],
  requests: [
    {
      ...{ matter: 'documents', id: 5, receipt: '5', subject: 'Certificado', state: 'pendiente' },
      ...{ created_at: inHours(-30), due_at: inHours(4), answered_at: null },
    },
  ],
  family: [
    {
      ...{ id: 8, full_name: 'Martina Soto', relationship: 'Hija', is_owner: false, is_pending: false },
      ...{ is_guardian: true, may_book: true },
    },
  ],
  mails: [{ id: 90, subject: 'Recordatorio de tu hora', created_at: inHours(-5), state: 'parked' }],
  security: { locked_at: null, recovery_frozen_at: null, second_factor: true },
  confirmations: [{ id: 3, kind: 'email-change', requested_by: 'Andrea Morales', requested_at: inHours(-1) }],
}
