/** Stores temporary passwords: the last three of each person, each until it is used or expires. */
import type { Context } from '../../platform/context/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

/** The number of temporary passwords that are valid at the same time. */
const mostKeys = 3

export type TemporaryKey = {
  readonly hash: string
  /** The address that alone received the temporary password; null if a member of staff typed it. */
  readonly mailed_to: string | null
}

/** `tag`: names a mailed password among those of its person; null if a member of staff typed it. */
type NewTemporaryKey = TemporaryKey & { readonly tag: Uint8Array | null }

const temporaryKeys = statement<TemporaryKey, { person_id: number; tags: readonly Uint8Array[]; now: Date }>(
  'session.temporaryKeys',
  `select hash, mailed_to from temporary_keys
   where person_id = :person_id and (tag is null or tag = any(:tags::bytea[])) and expires_at > :now::timestamptz
   order by created_at desc`,
)
const consumeKey = statement<Pick<TemporaryKey, 'mailed_to'>, { person_id: number; hash: string }>(
  'session.consumeKey',
  'delete from temporary_keys where person_id = :person_id and hash = :hash returning mailed_to',
)
const putKey = statement<never, NewTemporaryKey & { person_id: number; now: Date; expires_at: Date }>(
  'session.putKey',
  `with kept as (
     select hash from temporary_keys where person_id = :person_id and expires_at > :now::timestamptz
     order by created_at desc limit ${mostKeys - 1}
   ), replaced as (
     delete from temporary_keys where person_id = :person_id and hash not in (select hash from kept)
   )
   insert into temporary_keys (person_id, hash, tag, mailed_to, created_at, expires_at)
   values (:person_id, :hash, :tag::bytea, :mailed_to, :now::timestamptz, :expires_at::timestamptz)`,
)
const countKeys = statement<{ count: number }, { person_id: number; now: Date }>(
  'session.countKeys',
  `select count(*)::int as count from temporary_keys
   where person_id = :person_id and expires_at > :now::timestamptz`,
)
const deleteKeys = statement<never, { person_id: number }>(
  'session.deleteKeys',
  'delete from temporary_keys where person_id = :person_id',
)
const purgeKeys = statement<{ person_id: number }, { now: Date }>(
  'session.purgeKeys',
  'delete from temporary_keys where expires_at < :now::timestamptz returning person_id',
)

/** Returns the temporary passwords of a person with one of these tags or without a tag, that have not expired. */
export const listTemporaryKeys = (ctx: Context, personId: number, tags: readonly Uint8Array[], now: Date) =>
  ctx.db.run(temporaryKeys, { person_id: personId, tags, now })

/** Stores a temporary password. Of earlier ones the last two stay valid. */
export async function putTemporaryKey(
  tx: Queries,
  personId: number,
  key: NewTemporaryKey,
  now: Date,
  until: Date,
) {
  await tx.run(putKey, { ...key, person_id: personId, now, expires_at: until })
}

/** Returns whether another temporary password can be stored without voiding one. */
export const hasRoomForTemporaryKey = async (tx: Queries, personId: number, now: Date) =>
  ((await tx.run(countKeys, { person_id: personId, now }))[0]?.count ?? 0) < mostKeys

export async function deleteTemporaryKeys(tx: Queries, personId: number) {
  await tx.run(deleteKeys, { person_id: personId })
}

/** Returns where the temporary password was sent, or null if it was used in the meantime. */
export const consumeTemporaryKey = async (tx: Queries, personId: number, hash: string) =>
  (await tx.run(consumeKey, { person_id: personId, hash }))[0] ?? null

/** Removes temporary passwords that have expired; returns their number. */
export const purgeTemporaryKeys = async (ctx: Context, now: Date) =>
  (await ctx.db.run(purgeKeys, { now })).length
