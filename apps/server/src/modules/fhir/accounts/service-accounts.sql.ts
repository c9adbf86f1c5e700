import type { ServiceScope } from '@mi-portal/contract/fhir'
import type { Database, Queries } from '../../../platform/database/database.ts'
import { defineSql, type Row, relaxed } from '../../../platform/database/statement.ts'
import type { ServiceAccountsSql } from './service-accounts.sql.generated.ts'

const sql = defineSql<
  ServiceAccountsSql,
  {
    scopes: readonly (
      | 'system/Patient.write'
      | 'system/Appointment.write'
      | 'system/DiagnosticReport.write'
      | 'system/Observation.write'
      | 'system/DocumentReference.write'
      | 'system/*.override'
    )[]
  }
>('serviceAccounts')

export type AccountRow = Row<typeof listSql>

type NewAccount = {
  readonly name: string
  readonly scopes: readonly ServiceScope[]
  readonly secretHash: Uint8Array
  readonly createdBy: number
  readonly expiresAt: Date | null
  readonly identifierSystems: readonly string[]
  readonly networks: readonly string[]
}

const columns = `a.id, a.name, a.scopes, a.created_at, p.first_name || ' ' || p.last_name as created_by!, a.last_used_at,
  a.revoked_at, a.expires_at, a.identifier_systems, a.networks::text[] as networks!`
const listSql = sql(
  'list',
  `select ${columns} from service_accounts a join people p on p.id = a.created_by
   order by a.created_at desc, a.id desc limit 200`,
)
const addSql = sql(
  'add',
  `with a as (
     insert into service_accounts (name, scopes, secret_hash, created_by, created_at, expires_at, identifier_systems,
       networks)
     values (:name, :scopes::text[], :secret_hash, :created_by, :now::timestamptz, :expires_at?::timestamptz,
       :identifier_systems::text[], :networks::text[]::cidr[]) returning *
   ) select ${columns} from a join people p on p.id = a.created_by`,
)
const revokeSql = sql(
  'revoke',
  `update service_accounts set revoked_at = :now::timestamptz, revoked_by = :revoked_by
   where id = :id and revoked_at is null returning id`,
)
const existsSql = sql('exists', 'select id from service_accounts where id = :id')
const bySecretSql = sql(
  'bySecret',
  `select id, scopes, identifier_systems, cardinality(networks) = 0 or :ip::inet <<= any(networks) as from_its_network!
   from service_accounts
   where secret_hash = :secret_hash and revoked_at is null and (expires_at is null or expires_at > :now::timestamptz)`,
)
const usedSql = sql(
  'used',
  `update service_accounts set last_used_at = :now::timestamptz where id = :id and ${relaxed}
     and (last_used_at is null or last_used_at < :now::timestamptz - interval '1 minute')`,
)

export const list = (db: Queries) => db.run(listSql, {})

export const add = async (tx: Queries, draft: NewAccount, now: Date): Promise<AccountRow> => {
  const [row] = await tx.run(addSql, {
    name: draft.name,
    scopes: draft.scopes,
    secret_hash: draft.secretHash,
    created_by: draft.createdBy,
    now,
    expires_at: draft.expiresAt,
    identifier_systems: draft.identifierSystems,
    networks: draft.networks,
  })
  if (row === undefined) throw new Error('service accounts: the insert returned no row')
  return row
}

/** Returns false if the account is revoked already or does not exist. */
export const revoke = async (tx: Queries, id: number, by: number, now: Date) =>
  (await tx.run(revokeSql, { id, now, revoked_by: by })).length > 0

export const exists = async (tx: Queries, id: number) => (await tx.run(existsSql, { id })).length > 0

export const bySecret = async (db: Database, hash: Uint8Array, now: Date, ip: string) =>
  (await db.withLongLimits.run(bySecretSql, { secret_hash: hash, now, ip }))[0] ?? null

export const used = async (db: Database, id: number, now: Date) => {
  await db.withLongLimits.run(usedSql, { id, now })
}
