/** Issues, downloads and verifies certificates of attended appointments. */
import { visitCertificateEndpoints } from '@mi-portal/contract/visit-certificates'
import { useMutation } from '@tanstack/react-query'
import { saveFile } from '../../../lib/browser/browser.ts'
import { call, fetchFile } from '../../../lib/call.ts'
import { sendWithRobotCheck } from '../../../lib/robot-check.ts'

const fallback = 'No ha sido posible obtener el certificado'

export function saveCertificate(file: Blob) {
  saveFile(file, 'Certificado de atención.pdf')
}

/** Issues a certificate, or finds the one with the same content, and saves its PDF on the device. */
export function useObtainCertificate() {
  return useMutation({
    mutationFn: async (body: { id_appointment: number; shows_professional: boolean }) => {
      const { certificate } = await call(visitCertificateEndpoints.issue, { body }, { fallback })
      return { certificate, file: await fetchFile(certificate.url_file, fallback) }
    },
    onSuccess: ({ file }) => saveCertificate(file),
  })
}

/** Loads what the certificate of a code says. Fails with 404 for an unknown code. */
export function useVerifyCertificate() {
  return useMutation({ mutationFn: verifyCertificate, gcTime: 0 })
}

function verifyCertificate(code: string) {
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
