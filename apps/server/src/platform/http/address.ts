import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { plainAddress } from '../security/network.ts'

/**
 * Returns the IP address of the caller. Behind trusted proxies it is the right-most address of `X-Forwarded-For` that is not a
 * proxy. If that is not an IP address, it is the address of the connection, because a caller can write anything into the header.
 */
export function getCallerAddress(request: FastifyRequest): string {
  const reported = request.ip
  if (isIP(reported)) return normalized(reported)
  const own = request.socket.remoteAddress ?? ''
  return isIP(own) ? normalized(own) : '::'
}

// The zone of a link-local address is removed, because it has a meaning on one machine only.
function normalized(address: string): string {
  return plainAddress(address.split('%', 1)[0] ?? address)
}

/** A request over a loopback connection that no proxy forwarded, which would name its caller in `X-Forwarded-For`. */
export function isFromThisMachine({ socket, headers }: FastifyRequest): boolean {
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
  return !isForwarded && /^(127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? '')
}
