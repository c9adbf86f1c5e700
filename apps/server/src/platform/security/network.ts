/** Networks, which IP rate limits count instead of addresses: one line of an IPv6 customer has 2^64 addresses. */
import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

export type Network = {
  readonly line: string
  /** The /48 of an IPv6 address, which can belong to a single customer as a whole; null for IPv4. */
  readonly site: string | null
}

export const siteFactor = 16

/** Returns an address in its usual spelling. An IPv4 address that is mapped into IPv6 (`::ffff:192.0.2.1`) becomes IPv4. */
export function plainAddress(address: string): string {
  return isIPv4(address) ? address : ipaddr.process(address).toString()
}

export function getNetwork(address: string): Network {
  // Most addresses are of this kind, and every request is counted.
  if (isIPv4(address)) return { line: address, site: null }
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return { line: parsed.toString(), site: null }
  return { line: getPrefix(parsed, 64), site: getPrefix(parsed, 48) }
}

/** Returns the wider network around an address, whose users probably share a provider: /24 of IPv4, /48 of IPv6. */
export function getNeighbourhood(address: string): string {
  const parsed = ipaddr.process(address)
  return getPrefix(parsed, parsed instanceof ipaddr.IPv4 ? 24 : 48)
}

function getPrefix(address: ipaddr.IPv4 | ipaddr.IPv6, bits: number): string {
  const range = `${address.toString()}/${bits}`
  const first =
    address instanceof ipaddr.IPv4
      ? ipaddr.IPv4.networkAddressFromCIDR(range)
      : ipaddr.IPv6.networkAddressFromCIDR(range)
  return `${first.toString()}/${bits}`
}
