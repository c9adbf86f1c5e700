import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import type { DeskRequestsService } from '../desk-requests/desk-requests.service.ts'
import { mountBudgetsRoutes } from './budgets.routes.ts'
import { createBudgetsService } from './budgets.service.ts'

export function createBudgetsModule(
  { db, clock }: Platform,
  { deskRequests }: { readonly deskRequests: DeskRequestsService },
) {
  const budgets = createBudgetsService({ db, requests: deskRequests, clock })
  return { budgets, routes: (app: FastifyInstance) => mountBudgetsRoutes(app, budgets) }
}
