import type { FastifyInstance } from 'fastify'
import type { DomainEvent } from '../../platform/composition/domain-event.ts'
import type { Platform } from '../../platform/composition/module.ts'
import type { CivilRegistry } from '../../ports/civil-registry.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { AccountLocksService } from '../account-security/account-locks.service.ts'
import type { ApplicationStatesService } from '../applications/application-states.service.ts'
import type { ApplicationsService } from '../applications/applications.service.ts'
import type {
  ConfirmationsService,
  ConfirmedChange,
  DroppedChange,
} from '../confirmations/confirmations.service.ts'
import type { ConsentsService } from '../consents/consents.service.ts'
import type { LegalService } from '../legal/legal.service.ts'
import type { DeathsService } from '../people/deaths.service.ts'
import type { AccountEnded, PeopleService } from '../people/people.service.ts'
import type { PhotosService } from '../photos/photos.service.ts'
import type { RecordAccessService } from '../record-access/record-access.service.ts'
import type { AccountLinksService } from '../session/account-links/account-links.service.ts'
import type { SessionService } from '../session/session.service.ts'
import { createChangeNotifier } from './change-notifier.service.ts'
import { createFormPhotos } from './form-photos.service.ts'
import { createPatientRecordsService } from './patient-records.service.ts'
import { createStaffAccessService } from './permissions/staff-access.service.ts'
import { createStaffPermissionsService } from './permissions/staff-permissions.service.ts'
import { createAccountOpeningsService } from './two-people/account-openings.service.ts'
import { createDeathReportsService } from './two-people/death-reports.service.ts'
import { createIdentityChangesService } from './two-people/identity-changes.service.ts'
import { createMailboxChangesService } from './two-people/mailbox-changes.service.ts'
import { createUserChangesService } from './user-changes.service.ts'
import { userSamples } from './users.mails.ts'
import { mountUsersRoutes } from './users.routes.ts'
import { createUsersService } from './users.service.ts'
import { createUsersStore } from './users.store.ts'

type UsersModuleDependencies = {
  readonly people: PeopleService
  readonly registry: CivilRegistry
  readonly deaths: DeathsService
  readonly accountDisabled: DomainEvent<AccountEnded>
  readonly sessions: SessionService
  readonly photos: PhotosService
  readonly applications: ApplicationsService
  readonly applicationStates: ApplicationStatesService
  readonly consents: ConsentsService
  readonly legal: LegalService
  readonly links: AccountLinksService
  readonly locks: AccountLocksService
  readonly confirmations: ConfirmationsService
  readonly recordAccess: RecordAccessService
  readonly changeConfirmed: DomainEvent<ConfirmedChange>
  readonly changeDropped: DomainEvent<DroppedChange>
  readonly mail: MailQueue
}

export function createUsersModule(
  { branding, db, passwords, audit, clock }: Platform,
  dependencies: UsersModuleDependencies,
) {
  const { legal, photos } = dependencies
  const store = createUsersStore(db)
  const formPhotos = createFormPhotos(photos)
  const terms = () => legal.current('terms')
  const parts = { ...dependencies, db, store, formPhotos, terms, passwords, audit, clock, branding }
  const users = createUsersService(parts)
  const records = createPatientRecordsService(parts)
  const openings = createAccountOpeningsService({ ...parts, findOrCreateRecord: records.findOrCreate })
  const deathReports = createDeathReportsService(parts)
  const identityChanges = createIdentityChangesService(parts)
  const notifyChanges = createChangeNotifier({
    ...parts,
    createReportLink: dependencies.links.createReportLink,
  })
  const mailboxes = createMailboxChangesService({ ...parts, notifyChanges })
  const staffAccess = createStaffAccessService(parts)
  const changes = createUserChangesService({
    ...parts,
    ...{ openings, identityChanges, mailboxes, staffAccess, notifyChanges },
    siteNames: store.siteNames,
  })
  const permissions = createStaffPermissionsService({ ...parts, staffAccess })
  return {
    routes: (app: FastifyInstance) =>
      mountUsersRoutes(app, users, changes, openings, records, deathReports, permissions),
    mailSamples: userSamples,
  }
}
