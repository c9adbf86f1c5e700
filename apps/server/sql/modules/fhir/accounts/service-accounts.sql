-- serviceAccounts.list
select a.id, a.name, a.scopes, a.created_at, p.first_name || ' ' || p.last_name as created_by, a.last_used_at,
  a.revoked_at, a.expires_at, a.identifier_systems, a.networks::text[] as networks from service_accounts a join people p on p.id = a.created_by
  order by a.created_at desc, a.id desc limit 200;

-- serviceAccounts.add $1=name $2=scopes $3=secret_hash $4=created_by $5=now $6=expires_at $7=identifier_systems $8=networks
with a as (
    insert into service_accounts (name, scopes, secret_hash, created_by, created_at, expires_at, identifier_systems,
      networks)
    values ($1, $2::text[], $3, $4, $5::timestamptz, $6::timestamptz,
      $7::text[], $8::text[]::cidr[]) returning *
  ) select a.id, a.name, a.scopes, a.created_at, p.first_name || ' ' || p.last_name as created_by, a.last_used_at,
  a.revoked_at, a.expires_at, a.identifier_systems, a.networks::text[] as networks from a join people p on p.id = a.created_by;

-- serviceAccounts.used $1=now $2=id
update service_accounts set last_used_at = $1::timestamptz where id = $2 and set_config('synchronous_commit', 'off', true) is not null
    and (last_used_at is null or last_used_at < $1::timestamptz - interval '1 minute');
