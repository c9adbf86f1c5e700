import type { FastifyInstance } from 'fastify'
import type { DomainEvent } from '../../platform/composition/domain-event.ts'
import type { Platform } from '../../platform/composition/module.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { ConsentsService } from '../consents/consents.service.ts'
import type { LegalService } from '../legal/legal.service.ts'
import type { AccountEnded, PeopleService } from '../people/people.service.ts'
import type { PhotosService } from '../photos/photos.service.ts'
import type { AccountLinksService } from '../session/account-links/account-links.service.ts'
import type { SessionService } from '../session/session.service.ts'
import { createChangeNotifier } from './change-notifier.service.ts'
import { createUserChangesService } from './user-changes.service.ts'
import { userSamples } from './users.mails.ts'
import { mountUsersRoutes } from './users.routes.ts'
import { createUsersService } from './users.service.ts'
import { createUsersStore } from './users.store.ts'

type UsersModuleDependencies = {
  readonly people: PeopleService
  readonly accountDisabled: DomainEvent<AccountEnded>
  readonly sessions: SessionService
  readonly photos: PhotosService
  readonly consents: ConsentsService
  readonly legal: LegalService
  readonly links: Pick<AccountLinksService, 'createReportLink'>
  readonly mail: MailQueue
}

export function createUsersModule(
  { branding, db, passwords, audit, clock }: Platform,
  { people, accountDisabled, sessions, photos, consents, legal, links, mail }: UsersModuleDependencies,
) {
  const store = createUsersStore(db)
  const users = createUsersService({ db, store, people, sessions, photos, audit, mail, clock })
  const changes = createUserChangesService({
    db,
    store,
    people,
    sessions,
    photos,
    consents,
    accountDisabled,
    terms: () => legal.current('terms'),
    notifyChanges: createChangeNotifier({ people, createReportLink: links.createReportLink, mail, clock }),
    passwords,
    audit,
    mail,
    clock,
    branding,
  })
  return {
    routes: (app: FastifyInstance) => mountUsersRoutes(app, users, changes),
    mailSamples: userSamples,
  }
}
