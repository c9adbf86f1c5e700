import type { FastifyInstance } from 'fastify'
import type { DomainEvent } from '../../platform/composition/domain-event.ts'
import type { Platform } from '../../platform/composition/module.ts'
import type { AccountEnded } from '../people/people.service.ts'
import { mountResultChoicesRoutes } from './result-choices.routes.ts'
import { createResultChoicesService, type ResultChoicesDependencies } from './result-choices.service.ts'
import { createResultChoicesStore } from './result-choices.store.ts'

type ResultChoicesModuleDependencies = Omit<ResultChoicesDependencies, 'db' | 'store' | 'audit' | 'clock'> & {
  readonly accountClosed: DomainEvent<AccountEnded>
}

export function createResultChoicesModule(
  { db, audit, clock }: Platform,
  { accountClosed, ...parts }: ResultChoicesModuleDependencies,
) {
  const store = createResultChoicesStore(db)
  accountClosed.on(async (tx, { personId }) => {
    await store.removeAllOf(tx, personId)
  })
  const choices = createResultChoicesService({ ...parts, db, store, audit, clock })
  return { routes: (app: FastifyInstance) => mountResultChoicesRoutes(app, choices) }
}
