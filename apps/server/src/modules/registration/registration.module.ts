import type { FastifyInstance } from 'fastify'
import type { DomainEvent } from '../../platform/composition/domain-event.ts'
import type { Platform } from '../../platform/composition/module.ts'
import type { IdentityProofs } from '../../ports/identity-check.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { ConsentsService } from '../consents/consents.service.ts'
import type { LegalService } from '../legal/legal.service.ts'
import type { AccountEnded, PeopleService } from '../people/people.service.ts'
import type { PhotosService } from '../photos/photos.service.ts'
import type { SessionService } from '../session/session.service.ts'
import { registrationJobs } from './registration.jobs.ts'
import { registrationSamples } from './registration.mails.ts'
import { registrationRoutes } from './registration.routes.ts'
import { registrationService } from './registration.service.ts'
import { registrationStore } from './registration.store.ts'

type RegistrationModuleDependencies = {
  readonly people: PeopleService
  readonly accountClosed: DomainEvent<AccountEnded>
  readonly sessions: SessionService
  readonly photos: PhotosService
  readonly identity: { readonly proofs: IdentityProofs }
  readonly consents: ConsentsService
  readonly legal: LegalService
  readonly mail: MailQueue
}

export function registrationModule(
  { config, db, passwords, tries, addressCaps, audit, clock }: Platform,
  { identity, accountClosed, ...services }: RegistrationModuleDependencies,
) {
  const store = registrationStore(db)
  accountClosed.on((tx, { personId }) => store.forgetDrafts(tx, personId))
  const registration = registrationService({
    ...services,
    db,
    store,
    identity: identity.proofs,
    passwords,
    tries,
    addressCaps,
    audit,
    clock,
    ages: config.ages,
    house: config,
  })
  return {
    routes: (app: FastifyInstance) => registrationRoutes(app, registration),
    jobs: registrationJobs(registration, clock, config.keep.draftsDays),
    mailSamples: registrationSamples,
  }
}
