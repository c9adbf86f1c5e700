/**
 * The general request rate limit. Each session has a number of requests per minute. Requests without a session are counted by network, with
 * ten times that number, because many people can share a network. Requests with a signed key, such as those for the images of an exam, have
 * a count of their own, so that they do not use up the one of sign-in. Each process counts on its own and starts again every minute: the
 * limit is approximate and costs almost nothing.  An unknown token costs a database query and belongs to no session, so a limit by token
 * would never stop it. Requests with invalid tokens are therefore counted by network. A network over that limit may only use tokens that
 * this process has already seen valid.
 */
import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import { getNetwork, type Network, siteFactor } from '../security/network.ts'
import { getCallerAddress } from './address.ts'
import { readBearerToken, readToken } from './checks/admission.ts'
import { apiPaths } from './open-methods.ts'

const minute = 60_000
// The number of callers that are counted. Beyond it the oldest caller is dropped and is counted from zero again.
const mostCallers = 20_000
const sessionsOfNetwork = 10

// An endpoint without a session ignores the token, which the caller could invent.
function findSessionToken(request: FastifyRequest): string | undefined {
  const access = request.routeOptions.config.endpoint?.access
  if (access === 'bearer') return readBearerToken(request)
  // Another limit counts service accounts, and wrong secrets by IP address.
  if (access === 'service') return undefined
  return access === 'public' || access === 'key' ? undefined : readToken(request)
}

function isCatalogue(request: FastifyRequest): boolean {
  const cache = request.routeOptions.config.endpoint?.cache
  return cache === 'catalogue' || cache === 'published'
}

const hasSignedKey = (request: FastifyRequest) => request.routeOptions.config.endpoint?.access === 'key'

class Counts {
  readonly #counts = new Map<string, number>()

  of(caller: string): number {
    return this.#counts.get(caller) ?? 0
  }

  add(caller: string): number {
    const count = this.of(caller) + 1
    if (count === 1 && this.#counts.size >= mostCallers) {
      const [oldest] = this.#counts.keys()
      if (oldest !== undefined) this.#counts.delete(oldest)
    }
    this.#counts.set(caller, count)
    return count
  }

  clear(): void {
    this.#counts.clear()
  }
}

export function installRequestRateLimit(app: FastifyInstance, perMinute: number, clock: Clock): void {
  const isApiPath = apiPaths(app)
  let ends = 0
  const calls = new Counts()
  const callsWithKey = new Counts()
  const inVain = new Counts()
  app.addHook('onRequest', (request, _reply, done) => {
    // A catalogue is sent from memory: rejecting the request would cost as much as answering it.
    if (isCatalogue(request) || !isApiPath(request.url)) return done()
    const now = clock.now().getTime()
    if (now >= ends) {
      calls.clear()
      callsWithKey.clear()
      inVain.clear()
      ends = now + minute
    }
    const token = findSessionToken(request)
    const network = getNetwork(getCallerAddress(request))
    const isOver =
      token === undefined
        ? addNetwork(hasSignedKey(request) ? callsWithKey : calls, network, sessionsOfNetwork * perMinute)
        : calls.add(`token ${token}`) > perMinute ||
          (isUsedUp(inVain, network, perMinute) && app.admission.lastSeen(token) === null)
    if (isOver && token !== undefined) request.accountId = app.admission.lastSeen(token)?.id ?? null
    done(isOver ? new ApiError('tooMany', { retryAfter: (ends - now) / 1000 }) : undefined)
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (reply.statusCode === 401 && findSessionToken(request) !== undefined)
      addNetwork(inVain, getNetwork(getCallerAddress(request)), perMinute)
    done()
  })
}

/**
 * Counts a request of a network and returns whether its line or its site is over the limit. Once a site is over its limit, its
 * lines are no longer counted, so that one site cannot fill the memory.
 */
function addNetwork(counts: Counts, { line, site }: Network, max: number): boolean {
  if (site !== null && counts.add(site) > siteFactor * max) return true
  return counts.add(line) > max
}

function isUsedUp(counts: Counts, { line, site }: Network, max: number): boolean {
  return counts.of(line) >= max || (site !== null && counts.of(site) >= siteFactor * max)
}
