import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import type { Context } from '../../platform/context/context.ts'
import type { BudgetsService } from '../budgets/budgets.service.ts'
import type { ContactService } from '../contact/contact.service.ts'
import type { DeskRequestsService } from '../desk-requests/desk-requests.service.ts'
import type { DocumentsService } from '../documents/documents.service.ts'
import type { PrivacyService } from '../privacy/privacy.service.ts'
import { mountDeskRoutes } from './desk.routes.ts'
import { createDeskService } from './desk.service.ts'

type DeskModuleDependencies = {
  readonly deskRequests: DeskRequestsService
  readonly documents: DocumentsService
  readonly budgets: BudgetsService
  readonly contact: ContactService
  readonly privacy: PrivacyService
  readonly ctx: Context
}

export function createDeskModule(
  { config, audit, clock }: Platform,
  { deskRequests, ...services }: DeskModuleDependencies,
) {
  const desk = createDeskService({ ...services, requests: deskRequests, audit, clock, ages: config.ages })
  return { routes: (app: FastifyInstance) => mountDeskRoutes(app, desk) }
}
