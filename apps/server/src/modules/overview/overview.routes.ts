import { overviewEndpoints } from '@mi-portal/contract/overview'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import type { OverviewService } from './overview.service.ts'

export function mountOverviewRoutes(app: FastifyInstance, overview: OverviewService) {
  mount(app, overviewEndpoints, {
    summary: ({ actor, request }) => overview.summary(actor, request.protocol === 'https'),
    mails: ({ actor, query, origin }) => overview.mails(actor, query, origin),
    retryMail: ({ actor, params, origin }) => overview.retryMail(actor, params.id, origin),
    signIns: ({ actor, query, origin }) => overview.signIns(actor, query, origin),
    survey: ({ actor, query, origin }) => overview.survey(actor, query, origin),
  })
}
