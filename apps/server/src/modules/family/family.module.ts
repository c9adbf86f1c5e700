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
import { familyJobs } from './family.jobs.ts'
import { familySamples } from './family.mails.ts'
import { familyRoutes } from './family.routes.ts'
import { familyService } from './family.service.ts'
import { familyStore } from './family.store.ts'
import { landingsService } from './landings.service.ts'
import { requestsService } from './requests.service.ts'

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
  const requests = requestsService({
    db,
    store,
    family,
    landings,
    people,
    registry,
    notifications,
    consents,
    legalText: () => legal.current('family_group'),
    tries,
    audit,
    mail,
    clock,
    ages,
    house: config,
  })
  accountClosed.on((tx, { personId, at }) => store.endAllOf(tx, personId, at))
  consentWithdrawn.on(async (tx, { actor, kind, patientId, origin }) => {
    if (kind === 'family_group' && patientId !== null) await requests.endWith(tx, actor, patientId, origin)
  })
  return {
    routes: (app: FastifyInstance) => familyRoutes(app, { family, requests, landings }),
    jobs: familyJobs(comingOfAgeService({ db, store, notifications, mail, clock, ages })),
    mailSamples: familySamples,
  }
}
