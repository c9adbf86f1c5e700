-- confirmations.one $1=id
select c.id, c.kind, c.subject_id, c.payload, c.changes, c.emails, c.requested_by, c.requested_at, c.confirmed_at,
  c.rejected_at, c.rejected_by, c.rejection_reason, c.expired_at, c.effective_at from pending_confirmations c where c.id = $1 for update;

-- confirmations.reject $1=by $2=now $3=reason $4=id
update pending_confirmations set rejected_by = $1, rejected_at = $2::timestamptz, rejection_reason = $3,
    payload = '{}', emails = '{}', changes = case when kind = 'account-opening' then '[]' else changes end
  where id = $4;

-- confirmations.expire $1=now $2=id
update pending_confirmations set expired_at = $1::timestamptz, payload = '{}', emails = '{}', changes = case when kind = 'account-opening' then '[]' else changes end
  where id = $2;

-- confirmations.listWaiting $1=person $2=order $3=limit_rows $4=offset_rows
select c.id, c.kind, c.subject_id, c.payload, c.changes, c.emails, c.requested_by, c.requested_at, c.confirmed_at,
  c.rejected_at, c.rejected_by, c.rejection_reason, c.expired_at, c.effective_at, concat_ws(' ', s.first_name, nullif(s.last_name, ''), nullif(s.second_name, '')) as subject_name, s.rol as subject_role, s.document_type_id as document_type_id, s.document_number as document_number,
      concat_ws(' ', r.first_name, nullif(r.last_name, ''), nullif(r.second_name, '')) as requester_name, case when d.id is not null then concat_ws(' ', d.first_name, nullif(d.last_name, ''), nullif(d.second_name, '')) end as decider_name
    from pending_confirmations c join people s on s.id = c.subject_id join people r on r.id = c.requested_by
      left join people d on d.id = coalesce(c.confirmed_by, c.rejected_by)
    where is_waiting(c) and ($1::int is null or c.subject_id = $1::int)
    order by case when $2::text = 'kind' then c.kind end, case when $2::text = '-kind' then c.kind end desc, case when $2::text = 'requested_at' then c.requested_at end, case when $2::text = '-requested_at' then c.requested_at end desc, c.requested_at, c.id limit $3::int offset $4::int;

-- confirmations.countWaiting $1=person
select count(*)::int as count from (select 1 from pending_confirmations c where is_waiting(c) and ($1::int is null or c.subject_id = $1::int) limit 1001) counted;

-- confirmations.listDecided $1=person $2=order $3=limit_rows $4=offset_rows
select c.id, c.kind, c.subject_id, c.payload, c.changes, c.emails, c.requested_by, c.requested_at, c.confirmed_at,
  c.rejected_at, c.rejected_by, c.rejection_reason, c.expired_at, c.effective_at, concat_ws(' ', s.first_name, nullif(s.last_name, ''), nullif(s.second_name, '')) as subject_name, s.rol as subject_role, s.document_type_id as document_type_id, s.document_number as document_number,
      concat_ws(' ', r.first_name, nullif(r.last_name, ''), nullif(r.second_name, '')) as requester_name, case when d.id is not null then concat_ws(' ', d.first_name, nullif(d.last_name, ''), nullif(d.second_name, '')) end as decider_name
    from pending_confirmations c join people s on s.id = c.subject_id join people r on r.id = c.requested_by
      left join people d on d.id = coalesce(c.confirmed_by, c.rejected_by)
    where num_nonnulls(c.confirmed_at, c.rejected_at, c.expired_at) = 1 and ($1::int is null or c.subject_id = $1::int)
    order by case when $2::text = 'kind' then c.kind end, case when $2::text = '-kind' then c.kind end desc, case when $2::text = 'requested_at' then c.requested_at end, case when $2::text = '-requested_at' then c.requested_at end desc, coalesce(c.confirmed_at, c.rejected_at, c.expired_at) desc, c.id desc limit $3::int offset $4::int;

-- confirmations.countDecided $1=person
select count(*)::int as count from (select 1 from pending_confirmations c where num_nonnulls(c.confirmed_at, c.rejected_at, c.expired_at) = 1 and ($1::int is null or c.subject_id = $1::int) limit 1001) counted;
