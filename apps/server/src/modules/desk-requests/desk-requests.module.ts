import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import type { FileStore } from '../../ports/files.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { Reach } from '../family/reach.ts'
import type { PeopleService } from '../people/people.service.ts'
import type { UploadsService } from '../uploads/uploads.service.ts'
import { requestSamples } from './desk-requests.mails.ts'
import { deskRequestsRoutes } from './desk-requests.routes.ts'
import { deskRequestsService } from './desk-requests.service.ts'
import { deskRequestsStore } from './desk-requests.store.ts'

type DeskRequestsModuleDependencies = {
  readonly uploads: UploadsService
  readonly files: FileStore
  readonly reach: Reach
  readonly people: PeopleService
  readonly mail: MailQueue
}

export function deskRequestsModule(
  { config, db, tries, audit, clock }: Platform,
  dependencies: DeskRequestsModuleDependencies,
) {
  const store = deskRequestsStore(db)
  const deskRequests = deskRequestsService({
    ...dependencies,
    db,
    store,
    tries,
    audit,
    clock,
    desks: config.desks,
  })
  return {
    deskRequests,
    routes: (app: FastifyInstance) => deskRequestsRoutes(app, deskRequests),
    mailSamples: requestSamples,
  }
}
