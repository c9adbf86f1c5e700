import type { FastifyInstance } from 'fastify'
import type { DomainEvent } from '../../platform/composition/domain-event.ts'
import type { Platform } from '../../platform/composition/module.ts'
import type { Context } from '../../platform/context/context.ts'
import type { AccountEnded, ConfirmedChange, DroppedChange } from '../../platform/context/events.ts'
import type { CivilRegistry } from '../../ports/civil-registry.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { AccountLocksService } from '../account-security/account-locks.service.ts'
import type { ApplicationStatesService } from '../applications/application-states.service.ts'
import type { ApplicationsService } from '../applications/applications.service.ts'
import { readCurrentText } from '../legal/publish-texts.ts'
import type { RecordAccessService } from '../record-access/record-access.service.ts'
import { createReportLink } from '../session/account-links/create-account-links.ts'
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
  readonly registry: CivilRegistry

  readonly accountDisabled: DomainEvent<AccountEnded>

  readonly applications: ApplicationsService
  readonly applicationStates: ApplicationStatesService
  readonly ctx: Context

  readonly locks: AccountLocksService

  readonly recordAccess: RecordAccessService
  readonly changeConfirmed: DomainEvent<ConfirmedChange>
  readonly changeDropped: DomainEvent<DroppedChange>
  readonly mail: MailQueue
}

export function createUsersModule(
  { branding, db, passwords, audit, clock }: Platform,
  dependencies: UsersModuleDependencies,
) {
  const { ctx } = dependencies
  const store = createUsersStore(db)
  const formPhotos = createFormPhotos(ctx)
  const terms = () => readCurrentText(ctx, 'terms')
  const parts = { ...dependencies, db, store, formPhotos, terms, passwords, audit, clock, branding }
  const users = createUsersService(parts)
  const records = createPatientRecordsService(parts)
  const openings = createAccountOpeningsService({ ...parts, findOrCreateRecord: records.findOrCreate })
  const deathReports = createDeathReportsService(parts)
  const identityChanges = createIdentityChangesService(parts)
  const notifyChanges = createChangeNotifier({
    ...parts,
    createReportLink: (one, two, three) => createReportLink(ctx, one, two, three),
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
