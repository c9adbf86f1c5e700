import { Secret, TOTP } from 'otpauth'

export function authenticator(secret: string) {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 })
  return { codeAt: (moment: Date) => totp.generate({ timestamp: moment.getTime() }) }
}
