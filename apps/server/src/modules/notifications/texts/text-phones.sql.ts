import type { Queries } from '../../../platform/database/database.ts'
import { defineSql, type Row } from '../../../platform/database/statement.ts'
import type { TextPhonesSql } from './text-phones.sql.generated.ts'

const sql = defineSql<TextPhonesSql>('textPhones')

type StoredPhone = Row<typeof findSql>

// A confirmation and a code count only while the number is the phone of the profile. A code ends with the most attempts.
const findSql = sql(
  'find',
  `select nullif(p.phone, '') as phone, coalesce(c.confirmed_at is not null, false) as confirmed!,
     case when c.code_attempts < :most_attempts::int then c.code_expires_at end as code_expires_at
   from people p left join notification_phones c on c.person_id = p.id and c.phone = p.phone
   where p.id = :person_id`,
)
const confirmedSql = sql('confirmed', 'select confirmed_phone(:person_id::int) as phone')
const putCodeSql = sql(
  'putCode',
  `insert into notification_phones (person_id, phone, code_hash, code_expires_at, created_at)
   values (:person_id, :phone, :code_hash, :code_expires_at::timestamptz, :now::timestamptz)
   on conflict (person_id) do update set phone = excluded.phone, code_hash = excluded.code_hash,
     code_expires_at = excluded.code_expires_at, code_attempts = 0, confirmed_at = null, created_at = excluded.created_at`,
)
// The row is locked until the transaction ends, so concurrent attempts are counted one after the other.
const attemptSql = sql(
  'attempt',
  `update notification_phones c set code_attempts = c.code_attempts + 1
   from people p
   where c.person_id = :person_id and p.id = c.person_id and p.phone = c.phone
     and c.code_hash is not null and c.code_expires_at > :now::timestamptz and c.code_attempts < :most_attempts::int
   returning c.code_hash as code_hash!`,
)
const confirmSql = sql(
  'confirm',
  `update notification_phones set confirmed_at = :now::timestamptz, code_hash = null, code_expires_at = null
   where person_id = :person_id`,
)
const removeCodeSql = sql(
  'removeCode',
  'delete from notification_phones where person_id = :person_id and code_hash = :code_hash',
)
const removeSql = sql(
  'remove',
  'delete from notification_phones where person_id = :person_id returning person_id',
)
const removeExpiredSql = sql(
  'removeExpired',
  'delete from notification_phones where code_expires_at <= :now::timestamptz returning person_id',
)

export const find = async (
  db: Queries,
  personId: number,
  mostAttempts: number,
): Promise<StoredPhone | null> =>
  (await db.run(findSql, { person_id: personId, most_attempts: mostAttempts }))[0] ?? null

/** Returns the number at which a person gets text messages; null if none is confirmed. */
export const confirmed = async (db: Queries, personId: number): Promise<string | null> =>
  (await db.run(confirmedSql, { person_id: personId }))[0]?.phone ?? null

export const putCode = async (
  tx: Queries,
  personId: number,
  phone: string,
  codeHash: Uint8Array,
  until: Date,
  now: Date,
) => {
  await tx.run(putCodeSql, { person_id: personId, phone, code_hash: codeHash, code_expires_at: until, now })
}

/** Counts an attempt and returns the hash of the code; null if no code can be typed any more. */
export const attempt = async (
  tx: Queries,
  personId: number,
  mostAttempts: number,
  now: Date,
): Promise<Uint8Array | null> =>
  (await tx.run(attemptSql, { person_id: personId, now, most_attempts: mostAttempts }))[0]?.code_hash ?? null

export const confirm = async (tx: Queries, personId: number, now: Date) => {
  await tx.run(confirmSql, { person_id: personId, now })
}

/** Removes a code that could not be sent, unless another one was sent in the meantime. */
export const removeCode = async (db: Queries, personId: number, codeHash: Uint8Array) => {
  await db.run(removeCodeSql, { person_id: personId, code_hash: codeHash })
}

/** Returns false if nothing was stored. */
export const remove = async (tx: Queries, personId: number): Promise<boolean> =>
  (await tx.run(removeSql, { person_id: personId })).length > 0

/** Removes expired codes, and returns how many. */
export const removeExpired = async (db: Queries, now: Date): Promise<number> =>
  (await db.run(removeExpiredSql, { now })).length
