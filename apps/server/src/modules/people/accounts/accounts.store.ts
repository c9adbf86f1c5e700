/** Writes the table `people`. Each store of this folder writes one subject of it. */
import type { Database } from '../../../platform/database/database.ts'
import { createAccountAccessStore } from './account-access.store.ts'
import { createEmailsStore } from './emails.store.ts'
import { createPersonalDataStore } from './personal-data.store.ts'
import { createRegistrationsStore } from './registrations.store.ts'

export function createAccountsStore(db: Database) {
  const emails = createEmailsStore(db)
  return {
    ...emails,
    ...createRegistrationsStore(emails),
    ...createPersonalDataStore(emails),
    ...createAccountAccessStore(db, emails),
  }
}

export type AccountsStore = ReturnType<typeof createAccountsStore>
