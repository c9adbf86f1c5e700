import type { FastifyInstance } from 'fastify'
import type { DomainEvent } from '../../platform/composition/domain-event.ts'
import type { Platform } from '../../platform/composition/module.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { AccountEnded, PeopleService } from '../people/people.service.ts'
import type { PhotosService } from '../photos/photos.service.ts'
import type { SessionService } from '../session/session.service.ts'
import { accessesService } from './accesses.service.ts'
import { accountClosingService } from './account-closing.service.ts'
import { passwordChangeService } from './password-change.service.ts'
import { profileJobs } from './profile.jobs.ts'
import { profileSamples } from './profile.mails.ts'
import { profileRoutes } from './profile.routes.ts'
import { profileStore } from './profile.store.ts'
import { profileEditsService } from './profile-edits.service.ts'
import { recoveryService } from './recovery.service.ts'

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
  const parts = {
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
  }
  const profile = {
    ...profileEditsService(parts),
    ...passwordChangeService(parts),
    ...recoveryService(parts),
    ...accountClosingService(parts),
    ...accessesService(parts),
  }
  return {
    routes: (app: FastifyInstance) => profileRoutes(app, profile),
    jobs: profileJobs(dependencies.people.accounts, clock, config.keep.draftsDays),
    mailSamples: profileSamples,
  }
}
