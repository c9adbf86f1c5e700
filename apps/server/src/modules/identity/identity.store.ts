import type { IdentityState } from '@mi-portal/contract/identity'
import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

export type CheckRow = {
  readonly id: number
  readonly provider: 'embedded' | 'oidc'
  readonly run: string
  readonly state: IdentityState
  /** Questions of the embedded provider, or what a provider elsewhere must give back. */
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
  readonly email: string
  readonly cellphone: string
  readonly now: Date
  readonly expiresAt: Date
}

type Proof = {
  readonly hash: Uint8Array
  readonly expiresAt: Date
  readonly names: string | null
  readonly lastname: string | null
}

const insert = statement<{ id: number }>(
  'identity.insert',
  `insert into identity_checks (key_hash, provider, run, state, questions, email, cellphone, created_at, expires_at, ended_at)
   values ($1, $2, $3, $4, $5::jsonb, $6, $7, $8::timestamptz, $9::timestamptz,
     case when $4 = 'asking' then null else $8::timestamptz end)
   returning id`,
)
const columns = 'id, provider, run, state, questions, answered, wrong, expires_at, solem_hash'
const byKey = statement<CheckRow>(
  'identity.byKey',
  `select ${columns} from identity_checks where key_hash = $1`,
)
const byId = statement<CheckRow>('identity.byId', `select ${columns} from identity_checks where id = $1`)
const answer = statement<{ answered: number; wrong: number }>(
  'identity.answer',
  `update identity_checks set answered = answered + 1, wrong = wrong + $3::int
   where id = $1 and state = 'asking' and answered = $2 and expires_at > $4::timestamptz
   returning answered, wrong`,
)
const keep = statement<{ id: number }>(
  'identity.keep',
  `update identity_checks set questions = $2::jsonb where id = $1 and state = 'asking' returning id`,
)
// What was asked is of no use any more, and says much about a person.
const end = statement<{ id: number }>(
  'identity.end',
  `update identity_checks set state = $2, ended_at = $3::timestamptz, questions = null, solem_hash = $4,
     solem_expires_at = $5::timestamptz, names = $6, lastname = $7
   where id = $1 and state = 'asking' returning id`,
)
const proven = statement<{ names: string | null; lastname: string | null }>(
  'identity.proven',
  `select names, lastname from identity_checks
   where solem_hash = $1 and run = $2 and state = 'verified' and solem_used_at is null
     and solem_expires_at > $3::timestamptz`,
)
const spend = statement<{ id: number }>(
  'identity.spend',
  `update identity_checks set solem_used_at = $3::timestamptz
   where solem_hash = $1 and run = $2 and state = 'verified' and solem_used_at is null
     and solem_expires_at > $3::timestamptz
   returning id`,
)
const patientOf = statement<{ id: number }>(
  'identity.patientOf',
  'select id from people where document_type_id = 1 and document_number = $1',
)
const purge = statement<{ id: number }>(
  'identity.purge',
  'delete from identity_checks where created_at < $1::timestamptz returning id',
)

export function identityStore(db: Database) {
  return {
    insert: async (check: NewCheck) => {
      await db.run(insert, [
        check.keyHash,
        check.provider,
        check.run,
        check.state,
        check.questions === null ? null : JSON.stringify(check.questions),
        check.email,
        check.cellphone,
        check.now,
        check.expiresAt,
      ])
    },
    byKey: async (keyHash: Uint8Array) => (await db.run(byKey, [keyHash]))[0] ?? null,
    byId: async (id: number) => (await db.run(byId, [id]))[0] ?? null,
    /** Counts an answer to question number `answered` (from 0); null when somebody answered it before, or it is too late. */
    answer: async (id: number, answered: number, wrong: boolean, now: Date) =>
      (await db.run(answer, [id, answered, wrong ? 1 : 0, now]))[0] ?? null,
    keep: async (id: number, kept: Readonly<Record<string, string>>) =>
      (await db.run(keep, [id, JSON.stringify(kept)])).length > 0,
    /** False when it had ended before. */
    end: async (id: number, state: IdentityState, now: Date, proof: Proof | null = null) =>
      (
        await db.run(end, [
          id,
          state,
          now,
          proof?.hash ?? null,
          proof?.expiresAt ?? null,
          proof?.names ?? null,
          proof?.lastname ?? null,
        ])
      ).length > 0,
    proven: async (solemHash: Uint8Array, run: string, now: Date) =>
      (await db.run(proven, [solemHash, run, now]))[0] ?? null,
    spend: async (tx: Queries, solemHash: Uint8Array, run: string, now: Date) =>
      (await tx.run(spend, [solemHash, run, now])).length > 0,
    /** The number of the account of a run, for the audit trail. */
    patientOf: async (run: string) => (await db.run(patientOf, [run]))[0]?.id ?? null,
    purge: async (before: Date) => (await db.run(purge, [before])).length,
  }
}

export type IdentityStore = ReturnType<typeof identityStore>
