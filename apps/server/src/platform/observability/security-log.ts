/**
 * The security log: one line for each response 401, 403 and 429. A line names the operation by its pattern, and the network by a
 * shortened address and a keyed hash. It holds no full address, document, name or token.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import { getCallerAddress } from '../http/address.ts'
import { getRoutePattern } from '../http/errors.ts'
import type { Logger } from '../logger.ts'
import { getNeighbourhood, getNetwork } from '../security/network.ts'
import type { Secrets } from '../security/secrets.ts'
import { createKeyedHash } from '../security/tokens.ts'

declare module 'fastify' {
  interface FastifyRequest {
    accountId: number | null
    rejectedFor: string | null
  }
}

const watchedStatuses: ReadonlySet<number> = new Set([401, 403, 429])
const minute = 60_000
const mostOfNetwork = 20
/** Lines in a minute, so that a flood from many networks does not fill the disk. */
const mostLines = 300

export type SecurityLog = {
  readonly write: (request: FastifyRequest, event: string, fields: object) => void
  readonly endMinute: () => void
}

export function createSecurityLog(logger: Logger, clock: Clock, secrets: Secrets): SecurityLog {
  const { of: hashed } = createKeyedHash(secrets, 'security log')
  const counts = new Map<string, number>()
  let ends = 0
  let lines = 0
  let withheld = 0

  function close(): void {
    if (withheld > 0) logger.warn({ withheld }, 'security lines withheld')
    counts.clear()
    lines = 0
    withheld = 0
  }

  function endMinute(): void {
    const now = clock.now().getTime()
    if (now < ends) return
    close()
    ends = now + minute
  }

  return {
    write: (request, event, fields) => {
      endMinute()
      const address = getCallerAddress(request)
      const { line } = getNetwork(address)
      const key = `${event} ${line}`
      const count = counts.get(key) ?? 0
      if (count >= mostOfNetwork || lines >= mostLines) {
        withheld += 1
        return
      }
      // The number of counted networks cannot exceed the number of lines.
      counts.set(key, count + 1)
      lines += 1
      logger.warn(
        {
          event,
          requestId: request.id,
          ...fields,
          network: getNeighbourhood(address),
          source: hashed(line).toString('hex').slice(0, 16),
        },
        'security',
      )
    },
    endMinute,
  }
}

/** Writes the security log of all requests. The error handler and the authorization put their parts of the line on the request. */
export function installSecurityLog(app: FastifyInstance, log: SecurityLog): void {
  app.decorateRequest('accountId', null)
  app.decorateRequest('rejectedFor', null)
  app.addHook('onResponse', (request, reply, done) => {
    const status = reply.statusCode
    log.endMinute()
    if (watchedStatuses.has(status))
      log.write(request, 'rejected', {
        method: request.method,
        route: getRoutePattern(request),
        status,
        reason: request.rejectedFor,
        accountId: request.accountId,
      })
    done()
  })
}
