import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/**
 * The address a call comes from. Behind a trusted proxy it is what the proxy says, as far as that is an address:
 * whoever calls can write anything into the header that the proxy adds to.
 */
export function addressOf(request: FastifyRequest): string {
  const told = request.ip
  if (isIP(told)) return withoutZone(told)
  const own = request.socket.remoteAddress ?? ''
  return isIP(own) ? withoutZone(own) : '::'
}

// The zone of a link-local address means something on one machine only.
function withoutZone(address: string): string {
  return address.split('%', 1)[0] ?? address
}
