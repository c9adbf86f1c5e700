/** Issues, downloads and verifies certificates of attended appointments. */
import { visitCertificateEndpoints } from '@mi-portal/contract/visit-certificates'
import { call, fetchFile } from '../../../lib/call.ts'
import { sendWithRobotCheck } from '../../../lib/robot-check.ts'

const fallback = 'No ha sido posible obtener el certificado'

export type CertificateRequest = { id_appointment: number; shows_professional: boolean }

/** Issues a certificate, or finds the one with the same content, and downloads its PDF. */
export async function obtainCertificate(body: CertificateRequest) {
  const { certificate } = await call(visitCertificateEndpoints.issue, { body }, { fallback })
  return { certificate, file: await fetchFile(certificate.url_file, fallback) }
}

/** Returns what the certificate of a code says. Rejects with 404 for an unknown code. */
export function verifyCertificate(code: string) {
  return sendWithRobotCheck('certificate', async (altcha) => {
    const body = altcha === undefined ? { code } : { code, altcha }
    const reply = await call(
      visitCertificateEndpoints.verify,
      { body },
      { fallback: 'No ha sido posible verificar el certificado' },
    )
    return reply.certificate
  })
}
