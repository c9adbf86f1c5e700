import type { FastifyInstance } from 'fastify'
import type { DomainEvent } from '../../platform/composition/domain-event.ts'
import type { Platform } from '../../platform/composition/module.ts'
import type { CivilRegistry } from '../../ports/civil-registry.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { ConsentsService, ConsentWithdrawn } from '../consents/consents.service.ts'
import type { LegalService } from '../legal/legal.service.ts'
import type { NotificationsService } from '../notifications/notifications.service.ts'
import type { AccountEnded, PeopleService } from '../people/people.service.ts'
import { comingOfAgeService } from './coming-of-age.service.ts'
import { decisionsService } from './decisions.service.ts'
import { familyJobs } from './family.jobs.ts'
import { familySamples } from './family.mails.ts'
import { familyRoutes } from './family.routes.ts'
import { familyService } from './family.service.ts'
import { familyStore } from './family.store.ts'
import { familyNewsService } from './family-news.service.ts'
import { invitationsService } from './invitations.service.ts'
import { landingsService } from './landings.service.ts'
import { linksService } from './links.service.ts'
import { createReach } from './reach.ts'

/** Decides who may access a patient's record. Many domains below the family groups need it. */
export function patientAccessModule({ config, db, audit, clock }: Platform) {
  return { reach: createReach({ store: familyStore(db), audit, clock, ages: config.ages }) }
}

type FamilyModuleDependencies = {
  readonly people: PeopleService
  readonly registry: CivilRegistry
  readonly notifications: NotificationsService
  readonly consents: ConsentsService
  readonly legal: LegalService
  readonly mail: MailQueue
  readonly accountClosed: DomainEvent<AccountEnded>
  readonly consentWithdrawn: DomainEvent<ConsentWithdrawn>
}

export function familyModule(
  { config, db, tries, audit, clock }: Platform,
  {
    people,
    registry,
    notifications,
    consents,
    legal,
    mail,
    accountClosed,
    consentWithdrawn,
  }: FamilyModuleDependencies,
) {
  const { ages } = config
  const store = familyStore(db)
  const family = familyService({ db, store, people, tries, audit, clock, ages })
  const landings = landingsService({ secrets: config.secrets })
  const news = familyNewsService({ mail, notifications })
  const shared = { db, store, news, notifications, people, tries, audit, mail, clock }
  const invitations = invitationsService({
    ...shared,
    registry,
    consents,
    legalText: () => legal.current('family_group'),
    ages,
    product: config.product,
  })
  const decisions = decisionsService({ ...shared, family, landings, brand: config.brand })
  const links = linksService(shared)
  accountClosed.on((tx, { personId, at }) => store.endAllOf(tx, personId, at))
  consentWithdrawn.on(async (tx, { actor, kind, patientId, origin }) => {
    if (kind === 'family_group' && patientId !== null) await links.endWith(tx, actor, patientId, origin)
  })
  return {
    routes: (app: FastifyInstance) => familyRoutes(app, { family, invitations, decisions, links, landings }),
    jobs: familyJobs(comingOfAgeService({ db, store, notifications, mail, clock, ages })),
    mailSamples: familySamples,
  }
}
