import type { FastifyInstance } from 'fastify'
import { createDomainEvent, type DomainEvent } from '../../platform/composition/domain-event.ts'
import type { Platform } from '../../platform/composition/module.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { AccountEnded, PeopleService } from '../people/people.service.ts'
import { createAccountLinksService } from './account-links/account-links.service.ts'
import { secondFactorSamples } from './second-factor/second-factor.mails.ts'
import { mountSecondFactorRoutes } from './second-factor/second-factor.routes.ts'
import { createSecondFactorService, type SecondFactorReset } from './second-factor/second-factor.service.ts'
import { createSessionJobs } from './session.jobs.ts'
import { sessionSamples } from './session.mails.ts'
import { mountSessionRoutes } from './session.routes.ts'
import { createSessionService, type SignedOut } from './session.service.ts'
import { createSessionStore } from './session.store.ts'
import { createConfirmationService } from './sign-in/confirmation.service.ts'
import { createMailedCodesJobs } from './sign-in/mailed-codes.jobs.ts'
import { createMailedCodesService } from './sign-in/mailed-codes.service.ts'
import { createSessionOpeningService } from './sign-in/session-opening.service.ts'
import { createSignInService } from './sign-in/sign-in.service.ts'
import { createSignInLimitsService } from './sign-in/sign-in-limits.service.ts'

type SessionModuleDependencies = {
  readonly people: PeopleService
  readonly accountClosed: DomainEvent<AccountEnded>
  readonly accountDisabled: DomainEvent<AccountEnded>
  readonly personDied: DomainEvent<AccountEnded>
  readonly mail: MailQueue
}

export function createSessionModule(
  { config, branding, db, ipRateLimits, passwords, rateLimiter, audit, clock }: Platform,
  { people, accountClosed, accountDisabled, personDied, mail }: SessionModuleDependencies,
) {
  const store = createSessionStore(db)
  const links = createAccountLinksService(db, clock)
  accountClosed.on(async (tx, { personId }) => {
    await store.forgetDevices(tx, personId)
    await links.forget(tx, personId)
  })
  const secondFactorRequired = config.staffSecondFactor === 'required'
  const secondFactorReset = createDomainEvent<SecondFactorReset>()
  const secondFactor = createSecondFactorService({
    db,
    people,
    rateLimiter,
    audit,
    mail,
    clock,
    secrets: config.secrets,
    passwords,
    endSessions: (tx, personId, now, but) => store.endOthers(tx, personId, now, 'second-factor-changed', but),
    branding,
    required: secondFactorRequired,
    secondFactorReset,
  })
  const mailedCodes = createMailedCodesService({
    db,
    people,
    rateLimiter,
    mail,
    clock,
    secrets: config.secrets,
  })
  const shared = { db, store, people, secondFactor, mailedCodes, passwords, audit, clock }
  const signedOut = createDomainEvent<SignedOut>()
  const sessions = createSessionService({
    ...shared,
    secondFactorRequired,
    secrets: config.secrets,
    ages: config.ages,
    signedOut,
    links,
    accountDisabled,
  })
  personDied.on(async (tx, { personId }) => {
    await sessions.lock(tx, personId)
    await sessions.endAll(tx, personId, 'account-closed')
    await links.forget(tx, personId)
  })
  const opening = createSessionOpeningService({ ...shared, links, mail })
  const limiting = createSignInLimitsService({ db, store, ipRateLimits, rateLimiter, mail })
  const confirmations = createConfirmationService({ ...shared, rateLimiter, limiting })
  const signIns = createSignInService({
    ...shared,
    findKeys: sessions.findKeys,
    branding,
    rateLimiter,
    limiting,
    opening,
  })
  return {
    sessions,
    signedOut,
    openSession: opening.openSession,
    signIns,
    confirmations,
    secondFactor,
    secondFactorReset,
    links,
    routes: (app: FastifyInstance) => {
      mountSessionRoutes(app, sessions, signIns, confirmations)
      mountSecondFactorRoutes(app, signIns, secondFactor)
    },
    jobs: [
      ...createSessionJobs(store, { secondFactor, links, rateLimiter, clock }, config.keep.sessionsDays),
      ...createMailedCodesJobs(mailedCodes),
    ],
    mailSamples: [...sessionSamples, ...secondFactorSamples],
  }
}
