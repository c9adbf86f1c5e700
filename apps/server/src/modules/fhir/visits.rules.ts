import type { AppointmentFacts } from '@mi-portal/contract/appointments/appointments'
import type { Attendance } from '@mi-portal/contract/attendance'
import { removeAccents } from '@mi-portal/contract/fields/accents'
import { cleanRun, isRun } from '@mi-portal/contract/values/run'
import type { Appointment, Location, Organization, Practitioner, PractitionerRole } from 'fhir/r4'
import {
  concept,
  documentIdentifier,
  ownSystem,
  type Publisher,
  profiles,
  reference,
} from './cl-core.rules.ts'

export type AppointmentRow = Omit<
  AppointmentFacts,
  'sub_context' | 'can_move' | 'is_private' | 'image_key'
> & {
  readonly state: 'booked' | 'cancelled'
  readonly attendance: Attendance | null
}

export const organizationId = 'clinic'

export function organizationResource(publisher: Publisher): Organization {
  return {
    resourceType: 'Organization',
    id: organizationId,
    meta: { profile: [profiles.organization] },
    active: true,
    name: publisher.brand,
  }
}

function toId(text: string): string {
  return removeAccents(text)
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 48)
}

function practitionerId({ rut_professional, doctor_name }: AppointmentRow): string {
  return toId(cleanRun(rut_professional) || doctor_name) || 'unknown'
}

function practitionerRoleId(appointment: AppointmentRow): string {
  return `${practitionerId(appointment)}-${appointment.specialty_code}`
}

function locationId({ place_care }: AppointmentRow): string {
  return toId(place_care) || 'site'
}

/** Returns the professional of an appointment. The whole name is one text, because the portal stores it so. */
export function practitionerResource(appointment: AppointmentRow): Practitioner {
  const run = cleanRun(appointment.rut_professional)
  return {
    resourceType: 'Practitioner',
    id: practitionerId(appointment),
    meta: { profile: [profiles.practitioner] },
    ...(isRun(run)
      ? { identifier: [documentIdentifier({ document_type_id: 1, document_number: run })] }
      : {}),
    active: true,
    name: [{ use: 'official', text: appointment.doctor_name }],
  }
}

export function practitionerRoleResource(
  publisher: Publisher,
  appointment: AppointmentRow,
): PractitionerRole {
  return {
    resourceType: 'PractitionerRole',
    id: practitionerRoleId(appointment),
    meta: { profile: [profiles.practitionerRole] },
    active: true,
    practitioner: reference('Practitioner', practitionerId(appointment), appointment.doctor_name),
    organization: reference('Organization', organizationId, publisher.brand),
    specialty: [findSpecialty(publisher, appointment)],
  }
}

export function locationResource(publisher: Publisher, appointment: AppointmentRow): Location {
  return {
    resourceType: 'Location',
    id: locationId(appointment),
    meta: { profile: [profiles.location] },
    status: 'active',
    name: appointment.place_care,
    managingOrganization: reference('Organization', organizationId, publisher.brand),
  }
}

function findSpecialty(publisher: Publisher, appointment: AppointmentRow) {
  return concept(
    {
      system: ownSystem(publisher, 'specialty'),
      code: String(appointment.specialty_code),
      display: appointment.specialty,
    },
    appointment.specialty,
  )
}

const modalities = { presencial: 'Presencial', telemedicina: 'Telemedicina' } as const

/** Returns the status of an appointment. A past one stays `booked` if it is not known whether the patient attended. */
export function getAppointmentStatus({
  state,
  attendance,
}: Pick<AppointmentRow, 'state' | 'attendance'>): Appointment['status'] {
  if (attendance === 'missed') return 'noshow'
  if (state === 'cancelled') return 'cancelled'
  if (attendance === 'arrived') return 'arrived'
  return attendance === 'attended' ? 'fulfilled' : 'booked'
}

export function appointmentResource(publisher: Publisher, appointment: AppointmentRow): Appointment {
  const isCancelled = appointment.state === 'cancelled'
  const status = isCancelled ? 'declined' : 'accepted'
  return {
    resourceType: 'Appointment',
    id: String(appointment.id),
    identifier: [{ system: ownSystem(publisher, 'hour'), value: String(appointment.id) }],
    status: getAppointmentStatus(appointment),
    serviceType: [{ text: modalities[appointment.modality] }],
    specialty: [findSpecialty(publisher, appointment)],
    description: appointment.specialty,
    start: appointment.starts_at.toISOString(),
    end: appointment.ends_at.toISOString(),
    minutesDuration: Math.max(
      1,
      Math.round((appointment.ends_at.getTime() - appointment.starts_at.getTime()) / 60_000),
    ),
    ...(appointment.place_detail === '' ? {} : { patientInstruction: appointment.place_detail }),
    participant: [
      { actor: reference('Patient', appointment.patient_id), required: 'required', status },
      {
        actor: reference('Practitioner', practitionerId(appointment), appointment.doctor_name),
        required: 'required',
        status,
      },
      {
        actor: reference('Location', locationId(appointment), appointment.place_care),
        required: 'required',
        status,
      },
    ],
  }
}
