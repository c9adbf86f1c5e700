import type { FastifyInstance } from 'fastify'
import { createDomainEvent } from '../../platform/composition/domain-event.ts'
import type { Platform } from '../../platform/composition/module.ts'
import { createAccountsStore } from './accounts/accounts.store.ts'
import { mountPeopleRoutes } from './people.routes.ts'
import { type AccountEnded, createPeopleService } from './people.service.ts'
import { createPeopleStore } from './people.store.ts'

export function createPeopleModule({ db, clock, config }: Platform) {
  const people = createPeopleService({
    store: createPeopleStore(db),
    accounts: createAccountsStore(db),
    clock,
    ages: config.ages,
  })
  return {
    people,
    accountClosed: createDomainEvent<AccountEnded>(),
    accountDisabled: createDomainEvent<AccountEnded>(),
    routes: (app: FastifyInstance) => mountPeopleRoutes(app, people),
  }
}
