/**
 * Returns whether a portal with this host can have passkeys: WebAuthn accepts names, and no IP addresses
 * (https://www.w3.org/TR/webauthn-3/#rp-id).
 */
export function canHavePasskeys(hostname: string): boolean {
  return !/^[\d.]+$|^\[/.test(hostname)
}
