import type { FastifyInstance } from 'fastify'
import type { DomainEvent } from '../../platform/composition/domain-event.ts'
import type { Platform } from '../../platform/composition/module.ts'
import type { Context } from '../../platform/context/context.ts'
import type { AccountEnded, ConfirmedChange } from '../../platform/context/events.ts'
import type { CivilRegistry } from '../../ports/civil-registry.ts'
import type { MailQueue } from '../../ports/mail.ts'
import { readCurrentText } from '../legal/publish-texts.ts'
import type { NotificationsService } from '../notifications/notifications.service.ts'
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

type FamilyModuleDependencies = {
  readonly registry: CivilRegistry
  readonly notifications: NotificationsService
  readonly ctx: Context

  readonly changeConfirmed: DomainEvent<ConfirmedChange>
  readonly openCase: OpenCase
  readonly mail: MailQueue
  readonly accountClosed: DomainEvent<AccountEnded>
  readonly personDied: DomainEvent<AccountEnded>
}

export function createFamilyModule(
  { config, branding, db, rateLimiter, audit, clock }: Platform,
  {
    registry,
    notifications,
    ctx,

    changeConfirmed,
    openCase,
    mail,
    accountClosed,
    personDied,
  }: FamilyModuleDependencies,
) {
  const { ages } = config

  const guardianship = createGuardianshipStore(db)
  const addable = createAddablePeopleService({ ctx, registry })
  const family = createFamilyService({
    ...{
      db,
      guardianship,
      ctx,
      addable,
      rateLimiter,
      audit,
      clock,
      ages,
    },
  })
  const landings = createLandingsService({ secrets: config.secrets })
  const notifier = createFamilyNotifier({ mail, notifications })
  const announcements = createAnnouncementsService({
    ...{ db, store: guardianship, ctx, notifier, openCase, audit, mail, clock, ages },
  })
  const twoPeople = { changeConfirmed }
  const shared = {
    ...{
      db,
      guardianship,
      announcements,
      notifier,
      notifications,
      ctx,
      rateLimiter,
      audit,
      mail,
      clock,
    },
  }
  const invitations = createInvitationsService({
    ...shared,
    addable,
    legalText: () => readCurrentText(ctx, 'family_group'),
    ages,
    branding,
  })
  const decisions = createDecisionsService({ ...shared, ...twoPeople, landings, branding })
  const guardians = createGuardiansService({
    ...shared,
    ...twoPeople,
    family,
    ctx,
    branding,
  })
  const protections = createProtectionsService({
    db,
    store: guardianship,
    ctx,
    ...twoPeople,
    audit,
    clock,
  })
  const links = createLinksService(shared)
  const ageSteps = createAgeStepsService({ ...shared, db, ages })
  for (const ended of [accountClosed, personDied])
    ended.on((tx, { personId, at }) => familySql.endAllOf(tx, personId, at))
  ctx.events.consentWithdrawn.on(async (tx, { actor, kind, patientId, origin }) => {
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
