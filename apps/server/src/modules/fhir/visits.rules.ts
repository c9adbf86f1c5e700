/** Appointments, professionals and places as FHIR resources. */
import { cleanRun, isRun } from '@mi-portal/contract/values/run'
import type { Appointment, Location, Organization, Practitioner, PractitionerRole } from 'fhir/r4'
import { concept, documentIdentifier, type House, ownSystem, profiles, reference } from './cl-core.rules.ts'

export type HourRow = {
  readonly id: number
  readonly patient_id: number
  readonly rut_professional: string
  readonly doctor_name: string
  readonly specialty_code: number
  readonly specialty: string
  readonly place_care: string
  readonly place_detail: string
  readonly modality: 'presencial' | 'telemedicina'
  readonly starts_at: Date
  readonly ends_at: Date
  readonly state: 'booked' | 'cancelled'
}

/** The clinic itself, which issues every report. */
export const organizationId = 'clinic'

export function organizationResource(house: House): Organization {
  return {
    resourceType: 'Organization',
    id: organizationId,
    meta: { profile: [profiles.organization] },
    active: true,
    name: house.brand,
  }
}

/** Reduces a name to the characters that an id may have. */
function idOf(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 48)
}

function practitionerId({ rut_professional, doctor_name }: HourRow): string {
  return idOf(cleanRun(rut_professional) || doctor_name) || 'unknown'
}

function practitionerRoleId(hour: HourRow): string {
  return `${practitionerId(hour)}-${hour.specialty_code}`
}

function locationId({ place_care }: HourRow): string {
  return idOf(place_care) || 'site'
}

/** Returns the professional of an appointment. The portal stores a professional's name as one text. */
export function practitionerResource(hour: HourRow): Practitioner {
  const run = cleanRun(hour.rut_professional)
  return {
    resourceType: 'Practitioner',
    id: practitionerId(hour),
    meta: { profile: [profiles.practitioner] },
    ...(isRun(run)
      ? { identifier: [documentIdentifier({ document_type_id: 1, document_number: run })] }
      : {}),
    active: true,
    name: [{ use: 'official', text: hour.doctor_name }],
  }
}

export function practitionerRoleResource(house: House, hour: HourRow): PractitionerRole {
  return {
    resourceType: 'PractitionerRole',
    id: practitionerRoleId(hour),
    meta: { profile: [profiles.practitionerRole] },
    active: true,
    practitioner: reference('Practitioner', practitionerId(hour), hour.doctor_name),
    organization: reference('Organization', organizationId, house.brand),
    specialty: [specialtyOf(house, hour)],
  }
}

export function locationResource(house: House, hour: HourRow): Location {
  return {
    resourceType: 'Location',
    id: locationId(hour),
    meta: { profile: [profiles.location] },
    status: 'active',
    name: hour.place_care,
    managingOrganization: reference('Organization', organizationId, house.brand),
  }
}

function specialtyOf(house: House, hour: HourRow) {
  return concept(
    {
      system: ownSystem(house, 'specialty'),
      code: String(hour.specialty_code),
      display: hour.specialty,
    },
    hour.specialty,
  )
}

const modalities = { presencial: 'Presencial', telemedicina: 'Telemedicina' } as const

/**
 * Returns an appointment. The portal does not know whether the patient came, so a past appointment stays `booked`.
 */
export function appointmentResource(house: House, hour: HourRow): Appointment {
  const isCancelled = hour.state === 'cancelled'
  const status = isCancelled ? 'declined' : 'accepted'
  return {
    resourceType: 'Appointment',
    id: String(hour.id),
    identifier: [{ system: ownSystem(house, 'hour'), value: String(hour.id) }],
    status: isCancelled ? 'cancelled' : 'booked',
    serviceType: [{ text: modalities[hour.modality] }],
    specialty: [specialtyOf(house, hour)],
    description: hour.specialty,
    start: hour.starts_at.toISOString(),
    end: hour.ends_at.toISOString(),
    minutesDuration: Math.max(1, Math.round((hour.ends_at.getTime() - hour.starts_at.getTime()) / 60_000)),
    ...(hour.place_detail === '' ? {} : { patientInstruction: hour.place_detail }),
    participant: [
      { actor: reference('Patient', hour.patient_id), required: 'required', status },
      {
        actor: reference('Practitioner', practitionerId(hour), hour.doctor_name),
        required: 'required',
        status,
      },
      { actor: reference('Location', locationId(hour), hour.place_care), required: 'required', status },
    ],
  }
}
