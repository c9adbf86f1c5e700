import type { FastifyInstance } from 'fastify'
import type { DomainEvent } from '../../platform/composition/domain-event.ts'
import type { Platform } from '../../platform/composition/module.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { AccountEnded, PeopleService } from '../people/people.service.ts'
import { secondFactorSamples } from './second-factor.mails.ts'
import { secondFactorRoutes } from './second-factor.routes.ts'
import { secondFactorService } from './second-factor.service.ts'
import { secondFactorStore } from './second-factor.store.ts'
import { sessionJobs } from './session.jobs.ts'
import { sessionSamples } from './session.mails.ts'
import { sessionRoutes } from './session.routes.ts'
import { sessionService } from './session.service.ts'
import { sessionStore } from './session.store.ts'
import { sessionOpeningService } from './sign-in/session-opening.service.ts'
import { signInService } from './sign-in/sign-in.service.ts'
import { signInLimitsService } from './sign-in/sign-in-limits.service.ts'

type SessionModuleDependencies = {
  readonly people: PeopleService
  readonly accountClosed: DomainEvent<AccountEnded>
  readonly mail: MailQueue
}

export function sessionModule(
  { config, db, addressCaps, passwords, tries, audit, clock }: Platform,
  { people, accountClosed, mail }: SessionModuleDependencies,
) {
  const store = sessionStore(db)
  accountClosed.on((tx, { personId }) => store.forgetDevices(tx, personId))
  const secondFactorRequired = config.staffSecondFactor === 'required'
  const secondFactor = secondFactorService({
    db,
    store: secondFactorStore(db),
    people,
    tries,
    audit,
    mail,
    clock,
    secrets: config.secrets,
    issuer: `${config.product} · ${config.brand}`,
    required: secondFactorRequired,
  })
  const shared = { db, store, people, secondFactor, passwords, audit, clock }
  const sessions = sessionService({ ...shared, secondFactorRequired, ages: config.ages })
  const signIns = signInService({
    ...shared,
    tries,
    limiting: signInLimitsService({ db, store, addressCaps, tries, mail }),
    opening: sessionOpeningService({ ...shared, mail }),
  })
  return {
    sessions,
    routes: (app: FastifyInstance) => {
      sessionRoutes(app, sessions, signIns)
      secondFactorRoutes(app, signIns, secondFactor)
    },
    jobs: sessionJobs(store, secondFactor, tries, clock, config.keep.sessionsDays),
    mailSamples: [...sessionSamples, ...secondFactorSamples],
  }
}
