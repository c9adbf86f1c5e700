-- confirmations.signInsAfterChanges $1=from $2=before $3=order $4=limit_rows $5=offset_rows
select e.id, p.id as person_id, concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as person_name, p.document_type_id, p.document_number, e.action,
    e.detail as detail, concat_ws(' ', c.first_name, nullif(c.last_name, ''), nullif(c.second_name, '')) as changed_by, e.at as changed_at, s.at as signed_in_at
  from audit_events e
   join lateral (
     select s.at from audit_events s
     where s.actor_id = e.patient_id and s.action = 'session.open' and s.outcome = 'done' and s.at > e.at
       and s.at <= e.at + case when e.action = 'account.unlock' or jsonb_exists(coalesce(e.detail -> 'changed', '[]'), 'email')
  then interval '17 days' else interval '72 hours' end
     order by s.at limit 1
   ) s on true
   join people p on p.id = e.patient_id join people c on c.id = e.actor_id
   where e.action in ('users.edit', 'account.lock', 'account.unlock', 'account.giveResetCode', 'confirmations.confirm') and e.outcome = 'done'
     and e.at >= $1::timestamptz - interval '17 days' and e.at < $2::timestamptz
     and e.actor_id <> e.patient_id and e.actor_role in ('ADMIN_ROLE', 'SUPER_ADMIN_ROLE')
     and (e.action in ('account.lock', 'account.unlock', 'account.giveResetCode')
       or (e.action = 'confirmations.confirm' and e.object = 'kind=second-factor-reset')
       or (e.action = 'users.edit'
         and jsonb_exists_any(e.detail -> 'changed', array['email', 'document_type_id', 'document_number', 'password'])))
     and s.at >= $1::timestamptz and s.at < $2::timestamptz order by case when $3::text = 'changed_by' then unaccent(lower(concat_ws(' ', c.first_name, nullif(c.last_name, ''), nullif(c.second_name, '')))) end, case when $3::text = '-changed_by' then unaccent(lower(concat_ws(' ', c.first_name, nullif(c.last_name, ''), nullif(c.second_name, '')))) end desc, case when $3::text = 'changed_at' then e.at end, case when $3::text = '-changed_at' then e.at end desc, case when $3::text = 'signed_in_at' then s.at end, case when $3::text = '-signed_in_at' then s.at end desc, s.at desc, e.id desc limit $4::int offset $5::int;

-- confirmations.countSignInsAfterChanges $1=from $2=before
select count(*)::int as count from (select 1 from audit_events e
   join lateral (
     select s.at from audit_events s
     where s.actor_id = e.patient_id and s.action = 'session.open' and s.outcome = 'done' and s.at > e.at
       and s.at <= e.at + case when e.action = 'account.unlock' or jsonb_exists(coalesce(e.detail -> 'changed', '[]'), 'email')
  then interval '17 days' else interval '72 hours' end
     order by s.at limit 1
   ) s on true
   join people p on p.id = e.patient_id join people c on c.id = e.actor_id
   where e.action in ('users.edit', 'account.lock', 'account.unlock', 'account.giveResetCode', 'confirmations.confirm') and e.outcome = 'done'
     and e.at >= $1::timestamptz - interval '17 days' and e.at < $2::timestamptz
     and e.actor_id <> e.patient_id and e.actor_role in ('ADMIN_ROLE', 'SUPER_ADMIN_ROLE')
     and (e.action in ('account.lock', 'account.unlock', 'account.giveResetCode')
       or (e.action = 'confirmations.confirm' and e.object = 'kind=second-factor-reset')
       or (e.action = 'users.edit'
         and jsonb_exists_any(e.detail -> 'changed', array['email', 'document_type_id', 'document_number', 'password'])))
     and s.at >= $1::timestamptz and s.at < $2::timestamptz limit 1001) counted;

-- confirmations.exclusivePairs $1=from $2=before $3=least
with made as (
    select requested_by, confirmed_by from pending_confirmations c
    where c.confirmed_by is not null and c.confirmed_at >= $1::timestamptz and c.confirmed_at < $2::timestamptz
  ), pairs as (
    select least(requested_by, confirmed_by) as one, greatest(requested_by, confirmed_by) as other, count(*)::int as changes
    from made group by 1, 2 having count(*) >= $3::int
  )
  select concat_ws(' ', a.first_name, nullif(a.last_name, ''), nullif(a.second_name, '')) as one, concat_ws(' ', b.first_name, nullif(b.last_name, ''), nullif(b.second_name, '')) as other, pairs.changes
  from pairs join people a on a.id = pairs.one join people b on b.id = pairs.other
  where not exists (
    select from made where (requested_by in (pairs.one, pairs.other)) <> (confirmed_by in (pairs.one, pairs.other)))
  order by pairs.changes desc, pairs.one;
