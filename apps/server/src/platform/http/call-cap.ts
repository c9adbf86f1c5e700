/**
 * The general cap of calls: so many a minute for one session, and ten times as many for one address where there is no
 * session, because it can be that of many people. It is counted in each process and starts afresh with every minute: approximate, and costs next to nothing.
 *
 * An invented token costs a look into the database and is nobody's, so that it would never reach a cap of its own: what
 * came to nothing is counted for the address, and over the cap it may only use tokens that this process has seen alive.
 */
import { Failure } from '@mi-portal/contract/failure'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import { addressOf } from './address.ts'
import { bearerOf, tokenOf } from './mount.ts'

const minute = 60_000
// Beyond that the one who came first is forgotten and counts from nothing again.
const mostCallers = 20_000
const sessionsOfAddress = 10

function isCapped(request: FastifyRequest): boolean {
  const { url } = request.raw
  if (url === undefined || !(url.startsWith('/api') || url.startsWith('/agenda'))) return false
  // A catalogue comes from memory: refusing would cost as much as answering.
  return request.routeOptions.config.endpoint?.cache !== 'catalogue'
}

// Where no session is asked for, a token is whatever the caller made up.
function sessionTokenOf(request: FastifyRequest): string | undefined {
  const access = request.routeOptions.config.endpoint?.access
  if (access === 'bearer') return bearerOf(request)
  // Counted by its account; a wrong secret by its address.
  if (access === 'service') return undefined
  return access === 'public' || access === 'key' ? undefined : tokenOf(request)
}

/** Counts of one minute, of so many callers at most. */
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

export function installCallCap(app: FastifyInstance, perMinute: number, clock: Clock): void {
  let ends = 0
  const calls = new Counts()
  const inVain = new Counts()
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isCapped(request)) return done()
    const now = clock.now().getTime()
    if (now >= ends) {
      calls.clear()
      inVain.clear()
      ends = now + minute
    }
    const token = sessionTokenOf(request)
    const address = addressOf(request)
    const isOver =
      calls.add(token ?? address) > (token === undefined ? sessionsOfAddress : 1) * perMinute ||
      (token !== undefined && inVain.of(address) >= perMinute && app.admission.lastSeen(token) === null)
    done(isOver ? new Failure('tooMany', { retryAfter: (ends - now) / 1000 }) : undefined)
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (reply.statusCode === 401 && sessionTokenOf(request) !== undefined) inVain.add(addressOf(request))
    done()
  })
}
