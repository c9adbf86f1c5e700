import type { FastifyInstance } from 'fastify'
import type { DomainEvent } from '../../platform/composition/domain-event.ts'
import type { Platform } from '../../platform/composition/module.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { AccountEnded, PeopleService } from '../people/people.service.ts'
import type { PhotosService } from '../photos/photos.service.ts'
import type { SessionService } from '../session/session.service.ts'
import { profileJobs } from './profile.jobs.ts'
import { profileSamples } from './profile.mails.ts'
import { profileRoutes } from './profile.routes.ts'
import { profileService } from './profile.service.ts'
import { profileStore } from './profile.store.ts'

type ProfileModuleDependencies = {
  readonly people: PeopleService
  readonly accountClosed: DomainEvent<AccountEnded>
  readonly sessions: SessionService
  readonly photos: PhotosService
  readonly mail: MailQueue
}

export function profileModule(
  { config, db, passwords, addressCaps, tries, audit, clock, logger }: Platform,
  dependencies: ProfileModuleDependencies,
) {
  const store = profileStore(db)
  const profile = profileService({
    ...dependencies,
    db,
    store,
    passwords,
    addressCaps,
    tries,
    audit,
    clock,
    logger,
    house: config,
  })
  return {
    routes: (app: FastifyInstance) => profileRoutes(app, profile),
    jobs: profileJobs(dependencies.people.accounts, clock, config.keep.draftsDays),
    mailSamples: profileSamples,
  }
}
