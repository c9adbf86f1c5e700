import type { FastifyInstance } from 'fastify'
import { createDomainEvent } from '../../platform/composition/domain-event.ts'
import type { Platform } from '../../platform/composition/module.ts'
import { createAccountsStore } from './accounts/accounts.store.ts'
import { createDeathsService } from './deaths.service.ts'
import { mountPeopleRoutes } from './people.routes.ts'
import { type AccountEnded, createPeopleService } from './people.service.ts'

export function createPeopleModule({ db, audit, clock, config }: Platform) {
  const accounts = createAccountsStore(db)
  const accountDisabled = createDomainEvent<AccountEnded>()
  const personDied = createDomainEvent<AccountEnded>()
  const people = createPeopleService({
    db,
    accounts,
    clock,
    ages: config.ages,
  })
  return {
    people,
    accountClosed: createDomainEvent<AccountEnded>(),
    accountDisabled,
    personDied,
    deaths: createDeathsService({ accounts, accountDisabled, personDied, audit, clock }),
    routes: (app: FastifyInstance) => mountPeopleRoutes(app, people),
  }
}
