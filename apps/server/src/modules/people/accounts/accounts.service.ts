/** Writes the table `people`. Each store of this folder writes one subject of it. */
import { accountAccess } from './account-access.store.ts'
import { emails } from './emails.store.ts'
import { personalData } from './personal-data.store.ts'
import { registrations } from './registrations.store.ts'

export const accounts = { ...emails, ...registrations, ...personalData, ...accountAccess }
