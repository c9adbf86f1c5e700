-- delegations.given $1=person_id $2=now
select d.id, d.state, d.matters, d.may_book, d.months, d.answer_until, d.expires_at, d.document_type_id, d.document_number, d.delegate_id, p.first_name, p.last_name, p.second_name
  from delegations d left join people p on p.id = d.delegate_id
  where d.grantor_id = $1 and ((d.state = 'offered' and d.answer_until > $2::timestamptz)
  or (d.state = 'accepted' and d.expires_at > $2::timestamptz)) order by d.created_at desc, d.id desc limit 200;

-- delegations.received $1=now $2=person_id
select d.id, d.state, d.matters, d.may_book, d.months, d.answer_until, d.expires_at, d.grantor_id, g.first_name, g.last_name, g.second_name
  from people p join delegations d on (d.state = 'offered' and d.declined_at is null and d.answer_until > $1::timestamptz
  and d.document_type_id = p.document_type_id and d.document_number = p.document_number
  and d.document_country is not distinct from p.document_country
  and d.grantor_id <> p.id)
    or (d.delegate_id = p.id and d.state = 'accepted' and d.expires_at > $1::timestamptz)
  join people g on g.id = d.grantor_id
  where p.id = $2 and is_open(g) order by d.created_at desc, d.id desc limit 200;

-- delegations.findInvited $1=now $2=id $3=declined_since
select p.id from delegations d join people p on d.state = 'offered' and d.declined_at is null and d.answer_until > $1::timestamptz
  and d.document_type_id = p.document_type_id and d.document_number = p.document_number
  and d.document_country is not distinct from p.document_country
  and d.grantor_id <> p.id
  where d.id = $2 and not exists (
    select from delegations o where o.grantor_id = d.grantor_id and o.document_type_id = d.document_type_id
      and o.document_number = d.document_number and o.document_country is not distinct from d.document_country
      and o.declined_at > $3::timestamptz);

-- delegations.accept $1=now $2=id $3=person_id
update delegations d set state = 'accepted', delegate_id = p.id, accepted_at = $1::timestamptz,
    expires_at = $1::timestamptz + make_interval(months => d.months)
  from people p, people g
  where d.id = $2 and p.id = $3 and g.id = d.grantor_id and is_open(g) and d.state = 'offered' and d.declined_at is null and d.answer_until > $1::timestamptz
  and d.document_type_id = p.document_type_id and d.document_number = p.document_number
  and d.document_country is not distinct from p.document_country
  and d.grantor_id <> p.id
  returning d.id, d.expires_at as expires_at;

-- delegations.decline $1=now $2=id $3=person_id
update delegations d set declined_at = $1::timestamptz from people p
  where d.id = $2 and p.id = $3 and d.state = 'offered' and d.declined_at is null and d.answer_until > $1::timestamptz
  and d.document_type_id = p.document_type_id and d.document_number = p.document_number
  and d.document_country is not distinct from p.document_country
  and d.grantor_id <> p.id returning d.id, d.grantor_id;

-- delegations.endExpired $1=now $2=grantor_id
update delegations d set state = 'ended', ended_at = $1::timestamptz,
    ended_because = case d.state when 'accepted' then 'expired' else 'unanswered' end
  where not ((d.state = 'offered' and d.answer_until > $1::timestamptz)
  or (d.state = 'accepted' and d.expires_at > $1::timestamptz)) and d.state <> 'ended' and ($2::int is null or d.grantor_id = $2::int)
  returning d.id, d.delegate_id is not null as was_accepted, d.grantor_id;

-- delegations.pair $1=id
select d.id, d.state, d.matters, d.may_book, d.months, d.expires_at as expires_at, d.document_type_id, d.document_number, d.grantor_id,
  concat_ws(' ', g.first_name, nullif(g.last_name, ''), nullif(g.second_name, '')) as grantor_name, greeting_name(g) as grantor_greeting_name, g.email as grantor_email,
  d.delegate_id, case when p.id is not null then concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) end as delegate_name,
  case when p.id is not null then greeting_name(p) end as delegate_greeting_name, p.email as delegate_email from delegations d join people g on g.id = d.grantor_id left join people p on p.id = d.delegate_id where d.id = $1;

-- delegations.ending $1=now
select d.id, d.state, d.matters, d.may_book, d.months, d.expires_at as expires_at, d.document_type_id, d.document_number, d.grantor_id,
  concat_ws(' ', g.first_name, nullif(g.last_name, ''), nullif(g.second_name, '')) as grantor_name, greeting_name(g) as grantor_greeting_name, g.email as grantor_email,
  d.delegate_id, case when p.id is not null then concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) end as delegate_name,
  case when p.id is not null then greeting_name(p) end as delegate_greeting_name, p.email as delegate_email from delegations d join people g on g.id = d.grantor_id left join people p on p.id = d.delegate_id
  where d.state = 'accepted' and d.end_announced_at is null and d.expires_at > $1::timestamptz
    and d.expires_at <= $1::timestamptz + case when d.months = 1 then interval '7 days' else interval '30 days' end
    and is_open(g) and is_open(p)
  order by d.id limit 500;
