import { passkeyLimits } from '@mi-portal/contract/passkeys/passkeys'
import type { Queries } from '../../platform/database/database.ts'
import { defineSql, type Given, type Row } from '../../platform/database/statement.ts'
import type { PasskeysSql } from './passkeys.sql.generated.ts'

const sql = defineSql<PasskeysSql>('passkeys')

export type ChallengePurpose = 'register' | 'sign-in' | 'confirm'

type Challenge = Given<typeof consumeChallengeSql> & { readonly purpose: ChallengePurpose }

export type StoredPasskey = Row<typeof byCredential>

export type ListedPasskey = Row<typeof list>

export const list = sql('list')`
  select id, name, created_at, last_used_at, suspended_at from passkeys where person_id = :person_id order by id`

export const descriptors = sql('descriptors')`
  select credential_id, transports from passkeys where person_id = :person_id order by id`
export const usableDescriptors = sql('usableDescriptors')`
  select credential_id, transports from passkeys where person_id = :person_id and suspended_at is null order by id`
const insertOwner = sql('insertOwner')`
  insert into passkey_owners (person_id, user_handle) values (:person_id, :user_handle)
  on conflict (person_id) do nothing`
const owner = sql('owner')`
  select user_handle, offer_declined_at from passkey_owners where person_id = :person_id`
const lockOwner = sql('lockOwner')`
  select person_id from passkey_owners where person_id = :person_id for update`
const declineOfferSql = sql('declineOffer')`
  update passkey_owners set offer_declined_at = :now::timestamptz where person_id = :person_id`
const putChallengeSql = sql('putChallenge')`
  insert into passkey_challenges (challenge_hash, purpose, session_id, expires_at)
  select :challenge_hash, :purpose, :session_id?, :expires_at::timestamptz where :now::timestamptz is not null`
const consumeChallengeSql = sql('consumeChallenge')`
  delete from passkey_challenges where challenge_hash = :challenge_hash
  returning purpose = :purpose and session_id is not distinct from :session_id?::int and expires_at > :now::timestamptz as valid!`
const purgeChallengesSql = sql('purgeChallenges')`
  delete from passkey_challenges where expires_at <= :now::timestamptz returning purpose`
/** The caller holds the owner's row, so that concurrent registrations cannot exceed the maximum. */
const insertSql = sql('insert')`
  insert into passkeys (person_id, credential_id, public_key, counter, transports, name, created_at)
  select :person_id, :credential_id, :public_key, :counter, :transports::text[], :name, :now::timestamptz
  where (select count(*) from passkeys where person_id = :person_id) < :most::int
  on conflict (credential_id) do nothing
  returning id`
export const byCredential = sql('byCredential')`
  select k.id, k.person_id, k.public_key, k.transports, k.name, o.user_handle
  from passkeys k join passkey_owners o on o.person_id = k.person_id
  where k.credential_id = :credential_id and k.suspended_at is null`
/** An authenticator that counts has to count further with each use. One that does not count always sends 0. */
export const recordUse = sql('recordUse')`
  update passkeys set counter = :counter, last_used_at = :now::timestamptz
  where id = :id and suspended_at is null and (counter < :counter or (counter = 0 and :counter = 0)) returning id`
export const rename = sql('rename')`
  update passkeys set name = :name where id = :id and person_id = :person_id returning id`
const removeSql = sql('remove')`delete from passkeys where id = :id and person_id = :person_id returning name`
const removeAll = sql('removeAll')`delete from passkeys where person_id = :person_id`
const suspendAddedSinceSql = sql('suspendAddedSince')`
  update passkeys set suspended_at = :now::timestamptz
  where person_id = :person_id and created_at >= :since::timestamptz and suspended_at is null returning id`
const removeOwner = sql('removeOwner')`delete from passkey_owners where person_id = :person_id`

/** Returns the random name of an account for authenticators. `fresh` becomes the name of an account without one. */
export const userHandle = async (db: Queries, personId: number, fresh: Uint8Array): Promise<Uint8Array> => {
  await db.run(insertOwner, { person_id: personId, user_handle: fresh })
  return (await db.run(owner, { person_id: personId }))[0]?.user_handle ?? fresh
}

export const hasDeclinedOffer = async (db: Queries, personId: number) =>
  (await db.run(owner, { person_id: personId }))[0]?.offer_declined_at != null

export const declineOffer = async (db: Queries, personId: number, fresh: Uint8Array, now: Date) => {
  await db.run(insertOwner, { person_id: personId, user_handle: fresh })
  await db.run(declineOfferSql, { person_id: personId, now })
}

export const putChallenge = async (db: Queries, challenge: Challenge) => {
  const expires_at = new Date(challenge.now.getTime() + passkeyLimits.minutes * 60_000)
  await db.run(putChallengeSql, { ...challenge, expires_at })
}

export const consumeChallenge = async (db: Queries, challenge: Challenge) =>
  (await db.run(consumeChallengeSql, challenge))[0]?.valid === true

export const purgeChallenges = async (db: Queries, now: Date) =>
  (await db.run(purgeChallengesSql, { now })).length

export const insert = async (tx: Queries, passkey: Omit<Given<typeof insertSql>, 'most'>) => {
  await tx.run(lockOwner, { person_id: passkey.person_id })
  return (await tx.run(insertSql, { ...passkey, most: passkeyLimits.perAccount }))[0]?.id ?? null
}

export const remove = async (tx: Queries, personId: number, id: number) =>
  (await tx.run(removeSql, { id, person_id: personId }))[0]?.name ?? null

export const suspendAddedSince = async (tx: Queries, personId: number, since: Date, now: Date) =>
  (await tx.run(suspendAddedSinceSql, { person_id: personId, since, now })).length

export const forget = async (tx: Queries, personId: number) => {
  await tx.run(removeAll, { person_id: personId })
  await tx.run(removeOwner, { person_id: personId })
}
