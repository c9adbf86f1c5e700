/** Creates super administrators. Only the operator of the installation can do so: with a command, or with the address of the first start. */

import { ApiError } from '@mi-portal/contract/calls/api-error'
import { formatFullName } from '@mi-portal/contract/fields/full-name'
import type { superAdminCreation } from '@mi-portal/contract/users'
import { cleanCountry, cleanDocument } from '@mi-portal/contract/values/document-number'
import type * as z from 'zod/mini'
import { type Audit, bySystem } from '../../../platform/audit.ts'
import type { Platform } from '../../../platform/composition/platform.ts'
import type { Queries } from '../../../platform/database/database.ts'
import { type PasswordBranding, weakness } from '../../../platform/security/weak-passwords.ts'
import type { MailQueue } from '../../../ports/mail.ts'
import { insertSuperAdmin } from '../../people/accounts/change-personal-data.ts'
import { listSuperAdmins } from '../../people/read-people.ts'
import { superAdminCreated } from './staff-access.mails.ts'

type Creation = z.output<typeof superAdminCreation>

type SuperAdminParts = Pick<Platform, 'db' | 'passwords' | 'clock'> & {
  readonly auditLog: Audit
  readonly mail: Pick<MailQueue, 'queue'> | null
  readonly branding: PasswordBranding
}

/**
 * Creates an enabled account with this password. Throws for a weak password and for a document that has an account. The other super
 * administrators are mailed. `before` runs first in the same transaction, and its error prevents the account; `after` runs last.
 */
export async function createSuperAdmin(
  { db, passwords, auditLog, mail, clock, branding }: SuperAdminParts,
  form: Creation,
  {
    before,
    after,
  }: {
    readonly before?: (tx: Queries) => Promise<void>
    readonly after?: (tx: Queries, id: number) => Promise<void>
  } = {},
): Promise<number> {
  const document_number = cleanDocument(form.document_type_id, form.document_number)
  const names = [form.first_name, form.last_name, form.second_name]
  const msg = await weakness(form.password, { document_number, names }, branding)
  if (msg !== null) throw new ApiError('invalid', { param: 'password', msg })
  const password_hash = await passwords.hash(form.password)
  return db.transaction(async (tx) => {
    await before?.(tx)
    const document_country = cleanCountry(form.document_type_id, form.document_country)
    const account = { ...form, document_number, document_country, password_hash, now: clock.now() }
    const id = await insertSuperAdmin(tx, account)
    if (id === null) throw new ApiError('documentTaken', { param: 'document_number' })
    await auditLog.add(tx, {
      ...bySystem,
      action: 'users.create',
      patientId: id,
      detail: { rol: 'SUPER_ADMIN_ROLE' },
    })
    const others = (mail === null ? [] : await listSuperAdmins(tx)).filter((other) => other.id !== id)
    for (const { id: person_id, email, greeting_name } of others)
      await mail?.queue(tx, superAdminCreated, {
        recipient: email,
        person_id,
        data: { first_name: greeting_name, member: formatFullName(form) },
      })
    await after?.(tx, id)
    return id
  })
}
