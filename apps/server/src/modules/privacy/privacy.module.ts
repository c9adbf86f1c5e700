import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import type { Context } from '../../platform/context/context.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { DeskRequestsService } from '../desk-requests/desk-requests.service.ts'
import { privacySamples } from './privacy.mails.ts'
import { mountPrivacyRoutes } from './privacy.routes.ts'
import { createPrivacyService } from './privacy.service.ts'

type PrivacyModuleDependencies = {
  readonly deskRequests: DeskRequestsService
  readonly ctx: Context
  readonly mail: MailQueue
}

export function createPrivacyModule(
  { config, db, audit, clock }: Platform,
  { deskRequests, ctx, mail }: PrivacyModuleDependencies,
) {
  const privacy = createPrivacyService({
    db,
    requests: deskRequests,
    ctx,
    mail,
    audit,
    clock,
    ages: config.ages,
  })
  return {
    privacy,
    routes: (app: FastifyInstance) => mountPrivacyRoutes(app, privacy),
    mailSamples: privacySamples,
  }
}
