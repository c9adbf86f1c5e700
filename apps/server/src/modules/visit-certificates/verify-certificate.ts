import { ApiError } from '@mi-portal/contract/calls/api-error'
import { maskName } from '@mi-portal/contract/fields/full-name'
import { maskDocument } from '@mi-portal/contract/values/document-number'
import { unknownCertificate, visitCertificateEndpoints } from '@mi-portal/contract/visit-certificates'
import { operation } from '../../platform/context/operation.ts'
import { findRow } from '../../platform/database/database.ts'
import { limits } from '../../platform/security/rate-limiter.ts'
import { hashToken } from '../../platform/security/tokens.ts'
import { isStillTrue } from './certificate-content.ts'
import { findByCode } from './visit-certificates.sql.ts'

const codeLimits = [limits.certificateCode, limits.certificateCodeDay]

export const verifyCertificate = operation(
  visitCertificateEndpoints.verify,
  async (ctx, { body: { code, altcha } }) => {
    const network = await ctx.ipRateLimits.admit('certificate', codeLimits, ctx.origin.ip, altcha)
    const certificate = await findRow(ctx.db, findByCode, { hashes: [hashToken(code)] })
    if (certificate === null) {
      await network.countFailure()
      throw new ApiError('notFound', { param: 'code', msg: unknownCertificate })
    }
    const { issued_at } = certificate
    const appointment = await ctx.ports.archive.appointment(certificate.appointment_id)
    if (!(await isStillTrue(ctx, certificate, appointment)))
      return { certificate: { issued_at, certified: null } }
    const certified = {
      ...certificate,
      patient_name: maskName(certificate.patient_name),
      patient_document: maskDocument(certificate.document_type_id, certificate.document_number),
    }
    return { certificate: { issued_at, certified } }
  },
)
