import { passkeyLimits } from '@mi-portal/contract/passkeys'
import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

export type ChallengePurpose = 'register' | 'sign-in' | 'confirm'

type Challenge = {
  readonly challenge_hash: Uint8Array
  readonly purpose: ChallengePurpose
  /** The session that asked for the challenge; null for a sign-in. */
  readonly session_id: number | null
  readonly now: Date
}

export type StoredPasskey = {
  readonly id: number
  readonly person_id: number
  readonly public_key: Uint8Array
  readonly transports: readonly string[]
  readonly name: string
  /** The random name of the account for authenticators. */
  readonly user_handle: Uint8Array
}

type NewPasskey = {
  readonly person_id: number
  readonly credential_id: Uint8Array
  readonly public_key: Uint8Array
  readonly counter: number
  readonly transports: readonly string[]
  readonly name: string
  readonly now: Date
}

export type ListedPasskey = {
  id: number
  name: string
  created_at: Date
  last_used_at: Date | null
  suspended_at: Date | null
}

const list = statement<ListedPasskey, { person_id: number }>(
  'passkeys.list',
  'select id, name, created_at, last_used_at, suspended_at from passkeys where person_id = :person_id order by id',
)
type Descriptor = { credential_id: Uint8Array; transports: string[] }

const descriptors = statement<Descriptor, { person_id: number }>(
  'passkeys.descriptors',
  'select credential_id, transports from passkeys where person_id = :person_id order by id',
)
const usableDescriptors = statement<Descriptor, { person_id: number }>(
  'passkeys.usableDescriptors',
  `select credential_id, transports from passkeys where person_id = :person_id and suspended_at is null order by id`,
)
const insertOwner = statement<never, { person_id: number; user_handle: Uint8Array }>(
  'passkeys.insertOwner',
  `insert into passkey_owners (person_id, user_handle) values (:person_id, :user_handle)
   on conflict (person_id) do nothing`,
)
const owner = statement<{ user_handle: Uint8Array; offer_declined_at: Date | null }, { person_id: number }>(
  'passkeys.owner',
  'select user_handle, offer_declined_at from passkey_owners where person_id = :person_id',
)
const lockOwner = statement<{ person_id: number }, { person_id: number }>(
  'passkeys.lockOwner',
  'select person_id from passkey_owners where person_id = :person_id for update',
)
const declineOffer = statement<never, { person_id: number; now: Date }>(
  'passkeys.declineOffer',
  'update passkey_owners set offer_declined_at = :now::timestamptz where person_id = :person_id',
)
const putChallenge = statement<never, Challenge & { expires_at: Date }>(
  'passkeys.putChallenge',
  `insert into passkey_challenges (challenge_hash, purpose, session_id, expires_at)
   select :challenge_hash, :purpose, :session_id, :expires_at::timestamptz where :now::timestamptz is not null`,
)
const consumeChallenge = statement<{ valid: boolean }, Challenge>(
  'passkeys.consumeChallenge',
  `delete from passkey_challenges where challenge_hash = :challenge_hash
   returning purpose = :purpose and session_id is not distinct from :session_id::int and expires_at > :now::timestamptz as valid`,
)
const purgeChallenges = statement<{ purpose: string }, { now: Date }>(
  'passkeys.purgeChallenges',
  'delete from passkey_challenges where expires_at <= :now::timestamptz returning purpose',
)
/** The caller holds the owner's row, so that concurrent registrations cannot exceed the maximum. */
const insert = statement<{ id: number }, NewPasskey & { most: number }>(
  'passkeys.insert',
  `insert into passkeys (person_id, credential_id, public_key, counter, transports, name, created_at)
   select :person_id, :credential_id, :public_key, :counter, :transports::text[], :name, :now::timestamptz
   where (select count(*) from passkeys where person_id = :person_id) < :most::int
   on conflict (credential_id) do nothing
   returning id`,
)
const byCredential = statement<StoredPasskey, { credential_id: Uint8Array }>(
  'passkeys.byCredential',
  `select k.id, k.person_id, k.public_key, k.transports, k.name, o.user_handle
   from passkeys k join passkey_owners o on o.person_id = k.person_id
   where k.credential_id = :credential_id and k.suspended_at is null`,
)
/** An authenticator that counts has to count further with each use. One that does not count always sends 0. */
const recordUse = statement<{ id: number }, { id: number; counter: number; now: Date }>(
  'passkeys.recordUse',
  `update passkeys set counter = :counter, last_used_at = :now::timestamptz
   where id = :id and suspended_at is null and (counter < :counter or (counter = 0 and :counter = 0)) returning id`,
)
const rename = statement<{ id: number }, { id: number; person_id: number; name: string }>(
  'passkeys.rename',
  'update passkeys set name = :name where id = :id and person_id = :person_id returning id',
)
const remove = statement<{ name: string }, { id: number; person_id: number }>(
  'passkeys.remove',
  'delete from passkeys where id = :id and person_id = :person_id returning name',
)
const removeAll = statement<never, { person_id: number }>(
  'passkeys.removeAll',
  'delete from passkeys where person_id = :person_id',
)
const suspendAddedSince = statement<{ id: number }, { person_id: number; since: Date; now: Date }>(
  'passkeys.suspendAddedSince',
  `update passkeys set suspended_at = :now::timestamptz
   where person_id = :person_id and created_at >= :since::timestamptz and suspended_at is null returning id`,
)
const removeOwner = statement<never, { person_id: number }>(
  'passkeys.removeOwner',
  'delete from passkey_owners where person_id = :person_id',
)

