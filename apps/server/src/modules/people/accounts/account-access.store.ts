/** Writes who may use an account: password, lock, frozen recovery, and the permissions of staff. */
import type { Role } from '@mi-portal/contract/people'
import type { ChosenSet } from '@mi-portal/contract/permissions'
import type { Queries } from '../../../platform/database/database.ts'
import { statement } from '../../../platform/database/statement.ts'
import { changedNow } from './columns.store.ts'
import { emails } from './emails.store.ts'

/** What a member of staff may do, and at which sites; null: the role decides, and every site. */
type StaffRights = {
  readonly rol: Exclude<Role, 'STANDART_ROLE'>
  readonly permission_set: ChosenSet | null
  readonly site_ids: readonly number[] | null
}

// Rows are locked in the order of their ids, so that two concurrent calls wait for each other without a deadlock.
const lockSuperAdmins = statement<{ id: number }>(
  'accounts.lockSuperAdmins',
  `select id from people where rol = 'SUPER_ADMIN_ROLE' and is_open(people) order by id for update`,
)

const setPermissions = statement<{ id: number }, StaffRights & { id: number; updated_at: Date; now: Date }>(
  'accounts.setPermissions',
  `update people set rol = :rol, permission_set = :permission_set::text, site_ids = :site_ids::int[], ${changedNow}
   where id = :id and rol <> 'STANDART_ROLE' and date_trunc('milliseconds', updated_at) = :updated_at::timestamptz
   returning id`,
)

const setPassword = statement<
  { id: number },
  { person_id: number; former_hash: string | null; password_hash: string; now: Date }
>(
  'accounts.setPassword',
  `update people set password_hash = :password_hash, updated_at = :now::timestamptz
   where id = :person_id and password_hash is not distinct from :former_hash returning id`,
)

/** Changes nothing if the password was changed in the meantime. */
const renewHash = statement<never, { person_id: number; former_hash: string; password_hash: string }>(
  'accounts.renewHash',
  'update people set password_hash = :password_hash where id = :person_id and password_hash = :former_hash',
)

const voidPassword = statement<never, { person_id: number; now: Date }>(
  'accounts.voidPassword',
  'update people set password_hash = null, updated_at = :now::timestamptz where id = :person_id',
)

// Of two concurrent calls, the second finds the account locked.
const lock = statement<{ id: number }, { id: number; now: Date }>(
  'accounts.lock',
  `update people set locked_at = :now::timestamptz, email_pending = null, ${changedNow}
   where id = :id and deleted_at is null and locked_at is null returning id`,
)

const freezeRecovery = statement<never, { id: number; now: Date }>(
  'accounts.freezeRecovery',
  `update people set recovery_frozen_at = coalesce(recovery_frozen_at, :now::timestamptz), email_pending = null, ${changedNow}
   where id = :id`,
)

/**
 * The password of a locked account is void, because it may be known. Without a mailbox the owner could get no other. A mailbox that staff
 * entered takes no password for another 72 hours: the owner may have locked the account because of it.
 */
const unlock = statement<{ id: number }, { id: number; now: Date; recovery_held_until: Date }>(
  'accounts.unlock',
  `update people set locked_at = null, recovery_frozen_at = null,
     recovery_held_until = case when recovery_held_until is not null then :recovery_held_until::timestamptz end,
     password_hash = case when locked_at is not null and email is not null then null else password_hash end, ${changedNow}
   where id = :id and (locked_at is not null or recovery_frozen_at is not null) returning id`,
)

const disable = statement<{ id: number }, { id: number; now: Date }>(
  'accounts.disable',
  `update people set status = 2, pending_since = null, pending_due_at = null, ${changedNow} where id = :id and status <> 2 returning id`,
)

const enableStaff = statement<{ id: number }, { id: number; now: Date }>(
  'accounts.enableStaff',
  `update people set status = 1, ${changedNow}
   where id = :id and rol <> 'STANDART_ROLE' and status = 2 and deleted_at is null returning id`,
)

// A repeated report completes a day that was not known.
const recordDeath = statement<
  { is_new: boolean },
  { id: number; on: string | null; source: 'staff' | 'fhir' | 'registry'; now: Date }
