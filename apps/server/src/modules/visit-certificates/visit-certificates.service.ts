/** Issues certificates of attended appointments, and verifies their codes for anyone. */

import { ApiError } from '@mi-portal/contract/api-error'
import { fullPath } from '@mi-portal/contract/endpoint'
import {
  noCertificateReasons,
  showCertificateCode,
  unknownCertificate,
  type VerifiedCertificate,
  type VisitCertificate,
  visitCertificateEndpoints,
} from '@mi-portal/contract/visit-certificates'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Context } from '../../platform/context/context.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import type { IpRateLimits } from '../../platform/security/ip-rate-limits.ts'
import { limits } from '../../platform/security/rate-limiter.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import { createKeyedHash, hashToken } from '../../platform/security/tokens.ts'
import type { ReadLetterhead } from '../../ports/clinic.ts'
import type { ClinicalArchive } from '../../ports/clinical-archive.ts'
import type { AppointmentAgendaService, SeenAppointment } from '../appointments/appointment-agenda.service.ts'
import { findPerson } from '../people/people.service.ts'
import { codeOf, contentOf, describeHolder, isStillTrue } from './certificate-content.service.ts'
import { maskDocument, maskName } from './visit-certificates.rules.ts'
import type { Certified, StoredCertificate } from './visit-certificates.sql.ts'
import * as visitCertificatesSql from './visit-certificates.sql.ts'

type VisitCertificatesDependencies = {
  readonly db: Database
  readonly agenda: Pick<AppointmentAgendaService, 'seeRecordOrDelegated'>
  readonly archive: Pick<ClinicalArchive, 'appointment'>
  readonly ctx: Context
  readonly readLetterhead: ReadLetterhead
  readonly ipRateLimits: IpRateLimits
  readonly audit: Audit
  readonly clock: Clock
  readonly secrets: Secrets
  readonly publicUrl: string
}

const issueAction = 'certificates.issue'
const openAction = 'certificates.open'
const codeLimits = [limits.certificateCode, limits.certificateCodeDay]

