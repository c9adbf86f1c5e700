import type { Call } from '@mi-portal/contract/calls/client'
import { secondFactorEndpoints } from '@mi-portal/contract/session/second-factor'
import { Secret, TOTP } from 'otpauth'

export function authenticator(secret: string) {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 })
  return { codeAt: (moment: Date) => totp.generate({ timestamp: moment.getTime() }) }
}

/** Sets up the second factor as its owner would. */
export async function addSecondFactor(call: Call, { now }: { now: () => Date }) {
  const begun = await call(secondFactorEndpoints.begin, { body: {} })
  const app = authenticator(begun.secret)
  const body = { code: app.codeAt(now()) }
  const { recovery_codes } = await call(secondFactorEndpoints.confirm, { body })
  return { begun, app, recovery_codes }
}
