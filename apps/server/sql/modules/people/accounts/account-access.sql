-- accounts.setPermissions $1=rol $2=permission_set $3=site_ids $4=now $5=id $6=updated_at
update people set rol = $1, permission_set = $2::text, site_ids = $3::int[], updated_at = greatest($4::timestamptz, updated_at + interval '1 millisecond')
  where id = $5 and rol <> 'STANDART_ROLE' and date_trunc('milliseconds', updated_at) = $6::timestamptz
  returning id;

-- accounts.lock $1=now $2=id
update people set locked_at = $1::timestamptz, email_pending = null, updated_at = greatest($1::timestamptz, updated_at + interval '1 millisecond')
  where id = $2 and deleted_at is null and locked_at is null returning id;

-- accounts.freezeRecovery $1=now $2=id
update people set recovery_frozen_at = coalesce(recovery_frozen_at, $1::timestamptz), email_pending = null, updated_at = greatest($1::timestamptz, updated_at + interval '1 millisecond')
  where id = $2;

-- accounts.unlock $1=recovery_held_until $2=now $3=id
update people set locked_at = null, recovery_frozen_at = null,
    recovery_held_until = case when recovery_held_until is not null then $1::timestamptz end,
    password_hash = case when locked_at is not null and email is not null then null else password_hash end, updated_at = greatest($2::timestamptz, updated_at + interval '1 millisecond')
  where id = $3 and (locked_at is not null or recovery_frozen_at is not null) returning id;

-- accounts.disable $1=now $2=id
update people set status = 2, pending_since = null, pending_due_at = null, updated_at = greatest($1::timestamptz, updated_at + interval '1 millisecond') where id = $2 and status <> 2 returning id;

-- accounts.enableStaff $1=now $2=id
update people set status = 1, updated_at = greatest($1::timestamptz, updated_at + interval '1 millisecond')
  where id = $2 and rol <> 'STANDART_ROLE' and status = 2 and deleted_at is null returning id;

-- accounts.recordDeath $1=id $2=now $3=on $4=source
with before as (
    select id, deceased_at from people where id = $1 and rol = 'STANDART_ROLE' for update
  )
  update people p set deceased_at = coalesce(p.deceased_at, $2::timestamptz), deceased_on = coalesce(p.deceased_on, $3::date),
    deceased_source = coalesce(p.deceased_source, $4), email_pending = null, updated_at = greatest($2::timestamptz, updated_at + interval '1 millisecond')
  from before where p.id = before.id returning before.deceased_at is null as is_new;

-- accounts.correctDeath $1=now $2=id
update people set deceased_at = null, deceased_on = null, deceased_source = null, updated_at = greatest($1::timestamptz, updated_at + interval '1 millisecond')
  where id = $2 and deceased_at is not null returning id;
