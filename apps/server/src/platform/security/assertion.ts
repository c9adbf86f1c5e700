/**
 * Assertions with which a portal vouches for a patient towards a scheduling service: a JWT signed with HS256 under a secret that
 * only the two share (RFC 7519 and 7523), valid for two minutes and for one use.
 */

import { randomUUID } from 'node:crypto'
import type { Identity } from '@mi-portal/contract/fields/person-fields'
import { decodeJwt, errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { Clock } from '../clock.ts'

export type AssertedPatient = Omit<Identity, 'gender_id' | 'document_type_id'> & {
  readonly document_type_id: number
}

const algorithm = 'HS256'
const lifetimeSeconds = 120
/** How far the two clocks may differ, in seconds. */
const leeway = 60

const getKey = (secret: string) => new TextEncoder().encode(secret)
const toSeconds = (instant: Date) => Math.floor(instant.getTime() / 1000)

type Parties = {
  readonly issuer: string
  readonly audience: string
}

export function createAssertionSigner(secret: string, { issuer, audience }: Parties, clock: Clock) {
  return (patient: AssertedPatient): Promise<string> => {
    const { document_country, first_name, last_name, second_name, date_birth } = patient
    const names = { first_name, last_name, second_name, date_birth }
    const issuedAt = toSeconds(clock.now())
    return new SignJWT(document_country === null ? names : { ...names, document_country })
      .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
      .setIssuer(issuer)
      .setAudience(audience)
      .setSubject(`${patient.document_type_id}-${patient.document_number}`)
      .setJti(randomUUID())
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + lifetimeSeconds)
      .sign(getKey(secret))
  }
}

export type AssertionSigner = ReturnType<typeof createAssertionSigner>

type VerifiedAssertion = {
  readonly issuer: string
  readonly jti: string
  /** The instant from which the assertion is rejected as too old, so that its `jti` need not be stored any longer. */
  readonly expiresAt: Date
  readonly document_type_id: number
  readonly document_number: string
  readonly document_country: string | null
}

type AssertionCheck =
  | ({ readonly rejected: null } & VerifiedAssertion)
  /** `rejected` names the wrong claim, or is `signature`. `issuer` is null if the assertion names no known partner. */
  | { readonly rejected: string; readonly issuer: string | null }

/** `partners` holds each partner's secret by its public address, so that it cannot be used under another's name. */
export function createAssertionVerifier(
  partners: ReadonlyMap<string, string>,
  audience: string,
  clock: Clock,
) {
  function findPartner(assertion: string) {
    try {
      const { iss = '' } = decodeJwt(assertion)
      const secret = partners.get(iss)
      return secret === undefined ? null : { issuer: iss, secret }
    } catch {
      return null
    }
  }

  return {
    /** Returns the asserted patient, or the reason of the rejection. The database checks whether the assertion was used before. */
    check: async (assertion: string): Promise<AssertionCheck> => {
      const partner = findPartner(assertion)
      if (partner === null) return { rejected: 'iss', issuer: null }
      const { issuer } = partner
      const options = {
        algorithms: [algorithm],
        issuer,
        audience,
        currentDate: clock.now(),
        clockTolerance: leeway,
        maxTokenAge: lifetimeSeconds,
        requiredClaims: ['exp', 'jti', 'sub'],
      }
      try {
        const { payload } = await jwtVerify(assertion, getKey(partner.secret), options)
        return readClaims(issuer, payload)
      } catch (error) {
        const isClaim = error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired
        return isClaim ? { rejected: error.claim, issuer } : { rejected: 'signature', issuer: null }
      }
    },
  }
}

function readClaims(issuer: string, { sub, jti, iat, exp, document_country }: JWTPayload): AssertionCheck {
  if (exp === undefined || iat === undefined || exp - iat > lifetimeSeconds)
    return { rejected: 'exp', issuer }
  if (typeof jti !== 'string' || !/^[\w.~+/=-]{16,200}$/.test(jti)) return { rejected: 'jti', issuer }
  const [, type, number] = /^([12])-(.{1,40})$/.exec(sub ?? '') ?? []
  if (number === undefined) return { rejected: 'sub', issuer }
  return {
    rejected: null,
    issuer,
    jti,
    expiresAt: new Date((exp + leeway) * 1000),
    document_type_id: Number(type),
    document_number: number,
    document_country: typeof document_country === 'string' ? document_country : null,
  }
}
