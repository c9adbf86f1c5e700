/** Decides which code a certificate has, and whether its content still agrees with the record. */
import type { Attendance } from '@mi-portal/contract/attendance'
import { certificateAlphabet } from '@mi-portal/contract/visit-certificates'
import { fullNameOf } from '../people/people.rules.ts'
import type { Certified } from './visit-certificates.sql.ts'

/** Returns a text of everything that a certificate says. Its keyed hash is the certificate's code. */
export function contentOf(certified: Certified): string {
  const { starts_at, ends_at } = certified
  return JSON.stringify([
    certified.patient_id,
    certified.appointment_id,
    certified.patient_name,
    certified.document_type_id,
    certified.document_number,
    starts_at.getTime(),
    ends_at.getTime(),
    certified.modality,
    certified.site_name,
    certified.site_address,
    certified.doctor_name,
    certified.specialty,
  ])
}

/** Returns the code of a hash: its first 80 bits, five for each of 16 characters. */
export function codeOf(hash: Uint8Array): string {
  const bits = Array.from(hash.subarray(0, 10), (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => certificateAlphabet[Number.parseInt(five, 2)]).join('')
}

/** An appointment as the record has it now. */
type Recorded = Pick<Certified, 'patient_id' | 'starts_at' | 'ends_at' | 'modality'> & {
  readonly state: 'booked' | 'cancelled'
  readonly attendance: Attendance | null
  readonly doctor_name: string
  readonly specialty: string
}

/** The patient as a certificate names them. */
type Holder = Pick<Certified, 'patient_name' | 'document_type_id' | 'document_number'>

/** Returns what a certificate says of its patient. */
export function describeHolder(
  person: Omit<Holder, 'patient_name'> & Parameters<typeof fullNameOf>[0],
): Holder {
  const { document_type_id, document_number } = person
  return { patient_name: fullNameOf(person), document_type_id, document_number }
}

/**
 * Returns whether the record still says what a certificate says. `recorded` is null if the appointment is gone, `holder` if the patient
 * is.
 */
export function isStillTrue(certified: Certified, recorded: Recorded | null, holder: Holder | null): boolean {
  return (
    recorded !== null &&
    holder !== null &&
    holder.patient_name === certified.patient_name &&
    holder.document_type_id === certified.document_type_id &&
    holder.document_number === certified.document_number &&
    recorded.state === 'booked' &&
    recorded.attendance === 'attended' &&
    recorded.patient_id === certified.patient_id &&
    recorded.starts_at.getTime() === certified.starts_at.getTime() &&
    recorded.ends_at.getTime() === certified.ends_at.getTime() &&
    recorded.modality === certified.modality &&
    (certified.doctor_name === null ||
      (recorded.doctor_name === certified.doctor_name && recorded.specialty === certified.specialty))
  )
}
