-- session.open $1=now $2=adult_birth $3=reserve_birth $4=staff_need_factor $5=token_hash $6=action $7=object $8=ip $9=request_id $10=may_lack_consent $11=needs_confirmation $12=patient_id
with found as (
    select s.id, s.person_id, p.rol, p.permission_set, p.site_ids, p.document_type_id, s.temporary_key, s.ended_by, s.last_used_at,
       s.ended_at is null and s.expires_at > $1::timestamptz
     and s.last_used_at + make_interval(mins => s.idle_minutes) > $1::timestamptz
         and s.last_used_at < $1::timestamptz + interval '5 minutes'
     and is_open(p) and not has_outgrown_access(p, $2::date, $3::date) as live,
       coalesce(p.date_birth > $2::date, false) as is_minor,
       $4::boolean and p.rol <> 'STANDART_ROLE' and not s.has_factor as lacks_factor, p.rol = 'STANDART_ROLE' and s.lacks_consent as lacks_consent,
       coalesce(s.confirmed_at, s.created_at) > $1::timestamptz - interval '15 minutes'
       and coalesce(s.confirmed_at, s.created_at) < $1::timestamptz + interval '5 minutes' as is_confirmed
     from sessions s join people p on p.id = s.person_id
     where s.token_hash = $5 and set_config('synchronous_commit', 'off', true) is not null
  ), pushed as (
    update sessions s set last_used_at = $1::timestamptz
    where s.id in (
      select o.id from sessions o join found f on f.id = o.id
      where f.live and f.last_used_at < $1::timestamptz - interval '1 minute'
      for no key update of o skip locked)
  ), noted as (
    insert into audit_events (at, actor_id, actor_role, action, patient_id, object, outcome, ip, request_id, detail)
   select $1::timestamptz, f.person_id, f.rol, $6, f.person_id, $7, 'done', $8::inet, $9, null::jsonb
       from found f
       where $6::text is not null and f.live and f.rol = 'STANDART_ROLE' and not f.temporary_key
         and (not f.lacks_consent or $10::boolean)
         and (f.is_confirmed or not $11::boolean)
         and ($12::int is null or $12::int = f.person_id)
  )
  select id, person_id, rol, permission_set, site_ids, document_type_id, is_minor, temporary_key, lacks_factor, lacks_consent,
    is_confirmed, ended_by, live from found;

-- session.peek $1=now $2=adult_birth $3=reserve_birth $4=staff_need_factor $5=token_hash
select s.id, s.person_id, p.rol, p.permission_set, p.site_ids, p.document_type_id, s.temporary_key, s.ended_by, s.last_used_at,
       s.ended_at is null and s.expires_at > $1::timestamptz
     and s.last_used_at + make_interval(mins => s.idle_minutes) > $1::timestamptz
         and s.last_used_at < $1::timestamptz + interval '5 minutes'
     and is_open(p) and not has_outgrown_access(p, $2::date, $3::date) as live,
       coalesce(p.date_birth > $2::date, false) as is_minor,
       $4::boolean and p.rol <> 'STANDART_ROLE' and not s.has_factor as lacks_factor, p.rol = 'STANDART_ROLE' and s.lacks_consent as lacks_consent,
       coalesce(s.confirmed_at, s.created_at) > $1::timestamptz - interval '15 minutes'
       and coalesce(s.confirmed_at, s.created_at) < $1::timestamptz + interval '5 minutes' as is_confirmed
     from sessions s join people p on p.id = s.person_id
     where s.token_hash = $5;

-- session.byId $1=adult_birth $2=now $3=reserve_birth $4=id
select s.id, s.person_id, p.rol, p.permission_set, p.site_ids, p.document_type_id, coalesce(p.date_birth > $1::date, false) as is_minor,
    s.temporary_key, s.ended_by, p.rol = 'STANDART_ROLE' and s.lacks_consent as lacks_consent,
    s.ended_at is null and s.expires_at > $2::timestamptz
     and s.last_used_at + make_interval(mins => s.idle_minutes) > $2::timestamptz
         and s.last_used_at < $2::timestamptz + interval '5 minutes'
     and is_open(p) and not has_outgrown_access(p, $1::date, $3::date) as live
  from sessions s join people p on p.id = s.person_id where s.id = $4;

-- session.alive $1=id $2=now $3=adult_birth $4=reserve_birth
select s.id from sessions s join people p on p.id = s.person_id
  where s.id = $1 and s.ended_at is null and s.expires_at > $2::timestamptz
     and s.last_used_at + make_interval(mins => s.idle_minutes) > $2::timestamptz
         and s.last_used_at < $2::timestamptz + interval '5 minutes'
     and is_open(p) and not has_outgrown_access(p, $3::date, $4::date);

-- session.findAlive $1=ids $2=now $3=adult_birth $4=reserve_birth
select s.id from sessions s join people p on p.id = s.person_id
  where s.id = any($1::int[]) and s.ended_at is null and s.expires_at > $2::timestamptz
     and s.last_used_at + make_interval(mins => s.idle_minutes) > $2::timestamptz
         and s.last_used_at < $2::timestamptz + interval '5 minutes'
     and is_open(p) and not has_outgrown_access(p, $3::date, $4::date);

-- session.end $1=now $2=ended_by $3=id
update sessions set ended_at = $1::timestamptz, ended_by = $2 where id = $3 and ended_at is null
  returning person_id, pg_notify('portal_sessions_ended', id::text) as published;

-- session.endOthers $1=now $2=ended_by $3=person_id $4=kept_id
update sessions set ended_at = $1::timestamptz, ended_by = $2
  where person_id = $3 and ended_at is null and id <> $4
  returning expires_at > $1::timestamptz
    and last_used_at + make_interval(mins => idle_minutes) > $1::timestamptz as live,
    device_hash, pg_notify('portal_sessions_ended', id::text) as published;

-- session.insertAlone $1=now $2=person_id $3=device_hash $4=token_hash $5=temporary_key_hash $6=idle_minutes $7=expires_at $8=passkey_verified $9=actor_role $10=ip $11=request_id $12=detail
with known as (
    update known_devices set seen_at = $1::timestamptz where person_id = $2 and device_hash = $3
    returning person_id
  ), first as (
    insert into known_devices (person_id, device_hash, seen_at)
    select $2, $3, $1::timestamptz
    where (select count(*) from known_devices where person_id = $2) = 0
    on conflict do nothing
    returning person_id
  ), opened as (
    insert into sessions (person_id, token_hash, temporary_key, temporary_key_hash, idle_minutes, created_at,
      last_used_at, expires_at, device_hash, passkey_verified)
    select person_id, $4, $5::text is not null, $5, $6,
      $1::timestamptz, $1::timestamptz, $7::timestamptz, $3, $8::boolean
    from (select person_id from known union all select person_id from first) as expected
    on conflict (person_id) where ended_at is null do nothing
    returning person_id
  )
  insert into audit_events (at, actor_id, actor_role, action, patient_id, object, outcome, ip, request_id, detail)
   select $1::timestamptz, person_id, $9, 'session.open', null::int, null, 'done', $10::inet, $11,
       $12::jsonb
     from opened
  returning actor_id as person_id;
