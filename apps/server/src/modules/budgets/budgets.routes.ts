import { budgetEndpoints } from '@mi-portal/contract/budgets'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import type { BudgetsService } from './budgets.service.ts'

export function mountBudgetsRoutes(app: FastifyInstance, budgets: BudgetsService) {
  mount(app, budgetEndpoints, {
    interventions: async () => ({ interventions: await budgets.interventions() }),
    forecasts: async () => ({ forecasts: await budgets.forecasts() }),
    physicians: async () => ({ physicians: await budgets.physicians() }),
    request: async ({ actor, form, files, origin }) => ({
      budgetRequestId: await budgets.requestQuote(actor, null, form, files, origin),
    }),
    requestFor: async ({ actor, patient, form, files, origin }) => ({
      budgetRequestId: await budgets.requestQuote(actor, patient, form, files, origin),
    }),
    list: ({ actor, patient, query }) => budgets.list(actor, patient, query),
    listOf: ({ actor, patient, query }) => budgets.list(actor, patient, query),
  })
}
