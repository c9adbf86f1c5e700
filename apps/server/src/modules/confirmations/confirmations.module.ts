import type { FastifyInstance } from 'fastify'
import { createDomainEvent, type DomainEvent } from '../../platform/composition/domain-event.ts'
import type { Platform } from '../../platform/composition/module.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { AccountEnded, PeopleService } from '../people/people.service.ts'
import type { AccountLinksService } from '../session/account-links/account-links.service.ts'
import type { SessionService } from '../session/session.service.ts'
import { afterChangesSamples } from './after-changes/after-changes.mails.ts'
import { createAfterChangesService } from './after-changes/after-changes.service.ts'
import { createConfirmationsJobs } from './confirmations.jobs.ts'
import { confirmationSamples } from './confirmations.mails.ts'
import { mountConfirmationRoutes } from './confirmations.routes.ts'
import {
  type ConfirmedChange,
  createConfirmationsService,
  type DroppedChange,
} from './confirmations.service.ts'
import * as confirmationsSql from './confirmations.sql.ts'
import { createIndependenceService } from './independence/independence.service.ts'

import { createOwnerNotices } from './owner-notices.service.ts'

type ConfirmationsDependencies = {
  readonly people: PeopleService
  readonly accountClosed: DomainEvent<AccountEnded>
  readonly accountDisabled: DomainEvent<AccountEnded>
  readonly sessions: SessionService
  readonly links: AccountLinksService
  readonly mail: MailQueue
}

export function createConfirmationsModule(
  { config, db, audit, clock }: Platform,
  { people, accountClosed, accountDisabled, sessions, links, mail }: ConfirmationsDependencies,
) {
  /** The domain of a change reacts to its confirmation by making it, and drops what it stored if the change is not made. */
  const changeConfirmed = createDomainEvent<ConfirmedChange>()
  const changeDropped = createDomainEvent<DroppedChange>()
  const ownerNotices = createOwnerNotices({ links, mail, clock })
  const events = { changeConfirmed, changeDropped }
  const independence = createIndependenceService({
    clock,
    isDemonstration: config.demo,
  })
  const parts = { db, people, sessions, ownerNotices, independence, audit, mail, clock }
  const confirmations = createConfirmationsService({ ...parts, ...events })
  for (const ended of [accountClosed, accountDisabled])
    ended.on((tx, { personId }) => confirmations.dropRequestedBy(tx, personId))
  accountClosed.on((tx, { personId }) => confirmationsSql.forget(tx, personId))
  const afterChanges = createAfterChangesService({ ...parts, db })
  return {
    confirmed: { confirmations, ...events },
    independence,
    routes: (app: FastifyInstance) => mountConfirmationRoutes(app, confirmations, afterChanges),
    jobs: createConfirmationsJobs(confirmations, afterChanges),
    mailSamples: [...confirmationSamples, ...afterChangesSamples],
  }
}
