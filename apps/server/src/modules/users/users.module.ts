import type { FastifyInstance } from 'fastify'
import type { DomainEvent } from '../../platform/composition/domain-event.ts'
import type { Platform } from '../../platform/composition/module.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { ConsentsService } from '../consents/consents.service.ts'
import type { LegalService } from '../legal/legal.service.ts'
import type { AccountEnded, PeopleService } from '../people/people.service.ts'
import type { PhotosService } from '../photos/photos.service.ts'
import type { SessionService } from '../session/session.service.ts'
import { userChangesService } from './user-changes.service.ts'
import { userSamples } from './users.mails.ts'
import { usersRoutes } from './users.routes.ts'
import { usersService } from './users.service.ts'
import { usersStore } from './users.store.ts'

type UsersModuleDependencies = {
  readonly people: PeopleService
  readonly accountDisabled: DomainEvent<AccountEnded>
  readonly sessions: SessionService
  readonly photos: PhotosService
  readonly consents: ConsentsService
  readonly legal: LegalService
  readonly mail: MailQueue
}

export function usersModule(
  { config, db, passwords, audit, clock }: Platform,
  { people, accountDisabled, sessions, photos, consents, legal, mail }: UsersModuleDependencies,
) {
  const store = usersStore(db)
  const users = usersService({ db, store, people, sessions, photos, audit, mail, clock })
  const changes = userChangesService({
    db,
    store,
    people,
    sessions,
    photos,
    consents,
    accountDisabled,
    terms: () => legal.current('terms'),
    passwords,
    audit,
    mail,
    clock,
    house: config,
  })
  return {
    routes: (app: FastifyInstance) => usersRoutes(app, users, changes),
    mailSamples: userSamples,
  }
}
