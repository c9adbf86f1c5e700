/** The portal as the relying party of WebAuthn, as its public address defines it. */
import { canHavePasskeys } from '@mi-portal/contract/passkey-host'

export type RelyingParty = {
  /** The domain to which passkeys are bound. */
  readonly id: string
  /** The origin from which browsers may use them. */
  readonly origin: string
}

/** Returns the relying party of a public address; null if its host can have no passkeys. */
export function getRelyingParty(publicUrl: string): RelyingParty | null {
  const { hostname, origin } = new URL(publicUrl)
  return canHavePasskeys(hostname) ? { id: hostname, origin } : null
}
