import type { DomainEvent } from '../../platform/composition/domain-event.ts'
import type { Platform } from '../../platform/composition/module.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { ConsentsService } from '../consents/consents.service.ts'
import type { AccountEnded, PeopleService } from '../people/people.service.ts'
import type { PhotosService } from '../photos/photos.service.ts'
import type { SessionService } from '../session/session.service.ts'
import { applicationSamples } from './applications.mails.ts'
import { createApplicationsService } from './applications.service.ts'
import { createApplicationsStore } from './applications.store.ts'

type ApplicationsModuleDependencies = {
  readonly people: PeopleService
  readonly accountDisabled: DomainEvent<AccountEnded>
  readonly sessions: SessionService
  readonly photos: PhotosService
  readonly consents: ConsentsService
  readonly mail: MailQueue
}

export function createApplicationsModule(
  { db, clock }: Platform,
  { accountDisabled, ...services }: ApplicationsModuleDependencies,
) {
  const applications = createApplicationsService({ ...services, store: createApplicationsStore(db), clock })
  // Staff who disable an account that waits have denied its application.
  accountDisabled.on(async (tx, { personId }) => {
    await applications.deny(tx, personId)
  })
  return { applications, mailSamples: applicationSamples }
}
