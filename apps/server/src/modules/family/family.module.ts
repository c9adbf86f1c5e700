import type { FastifyInstance } from 'fastify'
import type { DomainEvent } from '../../platform/composition/domain-event.ts'
import type { Platform } from '../../platform/composition/module.ts'
import type { CivilRegistry } from '../../ports/civil-registry.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { ConfirmationsService, ConfirmedChange } from '../confirmations/confirmations.service.ts'
import type { ConsentsService, ConsentWithdrawn } from '../consents/consents.service.ts'
import type { LegalService } from '../legal/legal.service.ts'
import type { NotificationsService } from '../notifications/notifications.service.ts'
import type { AccountEnded, PeopleService } from '../people/people.service.ts'
import type { AccountLinksService } from '../session/account-links/account-links.service.ts'
import type { StaffReadsService } from '../staff-reads/staff-reads.service.ts'
import { createAddablePeopleService } from './addable-people.service.ts'
import { createAgeStepsService } from './age-steps/age-steps.service.ts'
import { createDecisionsService } from './decisions.service.ts'
import { createFamilyJobs } from './family.jobs.ts'
import { familySamples } from './family.mails.ts'
import { mountFamilyRoutes } from './family.routes.ts'
import { createFamilyService } from './family.service.ts'
import * as familySql from './family.sql.ts'
import { createFamilyNotifier } from './family-notifier.service.ts'
import { createGuardiansService } from './guardians.service.ts'
import { createAnnouncementsService, type OpenCase } from './guardianship/announcements.service.ts'
import { guardianshipSamples } from './guardianship/guardianship.mails.ts'
import { createGuardianshipStore } from './guardianship/guardianship.store.ts'
import { createProtectionsService } from './guardianship/protections.service.ts'
import { createInvitationsService } from './invitations.service.ts'
import { createLandingsService } from './landings.service.ts'
import { createLinksService } from './links.service.ts'
import { createPatientAccess, type PatientAccessService } from './patient-access.ts'

/** Decides who may access a patient's record. Many domains below the family groups need it. */
export function createPatientAccessModule({ config, db, audit, clock }: Platform) {
  return {
    patientAccess: createPatientAccess({ db, audit, clock, ages: config.ages }),
  }
}

type FamilyModuleDependencies = {
  readonly people: PeopleService
  readonly patientAccess: PatientAccessService
  readonly registry: CivilRegistry
  readonly notifications: NotificationsService
  readonly consents: ConsentsService
  readonly legal: LegalService
  readonly links: AccountLinksService
  readonly staffReads: StaffReadsService
  readonly confirmations: ConfirmationsService
  readonly changeConfirmed: DomainEvent<ConfirmedChange>
  readonly openCase: OpenCase
  readonly mail: MailQueue
  readonly accountClosed: DomainEvent<AccountEnded>
  readonly personDied: DomainEvent<AccountEnded>
  readonly consentWithdrawn: DomainEvent<ConsentWithdrawn>
}

export function createFamilyModule(
  { config, branding, db, rateLimiter, audit, clock }: Platform,
  {
    people,
    patientAccess,
    staffReads,
    registry,
    notifications,
    consents,
    legal,
    links: accountLinks,
    confirmations,
    changeConfirmed,
    openCase,
    mail,
    accountClosed,
    personDied,
    consentWithdrawn,
  }: FamilyModuleDependencies,
) {
  const { ages } = config

  const guardianship = createGuardianshipStore(db)
  const addable = createAddablePeopleService({ people, registry })
  const family = createFamilyService({
    ...{
      db,
      guardianship,
      people,
      addable,
      patientAccess,
      staffReads,
      rateLimiter,
      audit,
      clock,
      ages,
    },
  })
  const landings = createLandingsService({ secrets: config.secrets })
  const notifier = createFamilyNotifier({ mail, notifications })
  const announcements = createAnnouncementsService({
    ...{ db, store: guardianship, people, notifier, openCase, audit, mail, clock, ages },
  })
  const twoPeople = { confirmations, changeConfirmed }
  const shared = {
    ...{
      db,
      guardianship,
      announcements,
      notifier,
      notifications,
      people,
      rateLimiter,
      audit,
      mail,
      clock,
    },
  }
  const invitations = createInvitationsService({
    ...shared,
    addable,
    staffReads,
    consents,
    legalText: () => legal.current('family_group'),
    ages,
    branding,
  })
  const decisions = createDecisionsService({ ...shared, ...twoPeople, landings, branding })
  const guardians = createGuardiansService({
    ...shared,
    ...twoPeople,
    family,
    links: accountLinks,
    branding,
  })
  const protections = createProtectionsService({
    db,
    store: guardianship,
    people,
    ...twoPeople,
    audit,
    clock,
  })
  const links = createLinksService(shared)
  const ageSteps = createAgeStepsService({ ...shared, db, ages })
  for (const ended of [accountClosed, personDied])
    ended.on((tx, { personId, at }) => familySql.endAllOf(tx, personId, at))
  consentWithdrawn.on(async (tx, { actor, kind, patientId, origin }) => {
    if (kind === 'family_group' && patientId !== null) await links.endWith(tx, actor, patientId, origin)
  })
  return {
    family,
    routes: (app: FastifyInstance) =>
      mountFamilyRoutes(app, {
        ...{ family, invitations, decisions, guardians, announcements, protections, links, landings },
      }),
    jobs: createFamilyJobs(ageSteps),
    mailSamples: [...familySamples, ...guardianshipSamples],
  }
}
