import { fhirEndpoints } from '@mi-portal/contract/fhir'
import { stringifyExactJson } from '@mi-portal/contract/results/exact-json'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { readFhir } from '../../platform/http/bodies.ts'
import { mount } from '../../platform/http/mount.ts'
import type { InboundService } from './inbound/inbound.service.ts'
import type { ReadingService } from './reading/reading.service.ts'

function send(reply: FastifyReply, resource: object): FastifyReply {
  return reply
    .type('application/fhir+json; charset=utf-8')
    .serializer(String)
    .send(stringifyExactJson(resource))
}

function queryOf(url: string): [string, string][] {
  return [...new URLSearchParams(url.split('?')[1] ?? '')]
}

export function mountFhirRoutes(app: FastifyInstance, reading: ReadingService, inbound: InboundService) {
  mount(app, fhirEndpoints, {
    metadata: async ({ reply }) => send(reply, await reading.metadata()),
    transaction: async ({ service, origin, request, reply }) =>
      send(reply, await inbound.receive(await readFhir(request), service, origin)),
    search: async ({ actor, patient, params, request, reply }) =>
      send(reply, await reading.search(actor, patient, params.type, queryOf(request.url))),
    read: async ({ actor, patient, params, reply }) =>
      send(reply, await reading.read(actor, patient, params.type, params.id)),
  })
}
