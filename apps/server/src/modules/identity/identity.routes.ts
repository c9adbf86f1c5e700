import { identityEndpoints } from '@mi-portal/contract/identity'
import type { FastifyInstance } from 'fastify'
import { tokenOf } from '../../platform/http/checks/admission.ts'
import { makeCookie, readCookie } from '../../platform/http/cookies.ts'
import { mount } from '../../platform/http/mount.ts'
import { lifetimes } from './identity.rules.ts'
import type { IdentityService } from './identity.service.ts'

const path = '/'

export function mountIdentityRoutes(app: FastifyInstance, identity: IdentityService, secure: boolean) {
  // A browser accepts a cookie with this prefix only over an encrypted connection and from this host, for all its paths. So
  // neither the network nor another host of the domain can set one.
  const prefix = secure ? '__Host-' : ''
  // The first cookie holds the proof for a window that is loaded again. The second one identifies the browser that
  // went to the provider, for its return.
  const proofCookie = `${prefix}identity-proof`
  const wayCookie = `${prefix}identity-way`
  const proof = (solem: string) =>
    makeCookie(proofCookie, solem, { path, seconds: lifetimes.proof / 1000, sameSite: 'Strict', secure })
  const way = (value: string, seconds: number) =>
    makeCookie(wayCookie, value, { path, seconds, sameSite: 'Lax', secure })

  mount(app, identityEndpoints, {
    mode: async () => ({ photos: await identity.proofs.isLeftToStaff() }),
    start: ({ query, origin }) => identity.start(query, origin),
    info: ({ params, request, origin }) => {
      const solem = request.headers['x-identity']
      const given = { solem: typeof solem === 'string' ? solem : null, token: tokenOf(request) }
      return identity.info(params.rut, given, origin)
    },
    step: ({ params, request, origin }) =>
      identity.step(params.key, readCookie(request, proofCookie), origin),
    answer: async ({ params, body, origin, reply }) => {
      const { step, solem } = await identity.answer(params.key, body.number, body.option, origin)
      if (solem !== null) reply.header('set-cookie', proof(solem))
      return step
    },
    cancel: ({ params, origin }) => identity.cancel(params.key, origin),
    openIdStart: async ({ params, origin, reply }) => {
      const { address, mark } = await identity.goToProvider(params.key, origin)
      if (mark !== null) reply.header('set-cookie', way(`${params.key}~${mark}`, lifetimes.check / 1000))
      return reply.redirect(address, 303)
    },
    openIdReturn: async ({ request, origin, reply }) => {
      const [key, mark] = readCookie(request, wayCookie)?.split('~') ?? []
      const brought = key && mark ? { key, mark } : null
      const query = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : ''
      const { address, solem } = await identity.returnFromProvider(brought, query, origin)
      reply.header('set-cookie', [way('', 0), ...(solem === null ? [] : [proof(solem)])])
      return reply.redirect(address, 303)
    },
  })
}
