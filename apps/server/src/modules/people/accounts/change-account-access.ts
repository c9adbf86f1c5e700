import type { Role } from '@mi-portal/contract/people'
import type { ChosenSet } from '@mi-portal/contract/permissions/permissions'
import type { Queries } from '../../../platform/database/database.ts'
import * as accessSql from './account-access.sql.ts'
import { voidEmailChanges } from './change-emails.ts'

/** What a member of staff may do, and at which sites; null: the role decides, and every site. */
type StaffRights = {
  readonly rol: Exclude<Role, 'STANDART_ROLE'>
  readonly permission_set: ChosenSet | null
  readonly site_ids: readonly number[] | null
}

/**
 * Returns the ids of the super administrators whose accounts can be used, locked until the transaction ends. Every change that
 * takes one of them away calls this first. So simultaneous changes wait for each other, and one super administrator remains.
 */
export const lockSuperAdmins = async (tx: Queries) =>
  (await tx.run(accessSql.lockSuperAdmins, {})).map(({ id }) => id)

export const storePermissions = async (
  tx: Queries,
  { id, updated_at }: { readonly id: number; readonly updated_at: Date },
  rights: StaffRights,
  now: Date,
) => (await tx.run(accessSql.setPermissions, { ...rights, id, updated_at, now })).length > 0

export const storePassword = async (
  tx: Queries,
  personId: number,
  before: string | null,
  hash: string,
  now: Date,
) => {
  const change = { person_id: personId, former_hash: before, password_hash: hash, now }
  return (await tx.run(accessSql.setPassword, change)).length > 0
}

export const renewPasswordHash = async (queries: Queries, personId: number, before: string, hash: string) => {
  await queries.run(accessSql.renewHash, { person_id: personId, former_hash: before, password_hash: hash })
}

export const voidPassword = async (tx: Queries, personId: number, now: Date) => {
  await tx.run(accessSql.voidPassword, { person_id: personId, now })
}

export const disablePerson = async (tx: Queries, id: number, now: Date) =>
  (await tx.run(accessSql.disable, { id, now })).length > 0

export const enableStaffAccount = async (tx: Queries, id: number, now: Date) =>
  (await tx.run(accessSql.enableStaff, { id, now })).length > 0

/** Locks an account and voids its unconfirmed e-mail address. Returns false if it is locked or closed already. */
export const lockPersonAccount = async (tx: Queries, id: number, now: Date) => {
  await voidEmailChanges(tx, id, now)
  return (await tx.run(accessSql.lock, { id, now })).length > 0
}

/** Stops the sending of temporary passwords until {@link unlockPersonAccount}, and voids an unconfirmed e-mail address. */
export const freezeRecovery = async (tx: Queries, id: number, now: Date) => {
  await voidEmailChanges(tx, id, now)
  await tx.run(accessSql.freezeRecovery, { id, now })
}

export const storeDeath = async (
  tx: Queries,
  death: { id: number; on: string | null; source: 'staff' | 'fhir' | 'registry'; now: Date },
) => {
  await voidEmailChanges(tx, death.id, death.now)
  const [row] = await tx.run(accessSql.recordDeath, death)
  if (row === undefined) return null
  return row.is_new ? ('new' as const) : ('known' as const)
}

export const removeDeath = async (tx: Queries, id: number, now: Date) =>
  (await tx.run(accessSql.correctDeath, { id, now })).length > 0

/** Ends a lock, whose password becomes void, and a freeze of the recovery. Returns false if there is neither. */
export const unlockPersonAccount = async (tx: Queries, id: number, now: Date, recoveryHeldUntil: Date) =>
  (await tx.run(accessSql.unlock, { id, now, recovery_held_until: recoveryHeldUntil })).length > 0
