import * as z from 'zod/mini'
import { endpoints } from './calls/endpoint.ts'
import { atMost } from './fields/text.ts'
import { solvedCheck } from './robot-check.ts'
import { cleanCode } from './values/codes/clean-code.ts'
import { moment } from './values/date-schemas.ts'
import { id, idParam } from './values/ids.ts'

/** Crockford's alphabet: without I, L, O and U, which people confuse with other characters. */
export const certificateAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Sixteen characters of five bits each. */
const certificateCodeLength = 16

/** Cleans a typed code, and reads O as 0, and I and L as 1. */
function cleanCertificateCode(typed: string): string {
  return cleanCode(typed).replaceAll('O', '0').replace(/[IL]/g, '1')
}

/** Returns a clean code as it is printed: `K7QX-2RTP-9MVD-H4CW`. */
export function showCertificateCode(clean: string): string {
  return clean.match(/.{1,4}/g)?.join('-') ?? ''
}

const codeMessage = 'Ingresa los 16 caracteres del código'

export const certificateCode = z
  .string(codeMessage)
  .check(
    atMost(60, codeMessage),
    z.overwrite(cleanCertificateCode),
    z.regex(new RegExp(`^[${certificateAlphabet}]{${certificateCodeLength}}$`), codeMessage),
  )

export const noCertificateReasons = {
  missed: 'La clínica registró que nadie se presentó a esta hora',
  notOver: 'El certificado se puede obtener cuando la hora ya terminó',
  unknown:
    'La clínica todavía no registra la asistencia a esta hora. Pide el certificado en «Mis documentos»',
} as const

export const unknownCertificate =
  'No encontramos un certificado con ese código. Revisa que esté igual que en el documento'

const certificate = z.object({
  id: id(),
  code: z.string(),
  verification_url: z.string(),
  issued_at: moment(),
  url_file: z.string(),
})

/** What a valid certificate says, with the patient's name and document partly masked. */
const certified = z.object({
  patient_name: z.string(),
  patient_document: z.string(),
  starts_at: moment(),
  ends_at: moment(),
  modality: z.enum(['presencial', 'telemedicina']),
  site_name: z.nullable(z.string()),
  site_address: z.nullable(z.string()),
  doctor_name: z.nullable(z.string()),
  specialty: z.nullable(z.string()),
})

const verified = z.object({
  issued_at: moment(),
  /** What the certificate says; null if it was withdrawn, because the clinic's record no longer says so. */
  certified: z.nullable(certified),
})
export type VerifiedCertificate = z.output<typeof verified>

export const visitCertificateEndpoints = endpoints({ access: 'patient' })({
  issue: {
    route: 'POST /medicals/appointments/certificates',
    summary:
      'Issues the certificate of an attended appointment; the same certificate again has the same code',
    mayBeOver: true,
    body: z.object({
      id_appointment: id(),
      shows_professional: z.boolean('Elige qué muestra el certificado'),
    }),
    reply: z.object({ certificate }),
  },
  file: {
    route: 'GET /medicals/appointments/certificates/{id}/file',
    summary: 'Returns a certificate that was issued before as PDF',
    params: z.object({ id: idParam() }),
    raw: true,
  },
  verify: {
    route: 'POST /medicals/appointments/certificates/verify',
    access: 'public',
    summary: 'Returns what the certificate with a code says, or that it was withdrawn',
    body: z.object({ code: certificateCode, altcha: solvedCheck() }),
    reply: z.object({ certificate: verified }),
  },
})