export function createPasskeysStore(db: Database) {
  return {
    list: (personId: number) => db.run(list, { person_id: personId }),
    /** Returns how browsers recognise the passkeys of a person, suspended ones too. */
    descriptors: (personId: number) => db.run(descriptors, { person_id: personId }),
    /** Returns how browsers recognise the passkeys of a person that are not suspended. */
    usableDescriptors: (personId: number) => db.run(usableDescriptors, { person_id: personId }),
    /** Returns the random name of an account for authenticators. `fresh` becomes the name of an account without one. */
    userHandle: async (personId: number, fresh: Uint8Array): Promise<Uint8Array> => {
      await db.run(insertOwner, { person_id: personId, user_handle: fresh })
      return (await db.run(owner, { person_id: personId }))[0]?.user_handle ?? fresh
    },
    hasDeclinedOffer: async (personId: number) =>
      (await db.run(owner, { person_id: personId }))[0]?.offer_declined_at != null,
    /** Records that a person declined the offer. `fresh` becomes the random name of an account without one. */
    declineOffer: async (personId: number, fresh: Uint8Array, now: Date) => {
      await db.run(insertOwner, { person_id: personId, user_handle: fresh })
      await db.run(declineOffer, { person_id: personId, now })
    },
    putChallenge: async (challenge: Challenge) => {
      const expires_at = new Date(challenge.now.getTime() + passkeyLimits.minutes * 60_000)
      await db.run(putChallenge, { ...challenge, expires_at })
    },
    /** Uses a challenge up. Returns whether it was given for this purpose and session and has not expired. */
    consumeChallenge: async (challenge: Challenge) =>
      (await db.run(consumeChallenge, challenge))[0]?.valid === true,
    /** Removes expired challenges; returns how many. */
    purgeChallenges: async (now: Date) => (await db.run(purgeChallenges, { now })).length,
    /** Returns the new id, or null if the account has the maximum of passkeys or the credential exists. */
    insert: async (tx: Queries, passkey: NewPasskey) => {
      await tx.run(lockOwner, { person_id: passkey.person_id })
      return (await tx.run(insert, { ...passkey, most: passkeyLimits.perAccount }))[0]?.id ?? null
    },
    /** Returns the passkey with this credential; null if it is unknown or suspended. */
    byCredential: async (credentialId: Uint8Array) =>
      (await db.run(byCredential, { credential_id: credentialId }))[0] ?? null,
    /**
     * Stores a use and its counter. Returns false if the counter did not go on, or the passkey was removed or suspended
     * meanwhile.
     */
    recordUse: async (tx: Queries, id: number, counter: number, now: Date) =>
      (await tx.run(recordUse, { id, counter, now })).length > 0,
    /** Returns false if the person has no such passkey. */
    rename: async (personId: number, id: number, name: string) =>
      (await db.run(rename, { id, person_id: personId, name })).length > 0,
    /** Returns the name of the removed passkey, or null if the person has no such passkey. */
    remove: async (tx: Queries, personId: number, id: number) =>
      (await tx.run(remove, { id, person_id: personId }))[0]?.name ?? null,
    /** Suspends the passkeys that a person added since an instant; returns how many. */
    suspendAddedSince: async (tx: Queries, personId: number, since: Date, now: Date) =>
      (await tx.run(suspendAddedSince, { person_id: personId, since, now })).length,
    /** Removes everything about the passkeys of a person. */
    forget: async (tx: Queries, personId: number) => {
      await tx.run(removeAll, { person_id: personId })
      await tx.run(removeOwner, { person_id: personId })
    },
  }
}

export type PasskeysStore = ReturnType<typeof createPasskeysStore>
