import * as z from 'zod/mini'
import { accountState } from './account-security.ts'
import { calendarAppointment } from './agenda/calendar-appointments.ts'
import { modalities } from './agenda/calendar-fields.ts'
import { attendance } from './attendance.ts'
import { endpoints } from './calls/endpoint.ts'
import { confirmationKinds } from './confirmations.ts'
import { documentTypeId } from './fields/document-schemas.ts'
import { matters } from './service-requests/inbox.ts'
import { requestState } from './service-requests/service-requests.ts'
import { day, moment } from './values/date-schemas.ts'
import { id, idParam } from './values/ids.ts'

export const patientPageRows = 20

const patient = z.object({
  id: id(),
  document_type_id: documentTypeId(),
  document_number: z.string(),
  document_country: z.nullable(z.string()),
  /** Of a person who waits for validation and was not known before, the names that were applied for. */
  first_name: z.string(),
  last_name: z.string(),
  second_name: z.string(),
  date_birth: z.nullable(day()),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  email_verified: z.boolean(),
  /** Also «Sin cuenta», with id 4, of a person who has none. */
  status_data: z.object({ id: z.int(), name: z.string() }),
  deleted: z.boolean(),
  /** Not for an account that is closed, locked, or waits for its first validation. */
  may_be_booked: z.boolean(),
  deceased: z.nullable(z.object({ on: z.nullable(day()) })),
  emergency_contact: z.nullable(z.object({ name: z.string(), relationship: z.string(), phone: z.string() })),
})
export type PagePatient = z.output<typeof patient>

const appointment = z.object({
  id_appointment: id(),
  starts_at: moment(),
  ends_at: moment(),
  doctor_name: z.string(),
  /** Null of an appointment that is reserved to the patient. */
  specialty: z.nullable(z.string()),
  place: z.string(),
  modality: z.enum(['presencial', 'telemedicina']),
  attendance: attendance(),
  confirmed_at: z.nullable(moment()),
  /** Whether the appointment is reserved to the patient, also by «Solo yo», so that staff do not mention it to the family. */
  is_private: z.boolean(),
  sequence: z.int(),
  /** Whether it is in the portal's own calendars, where staff confirm, move and cancel it. */
  in_calendars: z.boolean(),
})
export type PageAppointment = z.output<typeof appointment>

const request = z.object({
  matter: z.enum(matters),
  id: id(),
  receipt: z.string(),
  subject: z.string(),
  state: requestState,
  created_at: moment(),
  due_at: moment(),
  answered_at: z.nullable(moment()),
})
export type PageRequest = z.output<typeof request>

const relative = z.object({
  id: id(),
  full_name: z.string(),
  /** What the member is to the group owner. */
  relationship: z.string(),
  /** Whether this person is the owner of a group to which the patient belongs; otherwise a member of the patient's group. */
  is_owner: z.boolean(),
  is_pending: z.boolean(),
  is_guardian: z.boolean(),
  may_book: z.boolean(),
})
export type PageRelative = z.output<typeof relative>

export const mailStates = ['queued', 'sending', 'sent', 'expired', 'parked', 'withdrawn'] as const
const mail = z.object({
  id: id(),
  /** Subjects name nobody and nothing of the record. */
  subject: z.string(),
  created_at: moment(),
  /** `parked`: set aside after its failures; `expired`: not sent in time; `withdrawn`: no longer needed. */
  state: z.enum(mailStates),
})
export type PageMail = z.output<typeof mail>

const confirmation = z.object({
  id: id(),
  kind: z.enum(confirmationKinds),
  requested_by: z.string(),
  requested_at: moment(),
})

/** A part is null for staff without its permission. */
const patientPage = z.object({
  patient,
  /** Appointments that have not ended, the earliest first, at the sites of the member of staff. */
  upcoming: z.nullable(z.array(appointment)),
  /** Appointments that have ended, the latest first, at the sites of the member of staff. */
  past: z.nullable(z.array(appointment)),
  /** Requests of the matters that the member of staff answers: open ones first, by their due moment. */
  requests: z.nullable(z.array(request)),
  family: z.array(relative),
  /** Mails to the patient, the latest first. */
  mails: z.array(mail),
  security: accountState,
  confirmations: z.nullable(z.array(confirmation)),
})
export type PatientPage = z.output<typeof patientPage>

const bookableItem = z.object({
  kind: z.enum(['exam', 'procedure']),
  /** The number of the exam, or the code of the procedure. */
  code: z.string(),
  name: z.string(),
  way_to_schedule: z.enum(['presencial', 'callcenter', 'online']),
  /** Whether safety questions are answered before it is booked. */
  needs_questionnaire: z.boolean(),
  services: z.array(z.string()),
})
export type BookableItem = z.output<typeof bookableItem>

const daySlot = z.object({
  id: id(),
  starts_at: moment(),
  ends_at: moment(),
  place: z.string(),
  modality: z.enum(modalities),
  held: z.boolean(),
})
export type DaySlot = z.output<typeof daySlot>

const dayAppointment = z.extend(calendarAppointment, { patient_id: id(), attendance: attendance() })
export type DayAppointment = z.output<typeof dayAppointment>

const dayBlock = z.object({ id: id(), starts_at: moment(), ends_at: moment(), reason: z.string() })

const professionalDay = z.object({
  id: id(),
  name: z.string(),
  doctor_image: z.nullable(z.string()),
  specialties: z.array(z.string()),
  appointments: z.array(dayAppointment),
  free: z.array(daySlot),
  blocks: z.array(dayBlock),
})
export type ProfessionalDay = z.output<typeof professionalDay>

export const frontDeskEndpoints = endpoints({ access: 'staff', permission: 'agenda.manage' })({
  day: {
    route: 'GET /admin/agenda/day',
    summary: 'Returns a day of a site by professional: appointments with their state, free slots and blocks',
    query: z.object({ day: day('Fecha inválida'), office_id: idParam('Sucursal inválida') }),
    reply: z.object({ professionals: z.array(professionalDay) }),
  },
  items: {
    route: 'GET /admin/bookable-items',
    permission: 'bookings.manage',
    summary: 'Lists all exams and procedures by name, among which staff choose when they book for a patient',
    reply: z.object({ items: z.array(bookableItem) }),
  },
  patient: {
    route: 'GET /admin/patients/{id}',
    permission: 'users.read',
    opens: 'id',
    countsInItsRead: true,
    summary:
      'Returns a patient with appointments, requests, family, mails, security and waiting changes; a part is null without its permission',
    params: z.object({ id: idParam('ID de usuario inválido') }),
    reply: patientPage,
  },
})
