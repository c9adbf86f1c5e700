import { defineSql } from '../../../platform/database/statement.ts'
import type { AccountAccessSql } from './account-access.sql.generated.ts'
import { changedNow } from './columns.sql.ts'

const sql = defineSql<AccountAccessSql>('accounts')

// Rows are locked in the order of their ids, so that two concurrent calls wait for each other without a deadlock.
export const lockSuperAdmins = sql('lockSuperAdmins')`
  select id from people where rol = 'SUPER_ADMIN_ROLE' and is_open(people) order by id for update`

export const setPermissions = sql('setPermissions')`
  update people set rol = :rol, permission_set = :permission_set?::text, site_ids = :site_ids?::int[], ${changedNow}
  where id = :id and rol <> 'STANDART_ROLE' and date_trunc('milliseconds', updated_at) = :updated_at::timestamptz
  returning id`

export const setPassword = sql('setPassword')`
  update people set password_hash = :password_hash, updated_at = :now::timestamptz
  where id = :person_id and password_hash is not distinct from :former_hash? returning id`

export const renewHash = sql('renewHash')`
  update people set password_hash = :password_hash where id = :person_id and password_hash = :former_hash`

export const voidPassword = sql('voidPassword')`
  update people set password_hash = null, updated_at = :now::timestamptz where id = :person_id`

// Of two concurrent calls, the second finds the account locked.
export const lock = sql('lock')`
  update people set locked_at = :now::timestamptz, email_pending = null, ${changedNow}
  where id = :id and deleted_at is null and locked_at is null returning id`

export const freezeRecovery = sql('freezeRecovery')`
  update people set recovery_frozen_at = coalesce(recovery_frozen_at, :now::timestamptz), email_pending = null, ${changedNow}
  where id = :id`

/**
 * The password of a locked account is void, because it may be known. Without a mailbox the owner could get no other. A mailbox that staff
 * entered takes no password for another 72 hours: the owner may have locked the account because of it.
 */
export const unlock = sql('unlock')`
  update people set locked_at = null, recovery_frozen_at = null,
    recovery_held_until = case when recovery_held_until is not null then :recovery_held_until::timestamptz end,
    password_hash = case when locked_at is not null and email is not null then null else password_hash end, ${changedNow}
  where id = :id and (locked_at is not null or recovery_frozen_at is not null) returning id`

export const disable = sql('disable')`
  update people set status = 2, pending_since = null, pending_due_at = null, ${changedNow} where id = :id and status <> 2 returning id`

export const enableStaff = sql('enableStaff')`
  update people set status = 1, ${changedNow}
  where id = :id and rol <> 'STANDART_ROLE' and status = 2 and deleted_at is null returning id`

// A repeated report completes a day that was not known.
export const recordDeath = sql('recordDeath')`
  with before as (
    select id, deceased_at from people where id = :id and rol = 'STANDART_ROLE' for update
  )
  update people p set deceased_at = coalesce(p.deceased_at, :now::timestamptz), deceased_on = coalesce(p.deceased_on, :on?::date),
    deceased_source = coalesce(p.deceased_source, :source), email_pending = null, ${changedNow}
  from before where p.id = before.id returning before.deceased_at is null as is_new!`

export const correctDeath = sql('correctDeath')`
  update people set deceased_at = null, deceased_on = null, deceased_source = null, ${changedNow}
  where id = :id and deceased_at is not null returning id`
