import type { Database, Queries } from '../../../platform/database/database.ts'
import { statement } from '../../../platform/database/statement.ts'

/** Secrets are sealed. `secret` is null until a first one is confirmed. */
type Factor = {
  readonly secret: Uint8Array | null
  readonly next_secret: Uint8Array | null
  readonly confirmed_at: Date | null
}

/** A code has a password hash, or the keyed hash with which earlier versions stored it. */
type RecoveryCode = {
  readonly id: number
  readonly hash: Uint8Array | null
  readonly password_hash: string | null
}

const isOn = statement<{ person_id: number }, { person_id: number }>(
  'secondFactor.isOn',
  'select person_id from second_factors where person_id = :person_id and confirmed_at is not null',
)
const factor = statement<Factor, { person_id: number }>(
  'secondFactor.one',
  'select secret, next_secret, confirmed_at from second_factors where person_id = :person_id',
)
const all = statement<Factor & { person_id: number }>(
  'secondFactor.all',
  'select person_id, secret, next_secret, confirmed_at from second_factors order by person_id',
)
// Changes nothing if the owner has set up another secret in the meantime.
const reseal = statement<
  { person_id: number },
  {
    person_id: number
    former_secret: Uint8Array | null
    former_next_secret: Uint8Array | null
    secret: Uint8Array | null
    next_secret: Uint8Array | null
  }
>(
  'secondFactor.reseal',
  `update second_factors set secret = :secret::bytea, next_secret = :next_secret::bytea
   where person_id = :person_id and secret is not distinct from :former_secret::bytea
     and next_secret is not distinct from :former_next_secret::bytea
   returning person_id`,
)
const begin = statement<never, { person_id: number; next_secret: Uint8Array; now: Date }>(
  'secondFactor.begin',
  `insert into second_factors (person_id, next_secret, created_at) values (:person_id, :next_secret, :now::timestamptz)
   on conflict (person_id) do update set next_secret = excluded.next_secret`,
)
const confirm = statement<
  { person_id: number },
  { person_id: number; next_secret: Uint8Array; now: Date; step: number }
>(
  'secondFactor.confirm',
  `update second_factors set secret = next_secret, next_secret = null, confirmed_at = :now::timestamptz, last_step = :step
   where person_id = :person_id and next_secret = :next_secret returning person_id`,
)
const remove = statement<{ person_id: number }, { person_id: number }>(
  'secondFactor.remove',
  'delete from second_factors where person_id = :person_id and confirmed_at is not null returning person_id',
)
// Of two concurrent calls with the same code, the second finds the step used.
const consumeStep = statement<{ person_id: number }, { person_id: number; step: number }>(
  'secondFactor.spendStep',
  `update second_factors set last_step = :step
   where person_id = :person_id and confirmed_at is not null and last_step < :step returning person_id`,
)
const unusedCodes = statement<RecoveryCode, { person_id: number }>(
  'secondFactor.unusedCodes',
  'select id, hash, password_hash from recovery_codes where person_id = :person_id and used_at is null order by id',
)
// Of two concurrent calls with the same code, the second finds it used.
const consumeRecoveryCode = statement<{ id: number }, { person_id: number; id: number; now: Date }>(
  'secondFactor.spendCode',
  `update recovery_codes set used_at = :now::timestamptz
   where person_id = :person_id and id = :id and used_at is null returning id`,
)
const deleteCodes = statement<never, { person_id: number }>(
  'secondFactor.deleteCodes',
  'delete from recovery_codes where person_id = :person_id',
)
const putCodes = statement<never, { person_id: number; hashes: readonly string[] }>(
  'secondFactor.putCodes',
  'insert into recovery_codes (person_id, password_hash) select :person_id::int, unnest(:hashes::text[])',
)
const codesLeft = statement<{ count: number }, { person_id: number }>(
  'secondFactor.codesLeft',
  'select count(*)::int as count from recovery_codes where person_id = :person_id and used_at is null',
)

type NewChallenge = {
  readonly token_hash: Uint8Array
  readonly person_id: number
  /** Hash of the temporary password that was used, or null. */
  readonly temporary_key_hash: string | null
  readonly now: Date
  readonly expires_at: Date
}

const putChallenge = statement<never, NewChallenge>(
  'secondFactor.putChallenge',
  `insert into sign_in_challenges (token_hash, person_id, temporary_key_hash, created_at, expires_at)
   values (:token_hash, :person_id, :temporary_key_hash, :now::timestamptz, :expires_at::timestamptz)`,
)
const tryChallenge = statement<
  { person_id: number; temporary_key_hash: string | null },
  { token_hash: Uint8Array; now: Date; most: number }
