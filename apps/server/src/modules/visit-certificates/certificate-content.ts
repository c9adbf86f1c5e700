import { fullPath } from '@mi-portal/contract/calls/endpoint'
import { formatFullName } from '@mi-portal/contract/fields/full-name'
import {
  certificateAlphabet,
  showCertificateCode,
  visitCertificateEndpoints,
} from '@mi-portal/contract/visit-certificates'
import type { Context } from '../../platform/context/context.ts'
import { createKeyedHash, hashToken } from '../../platform/security/tokens.ts'
import type { StoredAppointment } from '../../ports/clinical-archive.ts'
import { findPerson, type Person } from '../people/read-people.ts'
import type { StoredCertificate } from './visit-certificates.sql.ts'

/** What a certificate says. Professional and specialty are null unless the patient chose to show them. */
export type Certified = Omit<StoredCertificate, 'id' | 'code_hash' | 'issued_at'>

export function describeVisit(
  appointment: StoredAppointment,
  patient: Person,
  showsProfessional: boolean,
): Omit<Certified, 'site_name' | 'site_address'> {
  return {
    patient_id: appointment.patient_id,
    appointment_id: appointment.id,
    patient_name: formatFullName(patient),
    document_type_id: patient.document_type_id,
    document_number: patient.document_number,
    starts_at: appointment.starts_at,
    ends_at: appointment.ends_at,
    modality: appointment.modality,
    doctor_name: showsProfessional ? appointment.doctor_name : null,
    specialty: showsProfessional ? appointment.specialty : null,
  }
}

function writeContent(certified: Certified): string {
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

function toCode(hash: Uint8Array): string {
  const bits = Array.from(hash.subarray(0, 10), (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => certificateAlphabet[Number.parseInt(five, 2)]).join('')
}

export const listCodes = ({ config }: Context, certified: Certified) =>
  createKeyedHash(config.secrets, 'visit-certificate-code').candidates(writeContent(certified)).map(toCode)

export function findCode(ctx: Context, certificate: StoredCertificate): string | undefined {
  const stored = Buffer.from(certificate.code_hash)
  return listCodes(ctx, certificate).find((code) => hashToken(code).equals(stored))
}

export const getVerificationPage = ({ config }: Context) => `${config.publicUrl}/verificar`

export function toVisitCertificate(ctx: Context, { id, issued_at }: StoredCertificate, code: string) {
  const shown = showCertificateCode(code)
  return {
    id,
    code: shown,
    verification_url: `${getVerificationPage(ctx)}#${shown}`,
    issued_at,
    url_file: fullPath(visitCertificateEndpoints.file).replace('{id}', String(id)),
  }
}

export async function isStillTrue(
  ctx: Context,
  certificate: StoredCertificate,
  appointment: StoredAppointment | null,
): Promise<boolean> {
  const patient = await findPerson(ctx, certificate.patient_id)
  if (appointment?.state !== 'booked' || appointment.attendance !== 'attended' || patient === null)
    return false
  const { site_name, site_address, doctor_name } = certificate
  const visit = describeVisit(appointment, patient, doctor_name !== null)
  return writeContent({ ...visit, site_name, site_address }) === writeContent(certificate)
}
