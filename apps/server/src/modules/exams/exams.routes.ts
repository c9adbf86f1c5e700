import { examEndpoints } from '@mi-portal/contract/exams'
import { lateResultEndpoints } from '@mi-portal/contract/late-results'
import type { FastifyInstance } from 'fastify'
import { dispositionOf, documentHeaders } from '../../platform/http/headers.ts'
import { mount } from '../../platform/http/mount.ts'
import type { AwaitedResultsService } from './awaited/awaited-results.service.ts'
import type { ExamsService } from './exams.service.ts'
import type { VisitsService } from './visits.service.ts'

export function mountExamsRoutes(
  app: FastifyInstance,
  exams: ExamsService,
  visits: VisitsService,
  awaited: AwaitedResultsService,
) {
  mount(app, lateResultEndpoints, {
    list: ({ query, ...staff }) => awaited.listLate(staff, query),
  })
  mount(app, examEndpoints, {
    list: ({ actor, patient, query }) => exams.list(actor, patient, query),
    listOf: ({ actor, patient, query }) => exams.list(actor, patient, query),
    awaited: ({ actor, patient }) => awaited.list(actor, patient),
    awaitedOf: ({ actor, patient }) => awaited.list(actor, patient),
    view: ({ actor, patient, params }) => exams.view(actor, patient, params.attention_id, params.type),
    documents: ({ actor, patient, params }) =>
      exams.documents(actor, patient, params.attention_id, params.type),
    visit: ({ actor, patient, params }) => visits.visit(actor, patient, params.attention_id, params.type),
    visitFile: async ({ params, origin, reply }) => {
      const file = await visits.visitFile(params.key, origin)
      return reply
        .headers(documentHeaders)
        .header('content-disposition', dispositionOf('attachment', file.name))
        .type('application/zip')
        .send(file.content)
    },
    results: ({ actor, patient, params }) => exams.results(actor, patient, params.attention_id),
    resultsByKey: ({ params, origin }) => exams.resultsByKey(params.key, origin),
    file: async ({ params, origin, reply }) => {
      const file = await exams.file(params.key, origin)
      return reply
        .headers(documentHeaders)
        .header('content-disposition', dispositionOf('inline', file.name))
        .type('application/pdf')
        .send(file.content)
    },
  })
}
