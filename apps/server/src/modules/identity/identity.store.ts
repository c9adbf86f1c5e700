import type { IdentityState } from '@mi-portal/contract/identity'
import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

export type CheckRow = {
  readonly id: number
  readonly provider: 'embedded' | 'oidc'
  readonly run: string
  readonly state: IdentityState
  /** The questions of the embedded check, or the values that an external provider must return. */
  readonly questions: unknown
  readonly answered: number
  readonly wrong: number
  readonly expires_at: Date
  readonly solem_hash: Uint8Array | null
}

type NewCheck = {
  readonly keyHash: Uint8Array
  readonly provider: 'embedded' | 'oidc'
  readonly run: string
  readonly state: IdentityState
  readonly questions: unknown
  readonly email: string | null
  readonly cellphone: string | null
  readonly now: Date
  readonly expiresAt: Date
}

type Proof = {
  readonly hash: Uint8Array
  readonly expiresAt: Date
  readonly names: string | null
  readonly lastname: string | null
}

const insert = statement<
  { id: number },
  {
    key_hash: Uint8Array
    provider: string
    run: string
    state: IdentityState
    questions: string | null
    email: string | null
    cellphone: string | null
    now: Date
    expires_at: Date
  }
>(
  'identity.insert',
  `insert into identity_checks (key_hash, provider, run, state, questions, email, cellphone, created_at, expires_at, ended_at)
   values (:key_hash, :provider, :run, :state, :questions::jsonb, :email, :cellphone, :now::timestamptz, :expires_at::timestamptz,
     case when :state = 'asking' then null else :now::timestamptz end)
   returning id`,
)
const columns = 'id, provider, run, state, questions, answered, wrong, expires_at, solem_hash'
const byKey = statement<CheckRow, { key_hash: Uint8Array }>(
  'identity.byKey',
  `select ${columns} from identity_checks where key_hash = :key_hash`,
)
const byId = statement<CheckRow, { id: number }>(
  'identity.byId',
  `select ${columns} from identity_checks where id = :id`,
)
const answer = statement<
  { answered: number; wrong: number },
  { id: number; answered: number; wrong: number; now: Date }
>(
  'identity.answer',
  `update identity_checks set answered = answered + 1, wrong = wrong + :wrong::int
   where id = :id and state = 'asking' and answered = :answered and expires_at > :now::timestamptz
   returning answered, wrong`,
)
const storeQuestions = statement<{ id: number }, { id: number; questions: string }>(
  'identity.keep',
  `update identity_checks set questions = :questions::jsonb where id = :id and state = 'asking' returning id`,
)
// The questions are deleted, because they are no longer needed and reveal much about a person.
const end = statement<
  { id: number },
  {
    id: number
    state: IdentityState
    now: Date
    solem_hash: Uint8Array | null
    solem_expires_at: Date | null
    names: string | null
    lastname: string | null
  }
>(
  'identity.end',
  `update identity_checks set state = :state, ended_at = :now::timestamptz, questions = null, solem_hash = :solem_hash,
     solem_expires_at = :solem_expires_at::timestamptz, names = :names, lastname = :lastname
   where id = :id and state = 'asking' returning id`,
)
type SolemOfRun = { readonly solem_hash: Uint8Array; readonly run: string; readonly now: Date }

const proven = statement<{ names: string | null; lastname: string | null }, SolemOfRun>(
  'identity.proven',
  `select names, lastname from identity_checks
   where solem_hash = :solem_hash and run = :run and state = 'verified' and solem_used_at is null
     and solem_expires_at > :now::timestamptz`,
)
const consumeProofStatement = statement<{ id: number }, SolemOfRun>(
  'identity.consumeProof',
  `update identity_checks set solem_used_at = :now::timestamptz
   where solem_hash = :solem_hash and run = :run and state = 'verified' and solem_used_at is null
     and solem_expires_at > :now::timestamptz
   returning id`,
)
const patientOf = statement<{ id: number }, { run: string }>(
  'identity.patientOf',
  'select id from people where document_type_id = 1 and document_number = :run',
)
const forgetContact = statement<never, { person_id: number }>(
  'identity.forgetContact',
  `update identity_checks c set email = null, cellphone = null from people p
   where p.id = :person_id and p.document_type_id = 1 and c.run = p.document_number`,
)
const purge = statement<{ id: number }, { before: Date }>(
  'identity.purge',
  'delete from identity_checks where created_at < :before::timestamptz returning id',
)

export function createIdentityStore(db: Database) {
  return {
    insert: async (check: NewCheck) => {
      await db.run(insert, {
        key_hash: check.keyHash,
        provider: check.provider,
        run: check.run,
        state: check.state,
        questions: check.questions === null ? null : JSON.stringify(check.questions),
        email: check.email,
        cellphone: check.cellphone,
        now: check.now,
        expires_at: check.expiresAt,
      })
    },
    /** Erases the e-mail addresses and phone numbers that a person gave for identity checks. */
    forgetContact: async (tx: Queries, personId: number) => {
      await tx.run(forgetContact, { person_id: personId })
    },
    byKey: async (keyHash: Uint8Array) => (await db.run(byKey, { key_hash: keyHash }))[0] ?? null,
    byId: async (id: number) => (await db.run(byId, { id }))[0] ?? null,
    /**
     * Counts an answer to question number `answered` (from 0); null if it was answered before or the check has ended.
     */
    answer: async (id: number, answered: number, wrong: boolean, now: Date) =>
      (await db.run(answer, { id, answered, wrong: wrong ? 1 : 0, now }))[0] ?? null,
    storeReturnState: async (id: number, returnState: Readonly<Record<string, string>>) =>
      (await db.run(storeQuestions, { id, questions: JSON.stringify(returnState) })).length > 0,
    /** Returns false if the check had ended before. */
    end: async (id: number, state: IdentityState, now: Date, proof: Proof | null = null) =>
      (
        await db.run(end, {
          id,
          state,
          now,
          solem_hash: proof?.hash ?? null,
          solem_expires_at: proof?.expiresAt ?? null,
          names: proof?.names ?? null,
          lastname: proof?.lastname ?? null,
        })
      ).length > 0,
    proven: async (solemHash: Uint8Array, run: string, now: Date) =>
      (await db.run(proven, { solem_hash: solemHash, run, now }))[0] ?? null,
    consumeProof: async (tx: Queries, solemHash: Uint8Array, run: string, now: Date) =>
      (await tx.run(consumeProofStatement, { solem_hash: solemHash, run, now })).length > 0,
    /** Returns the account id of a RUN, for the audit log. */
    patientOf: async (run: string) => (await db.run(patientOf, { run }))[0]?.id ?? null,
    purge: async (before: Date) => (await db.run(purge, { before })).length,
  }
}

export type IdentityStore = ReturnType<typeof createIdentityStore>
