import { defineSql } from '../../platform/database/statement.ts'
import type { TemporaryKeysSql } from './temporary-keys.sql.generated.ts'

const sql = defineSql<TemporaryKeysSql>('session')

export const mostTemporaryKeys = 3

/** `mailed_to`: the address that alone received the password; null if a member of staff typed it. */
export const listTemporaryKeys = sql('temporaryKeys')`
  select hash, mailed_to from temporary_keys
  where person_id = :person_id and (tag is null or tag = any(:tags::bytea[])) and expires_at > :now::timestamptz
  order by created_at desc`

export const consumeTemporaryKey = sql('consumeKey')`
  delete from temporary_keys where person_id = :person_id and hash = :hash returning mailed_to`

/** `tag`: names a mailed password among those of its person; null if a member of staff typed it. */
export const insertTemporaryKey = sql('putKey')`
  with kept as (
    select hash from temporary_keys where person_id = :person_id and expires_at > :now::timestamptz
    order by created_at desc limit ${mostTemporaryKeys - 1}
  ), replaced as (
    delete from temporary_keys where person_id = :person_id and hash not in (select hash from kept)
  )
  insert into temporary_keys (person_id, hash, tag, mailed_to, created_at, expires_at)
  values (:person_id, :hash, :tag?::bytea, :mailed_to?, :now::timestamptz, :expires_at::timestamptz)`

export const countTemporaryKeys = sql('countKeys')`
  select count(*)::int as count! from temporary_keys
  where person_id = :person_id and expires_at > :now::timestamptz`

export const deleteTemporaryKeys = sql('deleteKeys')`delete from temporary_keys where person_id = :person_id`

export const purgeTemporaryKeys = sql('purgeKeys')`
  delete from temporary_keys where expires_at < :now::timestamptz returning person_id`
