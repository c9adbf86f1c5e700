import { ApiError } from '@mi-portal/contract/calls/api-error'
import { noCertificateReasons, visitCertificateEndpoints } from '@mi-portal/contract/visit-certificates'
import type { ActorContext, Context } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import { findRow } from '../../platform/database/database.ts'
import { sendDocument } from '../../platform/http/headers.ts'
import { hashToken } from '../../platform/security/tokens.ts'
import type { StoredAppointment } from '../../ports/clinical-archive.ts'
import { authorizeAppointment, recordRoles, toAudited } from '../appointments/authorize-appointment.ts'
import { findPerson } from '../people/read-people.ts'
import {
  type Certified,
  describeVisit,
  findCode,
  getVerificationPage,
  isStillTrue,
  listCodes,
  toVisitCertificate,
} from './certificate-content.ts'
import { findByCode, findCertificate, findSite, insertCertificate } from './visit-certificates.sql.ts'

const findSeen = (ctx: ActorContext, appointmentId: number, action: string) =>
  authorizeAppointment(ctx, appointmentId, action, [...recordRoles, 'delegate'])

function requireAttended({ clock }: Context, { state, ends_at, attendance }: StoredAppointment): void {
  const reject = (reason: keyof typeof noCertificateReasons): never => {
    throw new ApiError('notPossible', { msg: noCertificateReasons[reason] })
  }
  if (attendance === 'missed') reject('missed')
  if (state !== 'booked') throw new ApiError('hourCancelled')
  if (ends_at > clock.now()) reject('notOver')
  if (attendance !== 'attended') reject('unknown')
}

const readSite = async ({ db }: Context, { site }: StoredAppointment) =>
  site === null ? null : findRow(db, findSite, { office_id: site })

async function certify(
  ctx: Context,
  appointment: StoredAppointment,
  showsProfessional: boolean,
): Promise<Certified> {
  const patient = await findPerson(ctx, appointment.patient_id)
  if (patient === null) throw new ApiError('notFound')
  const site = await readSite(ctx, appointment)
  return {
    ...describeVisit(appointment, patient, showsProfessional),
    // A place of another system, which is none of the portal's sites, has a name and no address.
    site_name: site?.name ?? (appointment.modality === 'presencial' ? appointment.place_care : null),
    site_address: site?.address ?? null,
  }
}

export const issueCertificate = operation(
  visitCertificateEndpoints.issue,
  async (ctx, { body: { id_appointment, shows_professional } }) => {
    const action = 'certificates.issue'
    const seen = await findSeen(ctx, id_appointment, action)
    requireAttended(ctx, seen.appointment)
    const certified = await certify(ctx, seen.appointment, shows_professional)
    const codes = listCodes(ctx, certified)
    const [code] = codes
    if (code === undefined) throw new Error('visit-certificates: no secret is configured')
    const hashes = codes.map(hashToken)
    const stored = await ctx.db.transaction(async (tx) => {
      // Of two requests at the same time, one adds the certificate and both find it.
      if ((await findRow(tx, findByCode, { hashes })) === null)
        await tx.run(insertCertificate, { ...certified, code_hash: hashToken(code), now: ctx.clock.now() })
      await ctx.audit.add(tx, action, {
        ...toAudited(seen),
        detail: { shows_professional },
      })
      return findRow(tx, findByCode, { hashes })
    })
    if (stored === null) throw new Error('visit-certificates: the stored certificate was not found')
    return { certificate: toVisitCertificate(ctx, stored, findCode(ctx, stored) ?? code) }
  },
)

/**
 * Returns the PDF of a certificate. Answers 404 if the caller may not see its appointment, or if the certificate was withdrawn
 * or cannot be printed again because its code was made with a secret that is gone.
 */
export const downloadCertificate = operation(
  visitCertificateEndpoints.file,
  async (ctx, { params: { id }, reply }) => {
    const action = 'certificates.open'
    const certificate = await findRow(ctx.db, findCertificate, { id })
    if (certificate === null) throw new ApiError('notFound')
    const seen = await findSeen(ctx, certificate.appointment_id, action)
    const code = findCode(ctx, certificate)
    if (code === undefined || !(await isStillTrue(ctx, certificate, seen.appointment)))
      throw new ApiError('notFound')
    const { code: shown, verification_url } = toVisitCertificate(ctx, certificate, code)
    const { drawCertificate } = await import('./certificate-pdf.ts')
    const content = await drawCertificate({
      letterhead: await ctx.readLetterhead(),
      site: await readSite(ctx, seen.appointment),
      certified: certificate,
      code: shown,
      verificationUrl: verification_url,
      verificationPage: getVerificationPage(ctx),
      issuedAt: certificate.issued_at,
    })
    await ctx.audit.record(action, toAudited(seen))
    const file = { name: 'Certificado de atención.pdf', media_type: 'application/pdf', content }
    return sendDocument(reply, file, 'attachment')
  },
)
