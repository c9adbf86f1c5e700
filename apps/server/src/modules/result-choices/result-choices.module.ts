import type { FastifyInstance } from 'fastify'
import type { DomainEvent } from '../../platform/composition/domain-event.ts'
import type { Platform } from '../../platform/composition/module.ts'
import type { AccountEnded } from '../../platform/context/events.ts'

import { mountResultChoicesRoutes } from './result-choices.routes.ts'
import { createResultChoicesService, type ResultChoicesDependencies } from './result-choices.service.ts'
import * as resultChoicesSql from './result-choices.sql.ts'

type ResultChoicesModuleDependencies = Omit<ResultChoicesDependencies, 'db' | 'store' | 'audit' | 'clock'> & {
  readonly accountClosed: DomainEvent<AccountEnded>
}

export function createResultChoicesModule(
  { db, audit, clock }: Platform,
  { accountClosed, ...parts }: ResultChoicesModuleDependencies,
) {
  accountClosed.on(async (tx, { personId }) => {
    await resultChoicesSql.removeAllOf(tx, personId)
  })
  const choices = createResultChoicesService({ ...parts, db, audit, clock })
  return { routes: (app: FastifyInstance) => mountResultChoicesRoutes(app, choices) }
}
