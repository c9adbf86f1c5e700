/**
 * The general cap of calls: so many a minute for one session, or for one address where there is no session. It is
 * counted in each process and starts afresh with every minute: approximate, and costs next to nothing.
 */
import { Failure } from '@mi-portal/contract/failure'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import { addressOf } from './address.ts'
import { tokenOf } from './mount.ts'

const minute = 60_000
// Beyond that the one who came first is forgotten and counts from nothing again.
const mostCallers = 20_000

function isCapped(request: FastifyRequest): boolean {
  const { url } = request.raw
  if (url === undefined || !(url.startsWith('/api') || url.startsWith('/agenda'))) return false
  // A catalogue comes from memory: refusing would cost as much as answering.
  return request.routeOptions.config.endpoint?.cache !== 'catalogue'
}

// Where no session is asked for, a token is whatever the caller made up.
function callerOf(request: FastifyRequest): string {
  const access = request.routeOptions.config.endpoint?.access
  const token = access === 'public' || access === 'key' ? undefined : tokenOf(request)
  return token ?? addressOf(request)
}

export function installCallCap(app: FastifyInstance, perMinute: number, clock: Clock): void {
  let ends = 0
  const calls = new Map<string, number>()
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isCapped(request)) return done()
    const now = clock.now().getTime()
    if (now >= ends) {
      calls.clear()
      ends = now + minute
    }
    const caller = callerOf(request)
    const count = (calls.get(caller) ?? 0) + 1
    if (count === 1 && calls.size >= mostCallers) {
      const [oldest] = calls.keys()
      if (oldest !== undefined) calls.delete(oldest)
    }
    calls.set(caller, count)
    if (count > perMinute) return done(new Failure('tooMany', { retryAfter: (ends - now) / 1000 }))
    done()
  })
}
