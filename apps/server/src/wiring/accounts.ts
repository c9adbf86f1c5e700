/** Composes what changes accounts: consents, family groups, registration, profiles and the administration of users. */

import { createIdentityUnlockModule } from '../modules/account-security/identity-unlock/identity-unlock.module.ts'
import { createIdentityModule } from '../modules/identity/identity.module.ts'
import { createRegistrationModule } from '../modules/registration/registration.module.ts'
import type { Foundations } from './foundations.ts'
import type { ServerParts } from './server-parts.ts'

export function composeAccounts(
  { platform, add, adapters: { registry, openIdentityChecks } }: ServerParts,
  { common, identityMode }: Foundations,
) {
  const identityChecks = openIdentityChecks(identityMode)
  const { identity } = add(createIdentityModule(platform, { ...common, identityChecks, registry }))
  add(createIdentityUnlockModule(platform, { ...common, identity }))
  add(createRegistrationModule(platform, { ...common, identity }))
}
