-- breaches.one $1=id
select b.id, b.created_at, concat_ws(' ', o.first_name, nullif(o.last_name, ''), nullif(o.second_name, '')) as opened_by, b.nature, b.effects, b.data_categories,
  b.people_categories, b.measures, b.known_at, b.agency_told_at, b.actor_id, nullif(concat_ws(' ', a.first_name, nullif(a.last_name, ''), nullif(a.second_name, '')), '') as actor_name,
  host(b.ip) as ip, b.seen_from, b.seen_before, b.letters_at, b.seen_until from breaches b join people o on o.id = b.opened_by left join people a on a.id = b.actor_id where b.id = $1;

-- breaches.page $1=order $2=limit_rows $3=offset_rows
select b.id, b.created_at, concat_ws(' ', o.first_name, nullif(o.last_name, ''), nullif(o.second_name, '')) as opened_by, b.nature, b.effects, b.data_categories,
  b.people_categories, b.measures, b.known_at, b.agency_told_at, b.actor_id, nullif(concat_ws(' ', a.first_name, nullif(a.last_name, ''), nullif(a.second_name, '')), '') as actor_name,
  host(b.ip) as ip, b.seen_from, b.seen_before, b.letters_at, b.seen_until from breaches b join people o on o.id = b.opened_by left join people a on a.id = b.actor_id order by case when $1::text = 'known_at' then b.known_at end, case when $1::text = '-known_at' then b.known_at end desc, case when $1::text = 'agency_told_at' then b.agency_told_at end, case when $1::text = '-agency_told_at' then b.agency_told_at end desc, case when $1::text = 'letters_at' then b.letters_at end, case when $1::text = '-letters_at' then b.letters_at end desc, b.created_at desc, b.id desc
  limit $2::int offset $3::int;

-- breaches.look $1=breach_id $2=after_id $3=up_to_id $4=actor_id $5=ip $6=seen_from $7=seen_before $8=until
with seen as (
    insert into breach_seen (breach_id, person_id)
    select distinct $1::int, e.patient_id from audit_events e
    where e.id > $2::bigint and e.id <= $3::bigint and e.patient_id is not null and e.outcome = 'done' and e.action not like 'breaches.%'
  and ($4::int is null or e.actor_id = $4::int) and ($5::inet is null or e.ip = $5::inet)
  and ($6::timestamptz is null or e.at >= $6::timestamptz)
  and ($7::timestamptz is null or e.at < $7::timestamptz)
  and ($8::timestamptz is null or e.at <= $8::timestamptz) order by e.patient_id
    on conflict do nothing
  )
  update breaches set seen_until = greatest(seen_until, $3::bigint) where id = $1::int;

-- breaches.countPeople $1=breach_id $2=after_id $3=actor_id $4=ip $5=seen_from $6=seen_before $7=until
select (select count(*) from breach_seen where breach_id = $1::int)::int + count(*)::int as count
  from (select distinct e.patient_id as person_id from audit_events e where e.id > $2::bigint
  and e.patient_id is not null and e.outcome = 'done' and e.action not like 'breaches.%'
  and ($3::int is null or e.actor_id = $3::int) and ($4::inet is null or e.ip = $4::inet)
  and ($5::timestamptz is null or e.at >= $5::timestamptz)
  and ($6::timestamptz is null or e.at < $6::timestamptz)
  and ($7::timestamptz is null or e.at <= $7::timestamptz)) n
  where not exists (select from breach_seen s where s.breach_id = $1::int and s.person_id = n.person_id);

-- breaches.people $1=breach_id $2=after_person $3=order $4=limit_rows $5=offset_rows $6=after_id $7=actor_id $8=ip $9=seen_from $10=seen_before $11=until $12=reserve_birth $13=now
with concerned as (
    (select person_id from breach_seen where breach_id = $1::int and person_id > $2::int
     order by person_id limit case when $3::text is null then $4::int + $5::int end)
    union
    select person_id from (select distinct e.patient_id as person_id from audit_events e where e.id > $6::bigint
  and e.patient_id is not null and e.outcome = 'done' and e.action not like 'breaches.%'
  and ($7::int is null or e.actor_id = $7::int) and ($8::inet is null or e.ip = $8::inet)
  and ($9::timestamptz is null or e.at >= $9::timestamptz)
  and ($10::timestamptz is null or e.at < $10::timestamptz)
  and ($11::timestamptz is null or e.at <= $11::timestamptz)) n where person_id > $2::int
  ), listed as (
    select person_id, row_number() over (order by case when $3::text = 'name' then unaccent(lower(concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')))) end, case when $3::text = '-name' then unaccent(lower(concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')))) end desc, c.person_id) as place from concerned c join people p on p.id = c.person_id
    order by place limit $4::int offset $5::int
  ), touched as (
    select l.person_id, e.action, count(*)::int as times, min(e.at) as first_at, max(e.at) as last_at
    from listed l join audit_events e on e.patient_id = l.person_id where e.patient_id is not null and e.outcome = 'done' and e.action not like 'breaches.%'
  and ($7::int is null or e.actor_id = $7::int) and ($8::inet is null or e.ip = $8::inet)
  and ($9::timestamptz is null or e.at >= $9::timestamptz)
  and ($10::timestamptz is null or e.at < $10::timestamptz)
  and ($11::timestamptz is null or e.at <= $11::timestamptz) group by l.person_id, e.action
  ), summed as (
    select person_id, min(first_at) as first_at, max(last_at) as last_at,
      jsonb_agg(jsonb_build_array(action, times) order by times desc, action) as seen
    from touched group by person_id
  )
  select l.person_id, p.first_name, p.last_name, p.second_name, greeting_name(p) as greeting_name,
    p.document_type_id::int as document_type_id, p.document_number, s.seen, s.first_at, s.last_at,
    case when p.date_birth > $12::date then coalesce((
      select jsonb_agg(distinct g.email) from family_links f join people g on g.id = f.leader_id
      where f.member_id = p.id and is_guardian_of(f, $13::timestamptz) and g.email is not null
        and g.deleted_at is null), '[]')
    when p.email is not null and p.deleted_at is null then jsonb_build_array(p.email) else '[]' end as mailboxes
  from listed l join summed s on s.person_id = l.person_id join people p on p.id = l.person_id order by l.place;
