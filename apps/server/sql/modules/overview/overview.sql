-- overview.days $1=sites $2=starts $3=ends
select
    (select count(*)::int from appointments a
     where a.state = 'booked' and ($1::int[] is null or a.office_id = any($1::int[]))
       and a.starts_at >= d.starts::timestamptz and a.starts_at < d.ends::timestamptz) as hours,
    (select count(*)::int from people p where p.date_creation >= d.starts and p.date_creation < d.ends) as accounts,
    (select count(*)::int from outbox o where o.state in ('parked', 'expired') and o.created_at >= d.starts::timestamptz
   and o.created_at < d.ends::timestamptz) as mails_failed,
    (select count(*)::int from audit_events e where e.action = 'session.open' and e.outcome = 'refused'
  and e.at >= d.starts::timestamptz and e.at < d.ends::timestamptz) as sign_ins_failed
  from unnest($2::timestamptz[], $3::timestamptz[]) with ordinality as d (starts, ends, place) order by d.place;

-- overview.countMails $1=from $2=before
select count(*)::int as count from (select 1 from outbox o where o.state in ('parked', 'expired') and o.created_at >= $1::timestamptz
   and o.created_at < $2::timestamptz limit 1001) counted;

-- overview.mails $1=from $2=before $3=order $4=limit_rows $5=offset_rows
select o.id, o.created_at, o.subject, o.recipient, o.state, o.attempts, o.last_error, p.id as person_id,
    case when p.id is null then null else concat_ws(' ', p.first_name, p.last_name, nullif(p.second_name, '')) end as full_name, p.phone
  from (select o.* from outbox o where o.state in ('parked', 'expired') and o.created_at >= $1::timestamptz
   and o.created_at < $2::timestamptz
    order by case when $3::text = 'subject' then unaccent(lower(o.subject)) end, case when $3::text = '-subject' then unaccent(lower(o.subject)) end desc, case when $3::text = 'recipient' then unaccent(lower(o.recipient)) end, case when $3::text = '-recipient' then unaccent(lower(o.recipient)) end desc, case when $3::text = 'at' then o.created_at end, case when $3::text = '-at' then o.created_at end desc, case when $3::text = 'state' then o.state end, case when $3::text = '-state' then o.state end desc, case when $3::text = 'attempts' then o.attempts end, case when $3::text = '-attempts' then o.attempts end desc, o.created_at desc, o.id desc limit $4::int offset $5::int) o
  left join people p on p.id = o.person_id order by case when $3::text = 'subject' then unaccent(lower(o.subject)) end, case when $3::text = '-subject' then unaccent(lower(o.subject)) end desc, case when $3::text = 'recipient' then unaccent(lower(o.recipient)) end, case when $3::text = '-recipient' then unaccent(lower(o.recipient)) end desc, case when $3::text = 'at' then o.created_at end, case when $3::text = '-at' then o.created_at end desc, case when $3::text = 'state' then o.state end, case when $3::text = '-state' then o.state end desc, case when $3::text = 'attempts' then o.attempts end, case when $3::text = '-attempts' then o.attempts end desc, o.created_at desc, o.id desc;

-- overview.countSignIns $1=from $2=before
select count(*)::int as count from (select 1 from audit_events e where e.action = 'session.open' and e.outcome = 'refused'
  and e.at >= $1::timestamptz and e.at < $2::timestamptz limit 1001) counted;

-- overview.signIns $1=from $2=before $3=order $4=limit_rows $5=offset_rows
select e.id, e.at, e.actor_id, e.actor_role, case when p.id is null then null else concat_ws(' ', p.first_name, p.last_name, nullif(p.second_name, '')) end as who, e.detail
  from (select e.* from audit_events e where e.action = 'session.open' and e.outcome = 'refused'
  and e.at >= $1::timestamptz and e.at < $2::timestamptz order by case when $3::text = 'at' then e.at end, case when $3::text = '-at' then e.at end desc, e.at desc, e.id desc limit $4::int offset $5::int) e
  left join people p on p.id = e.actor_id order by case when $3::text = 'at' then e.at end, case when $3::text = '-at' then e.at end desc, e.at desc, e.id desc;

-- overview.countAnswers
select count(*)::int as count from (select 1 from survey_answers limit 1001) counted;

-- overview.answers $1=order $2=limit_rows $3=offset_rows
select id, created_at, suggestion, comment from survey_answers
  order by case when $1::text = 'at' then created_at end, case when $1::text = '-at' then created_at end desc, created_at desc, id desc limit $2::int offset $3::int;
