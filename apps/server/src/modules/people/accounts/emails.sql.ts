import { defineSql } from '../../../platform/database/statement.ts'
import type { EmailsSql } from './emails.sql.generated.ts'

const sql = defineSql<EmailsSql>('emails')

export const voidEmailChanges = sql('voidChanges')`
  update email_changes set expires_at = :now::timestamptz
  where person_id = :person_id and used_at is null and expires_at > :now::timestamptz`

export const voidLinksTo = sql('voidLinksTo')`
  update email_changes set expires_at = :now::timestamptz
  where person_id = :person_id and lower(email) = lower(:email) and used_at is null and expires_at > :now::timestamptz`

export const putEmailChange = sql('putChange')`
  insert into email_changes (person_id, email, token_hash, created_at, expires_at)
  values (:person_id, :email, :token_hash, :now::timestamptz, :expires_at::timestamptz)`

export const pendEmail = sql('pend')`update people set email_pending = :email where id = :person_id`

export const emailChange = sql('change')`
  select c.id, c.person_id, c.email, c.expires_at, c.used_at, greeting_name(p) as first_name!, p.email as current_email,
    p.email_verified_at is not null as current_verified!, is_open(p) or (p.status = 3 and p.deleted_at is null) as open!
  from email_changes c join people p on p.id = c.person_id where c.token_hash = :token_hash for update`

export const consumeEmailChange = sql('consumeChange')`
  update email_changes set used_at = :now::timestamptz where id = :id`

// An address that staff entered stays held after its owner has verified it; a new one that the owner chose is not held.
export const setEmail = sql('set')`
  update people set email = :email::text, email_pending = null, email_verified_at = :now::timestamptz,
  recovery_held_until = case when lower(email) = lower(:email::text) then recovery_held_until end,
  updated_at = greatest(:now::timestamptz, updated_at + interval '1 millisecond') where id = :person_id`

export const verifyPresent = sql('verifyPresent')`
  update people set email_verified_at = :now::timestamptz
  where id = :person_id and lower(email) = lower(:email) and email_verified_at is null returning id`

export const noteQuestion = sql('noteQuestion')`
  update people set email_asked_at = :now::timestamptz where id = :person_id`

export const clearPending = sql('clearPending')`
  update people p set email_pending = null from email_changes c
  where c.person_id = p.id and c.used_at is null and c.expires_at <= :now::timestamptz and p.email_pending is not null
    and not exists (
      select from email_changes live
      where live.person_id = p.id and live.email = p.email_pending and live.used_at is null
        and live.expires_at > :now::timestamptz)
  returning p.id`

export const deleteEmailChanges = sql('deleteChanges')`
  delete from email_changes where expires_at < :before::timestamptz returning id`

export const forgetEmailChanges = sql('forgetChanges')`delete from email_changes where person_id = :person_id`
