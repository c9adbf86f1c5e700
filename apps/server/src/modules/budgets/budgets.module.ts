import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import type { DeskRequestsService } from '../desk-requests/desk-requests.service.ts'
import { budgetsRoutes } from './budgets.routes.ts'
import { budgetsService } from './budgets.service.ts'
import { budgetsStore } from './budgets.store.ts'

export function budgetsModule(
  { db, clock }: Platform,
  { deskRequests }: { readonly deskRequests: DeskRequestsService },
) {
  const budgets = budgetsService({ store: budgetsStore(db), requests: deskRequests, clock })
  return { budgets, routes: (app: FastifyInstance) => budgetsRoutes(app, budgets) }
}
