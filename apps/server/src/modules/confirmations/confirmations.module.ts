import type { FastifyInstance } from 'fastify'
import { createDomainEvent, type DomainEvent } from '../../platform/composition/domain-event.ts'
import type { Platform } from '../../platform/composition/module.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { AccountEnded, PeopleService } from '../people/people.service.ts'
import { mountConfirmationRoutes } from './confirmations.routes.ts'
import { type ConfirmedChange, createConfirmationsService } from './confirmations.service.ts'
import { createConfirmationsStore } from './confirmations.store.ts'

type ConfirmationsDependencies = {
  readonly people: PeopleService
  readonly accountClosed: DomainEvent<AccountEnded>
  readonly mail: MailQueue
}

export function createConfirmationsModule(
  { db, audit, clock }: Platform,
  { people, accountClosed, mail }: ConfirmationsDependencies,
) {
  const store = createConfirmationsStore(db)
  accountClosed.on((tx, { personId }) => store.dropWaiting(tx, personId))
  /** The domain of a change reacts to its confirmation by making it. */
  const changeConfirmed = createDomainEvent<ConfirmedChange>()
  const confirmations = createConfirmationsService({ db, store, people, changeConfirmed, audit, mail, clock })
  return {
    confirmations,
    changeConfirmed,
    routes: (app: FastifyInstance) => mountConfirmationRoutes(app, confirmations),
  }
}
