import type { FastifyInstance } from 'fastify'
import type { DomainEvent } from '../../platform/composition/domain-event.ts'
import type { Platform } from '../../platform/composition/module.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { AccountEnded, PeopleService } from '../people/people.service.ts'
import type { AccountLinksService } from '../session/account-links/account-links.service.ts'
import type { SecondFactorReset } from '../session/second-factor/second-factor.service.ts'
import type { ConfirmationService } from '../session/sign-in/confirmation.service.ts'
import type { SignInService } from '../session/sign-in/sign-in.service.ts'
import { createPasskeySuspensionService } from './passkey-suspension.service.ts'
import { createPasskeyUseService } from './passkey-use.service.ts'
import { passkeySamples } from './passkeys.mails.ts'
import { mountPasskeysRoutes } from './passkeys.routes.ts'
import { createPasskeysService } from './passkeys.service.ts'
import * as passkeysSql from './passkeys.sql.ts'
import { relyingPartyOf } from './relying-party.rules.ts'
import { createVerificationService } from './verification.service.ts'

type PasskeysModuleDependencies = {
  readonly people: PeopleService
  readonly signIns: SignInService
  readonly confirmations: ConfirmationService
  readonly links: AccountLinksService
  readonly accountClosed: DomainEvent<AccountEnded>
  readonly secondFactorReset: DomainEvent<SecondFactorReset>
  readonly mail: MailQueue
}

export function createPasskeysModule(
  { config, branding, db, rateLimiter, audit, clock }: Platform,
  { accountClosed, secondFactorReset, ...services }: PasskeysModuleDependencies,
) {
  accountClosed.on((tx, { personId }) => passkeysSql.forget(tx, personId))
  secondFactorReset.on((tx, { personId }) => passkeysSql.forget(tx, personId))
  const relyingParty = relyingPartyOf(config.publicUrl)
  const verification = createVerificationService(db, clock, relyingParty)
  const shared = { ...services, db, verification, rateLimiter, audit, clock }
  const own = createPasskeysService({ ...shared, branding, isAvailable: relyingParty !== null })
  const use = createPasskeyUseService(shared)
  return {
    passkeys: createPasskeySuspensionService(db, clock),
    routes: (app: FastifyInstance) => mountPasskeysRoutes(app, own, use),
    jobs: [
      {
        name: 'passkeys.purge',
        cron: '47 * * * *',
        run: async () => ({ challenges: await passkeysSql.purgeChallenges(db, clock.now()) }),
      },
    ],
    mailSamples: passkeySamples,
  }
}
