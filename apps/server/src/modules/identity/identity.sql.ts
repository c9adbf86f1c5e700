import type { IdentityState } from '@mi-portal/contract/identity'
import { isUndefinedTable } from '../../platform/database/constraint-errors.ts'
import type { Queries } from '../../platform/database/database.ts'
import { defineSql, type Row } from '../../platform/database/statement.ts'
import type { IdentitySql } from './identity.sql.generated.ts'

const sql = defineSql<IdentitySql, { provider: 'embedded' | 'oidc'; state: IdentityState }>('identity')

export type CheckRow = Row<typeof byKey>

export const insert = sql('insert')`
  insert into identity_checks (key_hash, provider, run, state, questions, email, cellphone, created_at, expires_at, ended_at)
  values (:key_hash, :provider, :run, :state, :questions?::jsonb, :email?, :cellphone?, :now::timestamptz, :expires_at::timestamptz,
    case when :state = 'asking' then null else :now::timestamptz end)
  returning id`
const columns = 'id, provider, run, state, questions as questions!, answered, wrong, expires_at, solem_hash'
export const byKey = sql('byKey')`select ${columns} from identity_checks where key_hash = :key_hash`
export const byId = sql('byId')`select ${columns} from identity_checks where id = :id`
/** Counts an answer to question number `answered` (from 0); null if it was answered before or the check has ended. */
export const answer = sql('answer')`
  update identity_checks set answered = answered + 1, wrong = wrong + :wrong::int
  where id = :id and state = 'asking' and answered = :answered and expires_at > :now::timestamptz
  returning answered, wrong`
export const storeReturnState = sql('keep')`
  update identity_checks set questions = :questions::jsonb where id = :id and state = 'asking' returning id`
// The questions are deleted, because they are no longer needed and reveal much about a person.
export const end = sql('end')`
  update identity_checks set state = :state, ended_at = :now::timestamptz, questions = null, solem_hash = :solem_hash?,
    solem_expires_at = :solem_expires_at?::timestamptz, names = :names?, lastname = :lastname?
  where id = :id and state = 'asking' returning id`

export const proven = sql('proven')`
  select names, lastname from identity_checks
  where solem_hash = :solem_hash and run = :run and state = 'verified' and solem_used_at is null
    and solem_expires_at > :now::timestamptz`
const consumeProofStatement = sql('consumeProof')`
  update identity_checks set solem_used_at = :now::timestamptz
  where solem_hash = :solem_hash and run = :run and state = 'verified' and solem_used_at is null
    and solem_expires_at > :now::timestamptz
  returning id`
const findPatientSql = sql('findPatient')`
  select id from people where document_type_id = 1 and document_number = :run`
export const forgetContact = sql('forgetContact')`
  update identity_checks c set email = null, cellphone = null from people p
  where p.id = :person_id and p.document_type_id = 1 and c.run = p.document_number`
const purgeSql = sql('purge')`
  delete from identity_checks where created_at < :before::timestamptz returning id`

const registrySql = sql('registry')`select exists (select from registry_people) as filled!`

export const consumeProof = async (tx: Queries, solemHash: Uint8Array, run: string, now: Date) =>
  (await tx.run(consumeProofStatement, { solem_hash: solemHash, run, now })).length > 0

export const findPatientId = async (db: Queries, run: string) =>
  (await db.run(findPatientSql, { run }))[0]?.id ?? null

export const purge = async (db: Queries, before: Date) => (await db.run(purgeSql, { before })).length

export const hasRegistry = async (db: Queries): Promise<boolean> => {
  try {
    return (await db.run(registrySql, {}))[0]?.filled === true
  } catch (error) {
    if (isUndefinedTable(error)) return false
    throw error
  }
}
