import type { ServiceScope } from '@mi-portal/contract/fhir/fhir'
import { defineSql, relaxed } from '../../../platform/database/statement.ts'
import type { ServiceAccountsSql } from './service-accounts.sql.generated.ts'

const sql = defineSql<ServiceAccountsSql, { scopes: ServiceScope[] }>('serviceAccounts')

const columns = `a.id, a.name, a.scopes, a.created_at, p.first_name || ' ' || p.last_name as created_by!, a.last_used_at,
  a.revoked_at, a.expires_at, a.identifier_systems, a.networks::text[] as networks!`

export const listAccounts = sql('list')`
  select ${columns} from service_accounts a join people p on p.id = a.created_by
  order by a.created_at desc, a.id desc limit 200`

export const insertAccount = sql('add')`
  with a as (
    insert into service_accounts (name, scopes, secret_hash, created_by, created_at, expires_at, identifier_systems,
      networks)
    values (:name, :scopes::text[], :secret_hash, :created_by, :now::timestamptz, :expires_at?::timestamptz,
      :identifier_systems::text[], :networks::text[]::cidr[]) returning *
  ) select ${columns} from a join people p on p.id = a.created_by`

export const revokeAccount = sql('revoke')`
  update service_accounts set revoked_at = :now::timestamptz, revoked_by = :revoked_by
  where id = :id and revoked_at is null returning id`

export const findAccount = sql('find')`select id from service_accounts where id = :id`

export const findAccountOfSecret = sql('bySecret')`
  select id, scopes, identifier_systems, cardinality(networks) = 0 or :ip::inet <<= any(networks) as from_its_network!
  from service_accounts
  where secret_hash = :secret_hash and revoked_at is null and (expires_at is null or expires_at > :now::timestamptz)`

export const markUsed = sql('used')`
  update service_accounts set last_used_at = :now::timestamptz where id = :id and ${relaxed}
    and (last_used_at is null or last_used_at < :now::timestamptz - interval '1 minute')`
