/** Composes what changes accounts: consents, family groups, registration, profiles and the administration of users. */

import { createAccountSecurityModule } from '../modules/account-security/account-security.module.ts'
import { createIdentityUnlockModule } from '../modules/account-security/identity-unlock/identity-unlock.module.ts'
import { createApplicationsModule } from '../modules/applications/applications.module.ts'
import { createDelegationsModule } from '../modules/family/delegations/delegations.module.ts'
import { createFamilyModule } from '../modules/family/family.module.ts'
import { createIdentityModule } from '../modules/identity/identity.module.ts'
import { createProfileModule } from '../modules/profile/profile.module.ts'
import { createRecordAccessModule } from '../modules/record-access/record-access.module.ts'
import { createRegistrationModule } from '../modules/registration/registration.module.ts'
import { openAccountCase } from '../modules/service-requests/contact/create-portal-contact.ts'
import { createSetupModule } from '../modules/setup/setup.module.ts'
import { createUsersModule } from '../modules/users/users.module.ts'
import type { Appointments } from './appointments.ts'
import type { Foundations } from './foundations.ts'
import type { ServerParts } from './server-parts.ts'

export type Accounts = ReturnType<typeof composeAccounts>

export function composeAccounts(
  { platform, add, adapters: { registry, openIdentityChecks } }: ServerParts,
  { common, records, identityMode }: Foundations & Appointments,
) {
  const { family } = add(
    createFamilyModule(platform, {
      ...{ ...common, registry },
      // Families are below the requests to departments.
      openCase: (tx, opened) => openAccountCase(common.ctx, tx, opened),
    }),
  )
  add(createDelegationsModule(platform, common))

  const { recordAccess } = createRecordAccessModule(platform, { ...records, ...common })
  const { locks } = add(createAccountSecurityModule(platform, { ...common, recordAccess }))
  const identityChecks = openIdentityChecks(identityMode)
  const { identity } = add(createIdentityModule(platform, { ...common, identityChecks, registry }))
  add(createIdentityUnlockModule(platform, { ...common, identity, locks }))

  const applied = add(createApplicationsModule(platform, common))
  const applying = { ...common, ...applied }
  add(createRegistrationModule(platform, { ...applying, identity }))
  const { queueVerification } = add(createProfileModule(platform, common))
  const { setup } = add(createSetupModule(platform, { ...common, queueVerification }))
  add(createUsersModule(platform, { ...applying, locks, recordAccess, registry }))

  return { family, setup }
}
