/**
 * How a portal tells a scheduling service for which patient it asks: a JWT signed with HS256 under the secret that both
 * know (RFC 7519 and 7523), good for two minutes.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../clock.ts'

/** The patient, by their document, with what a desk needs to open their file. */
export type AssertedPatient = {
  readonly document_type_id: number
  readonly document_number: string
  readonly first_name: string
  readonly last_name: string
  readonly second_name: string
  readonly date_birth: string | null
}

const audience = 'scheduling'
const livesSeconds = 120
/** How far the two clocks may lie apart. */
const leeway = 60

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const header = encode({ alg: 'HS256', typ: 'JWT' })

function decode(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  } catch {
    return null
  }
}

export function createAssertions(secret: string, clock: Clock) {
  const mac = (text: string) => createHmac('sha256', secret).update(text).digest()
  const seconds = () => Math.floor(clock.now().getTime() / 1000)

  /** The claims of what was signed here, or null. */
  function signed(assertion: string): Record<string, unknown> | null {
    const [head = '', body = '', signature = '', ...rest] = assertion.split('.')
    if (head !== header || rest.length > 0) return null
    const given = Buffer.from(signature, 'base64url')
    const right = mac(`${head}.${body}`)
    if (given.length !== right.length || !timingSafeEqual(given, right)) return null
    const claims = decode(body)
    return typeof claims === 'object' && claims !== null ? (claims as Record<string, unknown>) : null
  }

  return {
    /** `issuer` is the address of the portal that asks. */
    sign: (patient: AssertedPatient, issuer: string): string => {
      const iat = seconds()
      const sub = `${patient.document_type_id}-${patient.document_number}`
      const { first_name, last_name, second_name, date_birth } = patient
      const claims = { iss: issuer, aud: audience, sub, iat, exp: iat + livesSeconds }
      const text = `${header}.${encode({ ...claims, first_name, last_name, second_name, date_birth })}`
      return `${text}.${mac(text).toString('base64url')}`
    },
    /** The document of whom it is about, or null for one that is not signed with the secret, too old or for somebody else. */
    open: (assertion: string): { document_type_id: number; document_number: string } | null => {
      const claims = signed(assertion)
      if (claims === null || claims.aud !== audience || typeof claims.sub !== 'string') return null
      const { iat, exp } = claims
      if (typeof iat !== 'number' || typeof exp !== 'number') return null
      const now = seconds()
      if (exp <= now - leeway || iat > now + leeway || exp - iat > livesSeconds) return null
      const [, type, number] = /^([12])-(.{1,40})$/.exec(claims.sub) ?? []
      return number === undefined ? null : { document_type_id: Number(type), document_number: number }
    },
  }
}

export type Assertions = ReturnType<typeof createAssertions>
