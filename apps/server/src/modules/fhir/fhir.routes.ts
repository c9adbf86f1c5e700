import { ApiError } from '@mi-portal/contract/api-error'
import { fhirEndpoints } from '@mi-portal/contract/fhir'
import { stringifyExactJson } from '@mi-portal/contract/results/exact-json'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readFhir, readUrlForm } from '../../platform/http/bodies.ts'
import { mount } from '../../platform/http/mount.ts'
import type { InboundService } from './inbound/inbound.service.ts'
import type { ReadingService } from './reading/reading.service.ts'

function send(reply: FastifyReply, resource: object): FastifyReply {
  return reply
    .type('application/fhir+json; charset=utf-8')
    .serializer(String)
    .send(stringifyExactJson(resource))
}

function readQuery(url: string, form = ''): [string, string][] {
  return [...new URLSearchParams(url.split('?')[1] ?? ''), ...new URLSearchParams(form)]
}

/** Returns whether the caller asks that unknown search parameters are rejected (`Prefer: handling=strict`). */
function isStrict(request: FastifyRequest): boolean {
  return /(^|[\s,;])handling\s*=\s*"?strict/i.test([request.headers['prefer'] ?? ''].flat().join(','))
}

export function mountFhirRoutes(app: FastifyInstance, reading: ReadingService, inbound: InboundService) {
  // The portal offers no SMART launch. Without this route the address would ask for a session.
  app.get('/api/fhir/R4/.well-known/smart-configuration', async () => {
    throw new ApiError('notFound')
  })
  mount(app, fhirEndpoints, {
    metadata: async ({ reply }) => send(reply, await reading.metadata()),
    transaction: async ({ service, origin, request, reply }) =>
      send(reply, await inbound.receive(await readFhir(request), service, origin)),
    search: async ({ actor, patient, params, request, reply }) =>
      send(
        reply,
        await reading.search(actor, patient, params.type, readQuery(request.url), isStrict(request)),
      ),
    searchByForm: async ({ actor, patient, params, request, reply }) => {
      const query = readQuery(request.url, await readUrlForm(request))
      return send(reply, await reading.search(actor, patient, params.type, query, isStrict(request)))
    },
    read: async ({ actor, patient, params, reply }) =>
      send(reply, await reading.read(actor, patient, params.type, params.id)),
  })
}
