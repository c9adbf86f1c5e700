import { canHavePasskeys } from '@mi-portal/contract/passkeys/passkey-host'

export type RelyingParty = {
  readonly id: string
  readonly origin: string
}

export function getRelyingParty(publicUrl: string): RelyingParty | null {
  const { hostname, origin } = new URL(publicUrl)
  return canHavePasskeys(hostname) ? { id: hostname, origin } : null
}
