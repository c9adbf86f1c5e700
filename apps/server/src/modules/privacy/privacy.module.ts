import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { DeskRequestsService } from '../desk-requests/desk-requests.service.ts'
import type { PeopleService } from '../people/people.service.ts'
import { privacySamples } from './privacy.mails.ts'
import { mountPrivacyRoutes } from './privacy.routes.ts'
import { createPrivacyService } from './privacy.service.ts'

type PrivacyModuleDependencies = {
  readonly deskRequests: DeskRequestsService
  readonly people: PeopleService
  readonly mail: MailQueue
}

export function createPrivacyModule(
  { config, db, audit, clock }: Platform,
  { deskRequests, people, mail }: PrivacyModuleDependencies,
) {
  const privacy = createPrivacyService({
    db,
    requests: deskRequests,
    people,
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
