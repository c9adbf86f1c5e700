/** Calls an endpoint as one of the actors, as the authorization matrix says. */
import { buildRequest } from '@mi-portal/contract/calls/client'
import type { Endpoint } from '@mi-portal/contract/calls/endpoint'
import type { InjectOptions } from 'fastify'
import type { Portal } from '../portal.ts'
import type { Actors, Caller } from './actors.ts'
import type { AccessCase } from './cases.ts'

export function createCalls(portal: () => Portal) {
  let calls = 0

  /** Returns the header for the scheduling service; null for a caller who gets no token. */
  async function bearerOf(token: string | undefined): Promise<string | null> {
    if (token === undefined) return null
    const answer = await portal().app.inject({
      url: '/api/scheduling/token',
      headers: { 'x-token': token },
    })
    return answer.statusCode === 200 ? `Bearer ${answer.json().token}` : null
  }

  return async (endpoint: Endpoint, accessCase: AccessCase, caller: Caller, actors: Actors) => {
    calls += 1
    const request = buildRequest(endpoint, accessCase.sent(actors.about(caller, accessCase.ownOnly)))
    const token = actors.tokenOf(caller)
    const authorization = endpoint.access === 'bearer' ? await bearerOf(token) : null
    const options: InjectOptions = {
      method: endpoint.method,
      url: request.url,
      headers: {
        ...(token && endpoint.access !== 'bearer' ? { 'x-token': token } : {}),
        ...(authorization ? { authorization } : {}),
        ...request.headers,
      },
      // Each call has its own address, because rate limits are tested elsewhere.
      remoteAddress: `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}`,
    }
    if (request.body !== undefined) options.payload = request.body
    const answer = await portal().app.inject({ ...options, payloadAsStream: accessCase.endless })
    if (!accessCase.endless) return answer
    const { statusCode, headers } = answer
    answer.stream().destroy()
    return { statusCode, headers, body: '' }
  }
}
