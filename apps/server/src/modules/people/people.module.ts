import type { FastifyInstance } from 'fastify'
import { createDomainEvent } from '../../platform/composition/domain-event.ts'
import type { Platform } from '../../platform/composition/module.ts'
import { accountsStore } from './accounts.store.ts'
import { peopleRoutes } from './people.routes.ts'
import { type AccountEnded, peopleService } from './people.service.ts'
import { peopleStore } from './people.store.ts'

export function peopleModule({ db, clock, config }: Platform) {
  const people = peopleService({
    store: peopleStore(db),
    accounts: accountsStore(db),
    clock,
    ages: config.ages,
  })
  return {
    people,
    accountClosed: createDomainEvent<AccountEnded>(),
    accountDisabled: createDomainEvent<AccountEnded>(),
    routes: (app: FastifyInstance) => peopleRoutes(app, people),
  }
}
