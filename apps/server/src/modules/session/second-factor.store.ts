import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

/** Secrets are sealed; `secret` is null until a first one was confirmed. */
type Factor = {
  readonly secret: Uint8Array | null
  readonly next_secret: Uint8Array | null
  readonly confirmed_at: Date | null
}

const isOn = statement<{ person_id: number }>(
  'secondFactor.isOn',
  'select person_id from second_factors where person_id = $1 and confirmed_at is not null',
)
const factor = statement<Factor>(
  'secondFactor.one',
  'select secret, next_secret, confirmed_at from second_factors where person_id = $1',
)
const all = statement<Factor & { person_id: number }>(
  'secondFactor.all',
  'select person_id, secret, next_secret, confirmed_at from second_factors order by person_id',
)
// Whoever sets up another meanwhile comes first.
const reseal = statement<{ person_id: number }>(
  'secondFactor.reseal',
  `update second_factors set secret = $4::bytea, next_secret = $5::bytea
   where person_id = $1 and secret is not distinct from $2::bytea and next_secret is not distinct from $3::bytea
   returning person_id`,
)
const begin = statement<never>(
  'secondFactor.begin',
  `insert into second_factors (person_id, next_secret, created_at) values ($1, $2, $3::timestamptz)
   on conflict (person_id) do update set next_secret = excluded.next_secret`,
)
const confirm = statement<{ person_id: number }>(
  'secondFactor.confirm',
  `update second_factors set secret = next_secret, next_secret = null, confirmed_at = $3::timestamptz, last_step = $4
   where person_id = $1 and next_secret = $2 returning person_id`,
)
const remove = statement<{ person_id: number }>(
  'secondFactor.remove',
  'delete from second_factors where person_id = $1 and confirmed_at is not null returning person_id',
)
// Of two calls with the same code one comes first, and the other finds the step used up.
const spendStep = statement<{ person_id: number }>(
  'secondFactor.spendStep',
  `update second_factors set last_step = $2
   where person_id = $1 and confirmed_at is not null and last_step < $2 returning person_id`,
)
const spendCode = statement<{ person_id: number }>(
  'secondFactor.spendCode',
  `update recovery_codes set used_at = $3::timestamptz
   where person_id = $1 and hash = $2 and used_at is null returning person_id`,
)
const dropCodes = statement<never>(
  'secondFactor.dropCodes',
  'delete from recovery_codes where person_id = $1',
)
const putCode = statement<never>(
  'secondFactor.putCode',
  'insert into recovery_codes (person_id, hash) values ($1, $2)',
)
const codesLeft = statement<{ count: number }>(
  'secondFactor.codesLeft',
  'select count(*)::int as count from recovery_codes where person_id = $1 and used_at is null',
)

const putChallenge = statement<never>(
  'secondFactor.putChallenge',
  `insert into sign_in_challenges (token_hash, person_id, temporary_key_hash, created_at, expires_at)
   values ($1, $2, $3, $4::timestamptz, $5::timestamptz)`,
)
const tryChallenge = statement<{ person_id: number; temporary_key_hash: string | null }>(
  'secondFactor.tryChallenge',
  `update sign_in_challenges set tries = tries + 1
   where token_hash = $1 and expires_at > $2::timestamptz and tries < $3::int
   returning person_id, temporary_key_hash`,
)
const closeChallenge = statement<{ person_id: number }>(
  'secondFactor.closeChallenge',
  'delete from sign_in_challenges where token_hash = $1 returning person_id',
)
const dropChallenges = statement<never>(
  'secondFactor.dropChallenges',
  'delete from sign_in_challenges where person_id = $1',
)
const purge = statement<{ person_id: number }>(
  'secondFactor.purge',
  'delete from sign_in_challenges where expires_at <= $1::timestamptz returning person_id',
)

export function secondFactorStore(db: Database) {
  return {
    isOn: async (personId: number) => (await db.run(isOn, [personId])).length > 0,
    factor: async (queries: Queries, personId: number) => (await queries.run(factor, [personId]))[0] ?? null,
    all: () => db.run(all, []),
    reseal: async (
      personId: number,
      before: Pick<Factor, 'secret' | 'next_secret'>,
      secret: Uint8Array | null,
      next: Uint8Array | null,
    ) => (await db.run(reseal, [personId, before.secret, before.next_secret, secret, next])).length > 0,
    begin: async (tx: Queries, personId: number, sealed: Uint8Array, now: Date) => {
      await tx.run(begin, [personId, sealed, now])
    },
    /** False when the new secret is no longer the one that was confirmed. */
    confirm: async (tx: Queries, personId: number, sealed: Uint8Array, now: Date, step: number) =>
      (await tx.run(confirm, [personId, sealed, now, step])).length > 0,
    remove: async (tx: Queries, personId: number) => (await tx.run(remove, [personId])).length > 0,
    /** False for a step that was used before, or one earlier than that. */
    spendStep: async (tx: Queries, personId: number, step: number) =>
      (await tx.run(spendStep, [personId, step])).length > 0,
    /** False for a code that is not theirs or was used before. */
    spendCode: async (tx: Queries, personId: number, hash: Uint8Array, now: Date) =>
      (await tx.run(spendCode, [personId, hash, now])).length > 0,
    /** In place of all codes before; none where the list is empty. */
    replaceCodes: async (tx: Queries, personId: number, hashes: readonly Uint8Array[]) => {
      await tx.run(dropCodes, [personId])
      for (const hash of hashes) await tx.run(putCode, [personId, hash])
    },
    codesLeft: async (queries: Queries, personId: number) =>
      (await queries.run(codesLeft, [personId]))[0]?.count ?? 0,

    putChallenge: async (challenge: {
      tokenHash: Uint8Array
      personId: number
      keyHash: string | null
      now: Date
      until: Date
    }) => {
      await db.run(putChallenge, [
        challenge.tokenHash,
        challenge.personId,
        challenge.keyHash,
        challenge.now,
        challenge.until,
      ])
    },
    /** Counts a try of a challenge; null when it ran out, of time or of tries. */
    tryChallenge: async (tokenHash: Uint8Array, now: Date, most: number) =>
      (await db.run(tryChallenge, [tokenHash, now, most]))[0] ?? null,
    /** False when it has been answered already. */
    closeChallenge: async (tx: Queries, tokenHash: Uint8Array) =>
      (await tx.run(closeChallenge, [tokenHash])).length > 0,
    dropChallenges: async (tx: Queries, personId: number) => {
      await tx.run(dropChallenges, [personId])
    },
    purge: async (now: Date) => (await db.run(purge, [now])).length,
  }
}

export type SecondFactorStore = ReturnType<typeof secondFactorStore>
