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

-- serviceAccounts.revoke $1=now $2=revoked_by $3=id
update service_accounts set revoked_at = $1::timestamptz, revoked_by = $2
  where id = $3 and revoked_at is null returning id;

-- serviceAccounts.find $1=id
select id from service_accounts where id = $1;

-- serviceAccounts.bySecret $1=ip $2=secret_hash $3=now
select id, scopes, identifier_systems, cardinality(networks) = 0 or $1::inet <<= any(networks) as from_its_network
  from service_accounts
  where secret_hash = $2 and revoked_at is null and (expires_at is null or expires_at > $3::timestamptz);

-- serviceAccounts.used $1=now $2=id
update service_accounts set last_used_at = $1::timestamptz where id = $2 and set_config('synchronous_commit', 'off', true) is not null
    and (last_used_at is null or last_used_at < $1::timestamptz - interval '1 minute');