>(
  'secondFactor.tryChallenge',
  `update sign_in_challenges set tries = tries + 1
   where token_hash = :token_hash and expires_at > :now::timestamptz and tries < :most::int
   returning person_id, temporary_key_hash`,
)
const closeChallenge = statement<{ person_id: number }, { token_hash: Uint8Array }>(
  'secondFactor.closeChallenge',
  'delete from sign_in_challenges where token_hash = :token_hash returning person_id',
)
const deleteChallenges = statement<never, { person_id: number }>(
  'secondFactor.deleteChallenges',
  'delete from sign_in_challenges where person_id = :person_id',
)
const deleteTemporaryKey = statement<never, { person_id: number }>(
  'secondFactor.deleteTemporaryKey',
  'delete from temporary_keys where person_id = :person_id',
)
const purge = statement<{ person_id: number }, { now: Date }>(
  'secondFactor.purge',
  'delete from sign_in_challenges where expires_at <= :now::timestamptz returning person_id',
)

const hasPasskey = statement<{ id: number }, { person_id: number }>(
  'secondFactor.hasPasskey',
  'select id from passkeys where person_id = :person_id limit 1',
)

export function createSecondFactorStore(db: Database) {
  return {
    /** Returns whether a person has a passkey, which is a second factor too. */
    hasPasskey: async (personId: number) => (await db.run(hasPasskey, { person_id: personId })).length > 0,
    isOn: async (personId: number) => (await db.run(isOn, { person_id: personId })).length > 0,
    factor: async (queries: Queries, personId: number) =>
      (await queries.run(factor, { person_id: personId }))[0] ?? null,
    all: () => db.run(all, []),
    reseal: async (
      personId: number,
      before: Pick<Factor, 'secret' | 'next_secret'>,
      secret: Uint8Array | null,
      next: Uint8Array | null,
    ) =>
      (
        await db.run(reseal, {
          person_id: personId,
          former_secret: before.secret,
          former_next_secret: before.next_secret,
          secret,
          next_secret: next,
        })
      ).length > 0,
    begin: async (tx: Queries, personId: number, sealed: Uint8Array, now: Date) => {
      await tx.run(begin, { person_id: personId, next_secret: sealed, now })
    },
    /** Returns false if the pending secret is no longer the one that was confirmed. */
    confirm: async (tx: Queries, personId: number, sealed: Uint8Array, now: Date, step: number) =>
      (await tx.run(confirm, { person_id: personId, next_secret: sealed, now, step })).length > 0,
    remove: async (tx: Queries, personId: number) =>
      (await tx.run(remove, { person_id: personId })).length > 0,
    /** Returns false for a step that was used before, or an earlier step. */
    consumeStep: async (tx: Queries, personId: number, step: number) =>
      (await tx.run(consumeStep, { person_id: personId, step })).length > 0,
    unusedCodes: (personId: number) => db.run(unusedCodes, { person_id: personId }),
    /** Returns false for a code that is not the person's or was used before. */
    consumeRecoveryCode: async (tx: Queries, personId: number, id: number, now: Date) =>
      (await tx.run(consumeRecoveryCode, { person_id: personId, id, now })).length > 0,
    /** Replaces all earlier codes; an empty list removes them. */
    replaceCodes: async (tx: Queries, personId: number, hashes: readonly string[]) => {
      await tx.run(deleteCodes, { person_id: personId })
      await tx.run(putCodes, { person_id: personId, hashes })
    },
    codesLeft: async (queries: Queries, personId: number) =>
      (await queries.run(codesLeft, { person_id: personId }))[0]?.count ?? 0,

    putChallenge: async (challenge: NewChallenge) => {
      await db.run(putChallenge, challenge)
    },
    /** Counts an attempt on a challenge; null if the challenge is unknown, has expired or has no attempts left. */
    tryChallenge: async (tokenHash: Uint8Array, now: Date, most: number) =>
      (await db.run(tryChallenge, { token_hash: tokenHash, now, most }))[0] ?? null,
    /** Returns false if the challenge was answered already. */
    closeChallenge: async (tx: Queries, tokenHash: Uint8Array) =>
      (await tx.run(closeChallenge, { token_hash: tokenHash })).length > 0,
    deleteChallenges: async (tx: Queries, personId: number) => {
      await tx.run(deleteChallenges, { person_id: personId })
    },
    deleteTemporaryKey: async (tx: Queries, personId: number) => {
      await tx.run(deleteTemporaryKey, { person_id: personId })
    },
    purge: async (now: Date) => (await db.run(purge, { now })).length,
  }
}

export type SecondFactorStore = ReturnType<typeof createSecondFactorStore>