>(
  'accounts.recordDeath',
  `with before as (
     select id, deceased_at from people where id = :id and rol = 'STANDART_ROLE' for update
   )
   update people p set deceased_at = coalesce(p.deceased_at, :now::timestamptz), deceased_on = coalesce(p.deceased_on, :on::date),
     deceased_source = coalesce(p.deceased_source, :source), email_pending = null, ${changedNow}
   from before where p.id = before.id returning before.deceased_at is null as is_new`,
)

const correctDeath = statement<{ id: number }, { id: number; now: Date }>(
  'accounts.correctDeath',
  `update people set deceased_at = null, deceased_on = null, deceased_source = null, ${changedNow}
   where id = :id and deceased_at is not null returning id`,
)

export const accountAccess = {
  /**
   * Returns the ids of the super administrators whose accounts can be used, locked until the transaction ends. Every change that
   * takes one of them away calls this first. So simultaneous changes wait for each other, and one super administrator remains.
   */
  lockSuperAdmins: async (tx: Queries) => (await tx.run(lockSuperAdmins, [])).map(({ id }) => id),
  /** Returns false if the account was changed since `before.updated_at`. */
  setPermissions: async (
    tx: Queries,
    { id, updated_at }: { readonly id: number; readonly updated_at: Date },
    rights: StaffRights,
    now: Date,
  ) => (await tx.run(setPermissions, { ...rights, id, updated_at, now })).length > 0,
  /** Returns false if the password was changed in the meantime. */
  setPassword: async (tx: Queries, personId: number, before: string | null, hash: string, now: Date) =>
    (await tx.run(setPassword, { person_id: personId, former_hash: before, password_hash: hash, now }))
      .length > 0,
  /** Replaces a password hash by another hash of the same password. */
  renewHash: async (queries: Queries, personId: number, before: string, hash: string) => {
    await queries.run(renewHash, { person_id: personId, former_hash: before, password_hash: hash })
  },
  voidPassword: async (tx: Queries, personId: number, now: Date) => {
    await tx.run(voidPassword, { person_id: personId, now })
  },
  /** Returns false if the account is disabled already. */
  disable: async (tx: Queries, id: number, now: Date) => (await tx.run(disable, { id, now })).length > 0,
  /** Enables an account of staff. Returns false if it is not disabled, or closed. */
  enableStaff: async (tx: Queries, id: number, now: Date) =>
    (await tx.run(enableStaff, { id, now })).length > 0,
  /** Locks an account and voids its unconfirmed e-mail address. Returns false if it is locked or closed already. */
  lock: async (tx: Queries, id: number, now: Date) => {
    await emails.voidEmailChanges(tx, id, now)
    return (await tx.run(lock, { id, now })).length > 0
  },
  /** Stops the sending of temporary passwords until {@link unlock}, and voids an unconfirmed e-mail address. */
  freezeRecovery: async (tx: Queries, id: number, now: Date) => {
    await emails.voidEmailChanges(tx, id, now)
    await tx.run(freezeRecovery, { id, now })
  },
  /** Records a death and voids an unconfirmed e-mail address. Returns null if no patient has this id. */
  recordDeath: async (
    tx: Queries,
    death: { id: number; on: string | null; source: 'staff' | 'fhir' | 'registry'; now: Date },
  ) => {
    await emails.voidEmailChanges(tx, death.id, death.now)
    const [row] = await tx.run(recordDeath, death)
    if (row === undefined) return null
    return row.is_new ? ('new' as const) : ('known' as const)
  },
  /** Returns false if no death was recorded. */
  correctDeath: async (tx: Queries, id: number, now: Date) =>
    (await tx.run(correctDeath, { id, now })).length > 0,
  /** Ends a lock, whose password becomes void, and a freeze of the recovery. Returns false if there is neither. */
  unlock: async (tx: Queries, id: number, now: Date, recoveryHeldUntil: Date) =>
    (await tx.run(unlock, { id, now, recovery_held_until: recoveryHeldUntil })).length > 0,
}