export function createVisitCertificatesService(dependencies: VisitCertificatesDependencies) {
  const { db, agenda, archive, ctx, readLetterhead, ipRateLimits, audit, clock } = dependencies
  const contentHash = createKeyedHash(dependencies.secrets, 'visit-certificate-code')
  const verificationPage = `${dependencies.publicUrl}/verificar`

  /** Returns the codes that a certificate with this content may have: under the current secret first, then under previous ones. */
  const codesOf = (certified: Certified) => contentHash.candidates(contentOf(certified)).map(codeOf)

  /** Returns which of these codes is the one of a stored certificate. */
  function codeOfStored(certificate: StoredCertificate): string | undefined {
    const stored = Buffer.from(certificate.code_hash)
    return codesOf(certificate).find((code) => hashToken(code).equals(stored))
  }

  function present(certificate: StoredCertificate, code: string): VisitCertificate {
    const shown = showCertificateCode(code)
    return {
      id: certificate.id,
      code: shown,
      verification_url: `${verificationPage}#${shown}`,
      issued_at: certificate.issued_at.toISOString(),
      url_file: fullPath(visitCertificateEndpoints.file).replace('{id}', String(certificate.id)),
    }
  }

  /** Throws if the appointment cannot be certified: it is cancelled, not over, or not known to be attended. */
  function requireAttended({ state, ends_at, attendance }: SeenAppointment['appointment']): void {
    const reject = (reason: keyof typeof noCertificateReasons): never => {
      throw new ApiError('notPossible', { msg: noCertificateReasons[reason] })
    }
    if (attendance === 'missed') reject('missed')
    if (state !== 'booked') throw new ApiError('hourCancelled')
    if (ends_at > clock.now()) reject('notOver')
    if (attendance !== 'attended') reject('unknown')
  }

  async function findHolder({ patient_id }: StoredCertificate) {
    const patient = await findPerson(ctx, patient_id)
    return patient === null ? null : describeHolder(patient)
  }

  async function contentFor(
    { appointment }: SeenAppointment,
    showsProfessional: boolean,
  ): Promise<Certified> {
    const patient = await findPerson(ctx, appointment.patient_id)
    if (patient === null) throw new ApiError('notFound')
    const site = await visitCertificatesSql.site(db, appointment.site)
    return {
      patient_id: appointment.patient_id,
      appointment_id: appointment.id,
      ...describeHolder(patient),
      starts_at: appointment.starts_at,
      ends_at: appointment.ends_at,
      modality: appointment.modality,
      // A place of another system, which is none of the portal's sites, has a name and no address.
      site_name: site?.name ?? (appointment.modality === 'presencial' ? appointment.place_care : null),
      site_address: site?.address ?? null,
      doctor_name: showsProfessional ? appointment.doctor_name : null,
      specialty: showsProfessional ? appointment.specialty : null,
    }
  }

  const entryOf = (actor: Actor, { appointment, role }: SeenAppointment, action: string, origin: Origin) => ({
    actorId: actor.id,
    actorRole: role === 'self' ? actor.rol : role,
    action,
    patientId: appointment.patient_id,
    object: `id_appointment=${appointment.id}`,
    origin,
  })

  return {
    /**
     * Issues a certificate, or returns the one with the same content again. Throws 404 if the caller may not see the appointment, 410 if
     * it was cancelled, and 409 if it is not over or not known to be attended.
     */
    issue: async (
      actor: Actor,
      appointmentId: number,
      showsProfessional: boolean,
      origin: Origin,
    ): Promise<VisitCertificate> => {
      const seen = await agenda.seeRecordOrDelegated(actor, appointmentId, issueAction, origin)
      requireAttended(seen.appointment)
      const certified = await contentFor(seen, showsProfessional)
      const codes = codesOf(certified)
      const [code] = codes
      if (code === undefined) throw new Error('visit-certificates: no secret is configured')
      const hashes = codes.map(hashToken)
      const stored = await db.transaction(async (tx) => {
        // Of two requests at the same time, one adds the certificate and both find it.
        if ((await visitCertificatesSql.find(db, hashes, tx)) === null)
          await visitCertificatesSql.add(tx, hashToken(code), certified, clock.now())
        await audit.add(tx, {
          ...entryOf(actor, seen, issueAction, origin),
          detail: { shows_professional: showsProfessional },
        })
        return visitCertificatesSql.find(db, hashes, tx)
      })
      if (stored === null) throw new Error('visit-certificates: the stored certificate was not found')
      return present(stored, codeOfStored(stored) ?? code)
    },

    /**
     * Returns the PDF of a certificate. Throws 404 if the caller may not see its appointment, or if the certificate was withdrawn
     * or cannot be printed again because its code was made with a secret that is gone.
     */
    file: async (
      actor: Actor,
      id: number,
      origin: Origin,
    ): Promise<{ name: string; content: Uint8Array }> => {
      const certificate = await visitCertificatesSql.findById(db, id)
      if (certificate === null) throw new ApiError('notFound')
      const seen = await agenda.seeRecordOrDelegated(actor, certificate.appointment_id, openAction, origin)
      const code = codeOfStored(certificate)
      const holder = await findHolder(certificate)
      if (code === undefined || !isStillTrue(certificate, seen.appointment, holder))
        throw new ApiError('notFound')
      const { code: shown, verification_url } = present(certificate, code)
      const { certificatePdf } = await import('./certificate-pdf.service.ts')
      const content = await certificatePdf({
        letterhead: await readLetterhead(),
        site: await visitCertificatesSql.site(db, seen.appointment.site),
        certified: certificate,
        code: shown,
        verificationUrl: verification_url,
        verificationPage,
        issuedAt: certificate.issued_at,
      })
      await audit.record(entryOf(actor, seen, openAction, origin))
      return { name: 'Certificado de atención.pdf', content }
    },

    /**
     * Returns what the certificate of a code says, with the patient partly masked, or that it was withdrawn. Throws 404 for an unknown
     * code, and 429 with number 11 once a network needs a robot check.
     */
    verify: async (
      code: string,
      solution: string | undefined,
      origin: Origin,
    ): Promise<VerifiedCertificate> => {
      const network = await ipRateLimits.admit('certificate', codeLimits, origin.ip, solution)
      const certificate = await visitCertificatesSql.find(db, [hashToken(code)])
      if (certificate === null) {
        await network.countFailure()
        throw new ApiError('notFound', { param: 'code', msg: unknownCertificate })
      }
      const issued_at = certificate.issued_at.toISOString()
      const appointment = await archive.appointment(certificate.appointment_id)
      if (!isStillTrue(certificate, appointment, await findHolder(certificate)))
        return { issued_at, certified: null }
      return {
        issued_at,
        certified: {
          patient_name: maskName(certificate.patient_name),
          patient_document: maskDocument(certificate.document_type_id, certificate.document_number),
          starts_at: certificate.starts_at.toISOString(),
          ends_at: certificate.ends_at.toISOString(),
          modality: certificate.modality,
          site_name: certificate.site_name,
          site_address: certificate.site_address,
          doctor_name: certificate.doctor_name,
          specialty: certificate.specialty,
        },
      }
    },
  }
}

export type VisitCertificatesService = ReturnType<typeof createVisitCertificatesService>
