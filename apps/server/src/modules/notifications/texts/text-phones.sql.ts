import { defineSql } from '../../../platform/database/statement.ts'
import type { TextPhonesSql } from './text-phones.sql.generated.ts'

const sql = defineSql<TextPhonesSql>('textPhones')

// A confirmation and a code count only while the number is the phone of the profile. A code ends with the most attempts.
export const findPhone = sql('find')`
  select nullif(p.phone, '') as phone, coalesce(c.confirmed_at is not null, false) as confirmed!,
    case when c.code_attempts < :most_attempts::int then c.code_expires_at end as code_expires_at
  from people p left join notification_phones c on c.person_id = p.id and c.phone = p.phone
  where p.id = :person_id`
export const findConfirmedPhone = sql('confirmed')`select confirmed_phone(:person_id::int) as phone`
export const saveCode = sql('putCode')`
  insert into notification_phones (person_id, phone, code_hash, code_expires_at, created_at)
  values (:person_id, :phone, :code_hash, :code_expires_at::timestamptz, :now::timestamptz)
  on conflict (person_id) do update set phone = excluded.phone, code_hash = excluded.code_hash,
    code_expires_at = excluded.code_expires_at, code_attempts = 0, confirmed_at = null, created_at = excluded.created_at`
// Returns no row if no code can be typed any more. The row is locked until the transaction ends, so concurrent attempts are counted one after
// the other.
export const countAttempt = sql('attempt')`
  update notification_phones c set code_attempts = c.code_attempts + 1
  from people p
  where c.person_id = :person_id and p.id = c.person_id and p.phone = c.phone
    and c.code_hash is not null and c.code_expires_at > :now::timestamptz and c.code_attempts < :most_attempts::int
  returning c.code_hash as code_hash!`
export const confirmPhone = sql('confirm')`
  update notification_phones set confirmed_at = :now::timestamptz, code_hash = null, code_expires_at = null
  where person_id = :person_id`
// Another code may have been sent in the meantime.
export const removeCode = sql('removeCode')`
  delete from notification_phones where person_id = :person_id and code_hash = :code_hash`
export const removePhone = sql('remove')`
  delete from notification_phones where person_id = :person_id returning person_id`
export const removeExpiredPhones = sql('removeExpired')`
  delete from notification_phones where code_expires_at <= :now::timestamptz returning person_id`
