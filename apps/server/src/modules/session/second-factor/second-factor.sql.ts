import type { Queries } from '../../../platform/database/database.ts'
import { defineSql, type Row } from '../../../platform/database/statement.ts'
import type { SecondFactorSql } from './second-factor.sql.generated.ts'

const sql = defineSql<SecondFactorSql>('secondFactor')

/** Secrets are sealed. `secret` is null until a first one is confirmed. */
type Factor = Row<typeof factor>

const isOnSql = sql('isOn')`
  select person_id from second_factors where person_id = :person_id and confirmed_at is not null`
export const factor = sql('one')`
  select secret, next_secret, confirmed_at from second_factors where person_id = :person_id`
export const all = sql('all')`
  select person_id, secret, next_secret, confirmed_at from second_factors order by person_id`
// Changes nothing if the owner has set up another secret in the meantime.
const resealSql = sql('reseal')`
  update second_factors set secret = :secret?::bytea, next_secret = :next_secret?::bytea
  where person_id = :person_id and secret is not distinct from :former_secret?::bytea
    and next_secret is not distinct from :former_next_secret?::bytea
  returning person_id`
export const begin = sql('begin')`
  insert into second_factors (person_id, next_secret, created_at) values (:person_id, :next_secret, :now::timestamptz)
  on conflict (person_id) do update set next_secret = excluded.next_secret`
export const confirm = sql('confirm')`
  update second_factors set secret = next_secret, next_secret = null, confirmed_at = :now::timestamptz, last_step = :step
  where person_id = :person_id and next_secret = :next_secret returning person_id`
export const remove = sql('remove')`
  delete from second_factors where person_id = :person_id and confirmed_at is not null returning person_id`
// Of two concurrent calls with the same code, the second finds the step used.
const consumeStepSql = sql('spendStep')`
  update second_factors set last_step = :step
  where person_id = :person_id and confirmed_at is not null and last_step < :step returning person_id`
export const unusedCodes = sql('unusedCodes')`
  select id, password_hash from recovery_codes where person_id = :person_id and used_at is null order by id`
// Of two concurrent calls with the same code, the second finds it used.
export const consumeRecoveryCode = sql('spendCode')`
  update recovery_codes set used_at = :now::timestamptz
  where person_id = :person_id and id = :id and used_at is null returning id`
const deleteCodes = sql('deleteCodes')`delete from recovery_codes where person_id = :person_id`
const putCodes = sql('putCodes')`
  insert into recovery_codes (person_id, password_hash) select :person_id::int, unnest(:hashes::text[])`
const codesLeftSql = sql('codesLeft')`
  select count(*)::int as count! from recovery_codes where person_id = :person_id and used_at is null`

export const putChallenge = sql('putChallenge')`
  insert into sign_in_challenges (token_hash, person_id, temporary_key_hash, created_at, expires_at)
  values (:token_hash, :person_id, :temporary_key_hash?, :now::timestamptz, :expires_at::timestamptz)`
export const tryChallenge = sql('tryChallenge')`
  update sign_in_challenges set tries = tries + 1
  where token_hash = :token_hash and expires_at > :now::timestamptz and tries < :most::int
  returning person_id, temporary_key_hash`
const closeChallengeSql = sql('closeChallenge')`
  delete from sign_in_challenges where token_hash = :token_hash returning person_id`
const deleteChallengesSql = sql('deleteChallenges')`
  delete from sign_in_challenges where person_id = :person_id`
const purgeSql = sql('purge')`
  delete from sign_in_challenges where expires_at <= :now::timestamptz returning person_id`

const hasPasskeySql = sql('hasPasskey')`select id from passkeys where person_id = :person_id limit 1`

export const hasPasskey = async (db: Queries, personId: number) =>
  (await db.run(hasPasskeySql, { person_id: personId })).length > 0

export const isOn = async (db: Queries, personId: number) =>
  (await db.run(isOnSql, { person_id: personId })).length > 0

export const reseal = async (
  db: Queries,
  personId: number,
  before: Pick<Factor, 'secret' | 'next_secret'>,
  secret: Uint8Array | null,
  next: Uint8Array | null,
) => {
  const former = { former_secret: before.secret, former_next_secret: before.next_secret }
  return (await db.run(resealSql, { person_id: personId, ...former, secret, next_secret: next })).length > 0
}

/** Returns false for a step that was used before, or an earlier step. */
export const consumeStep = async (tx: Queries, personId: number, step: number) =>
  (await tx.run(consumeStepSql, { person_id: personId, step })).length > 0

export const replaceCodes = async (tx: Queries, personId: number, hashes: readonly string[]) => {
  await tx.run(deleteCodes, { person_id: personId })
  await tx.run(putCodes, { person_id: personId, hashes })
}

export const codesLeft = async (queries: Queries, personId: number) =>
  (await queries.run(codesLeftSql, { person_id: personId }))[0]?.count ?? 0

export const closeChallenge = async (tx: Queries, tokenHash: Uint8Array) =>
  (await tx.run(closeChallengeSql, { token_hash: tokenHash })).length > 0

export const deleteChallenges = async (tx: Queries, personId: number) => {
  await tx.run(deleteChallengesSql, { person_id: personId })
}

export const purge = async (db: Queries, now: Date) => (await db.run(purgeSql, { now })).length
