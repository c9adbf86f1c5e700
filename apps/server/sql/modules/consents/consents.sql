-- consents.insert $1=person_id $2=kind $3=version $4=text_hash $5=channel $6=ip $7=patient_id $8=now
insert into consents (person_id, kind, version, text_hash, channel, ip, patient_id, given_at)
  values ($1, $2, $3, $4, $5, $6::inet, $7, $8::timestamptz);

-- consents.list $1=sharing_hashes $2=person_id
select c.id, c.kind, c.version, c.channel, host(c.ip) as ip, c.patient_id, c.given_at, c.withdrawn_at,
    exists (select from legal_wordings w where w.text_hash = c.text_hash and w.kind = c.kind)
      or c.kind = 'sharing' and encode(c.text_hash, 'hex') = any($1::text[]) as has_text,
    case when p.id is null then null
      else concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) end as patient_full_name
  from consents c left join people p on p.id = c.patient_id
  where c.person_id = $2 order by c.given_at desc, c.id desc limit 100;

-- consents.agreed $1=id $2=person_id
select kind, version, text_hash from consents where id = $1 and person_id = $2;

-- consents.valid $1=person_id
select k.kind as kind, q.kind is not null as asked,
    exists (select from consents c where c.person_id = $1 and c.kind = k.kind and c.withdrawn_at is null
      and (q.since is null or c.given_at >= q.since)) as accepted,
    exists (select from consents c where c.person_id = $1 and c.kind = k.kind and c.withdrawn_at is not null)
      and not exists (select from consents c where c.person_id = $1 and c.kind = k.kind and c.withdrawn_at is null)
      as withdrawn
  from (values (1, 'terms'), (2, 'privacy')) as k (place, kind) left join legal_asked q on q.kind = k.kind
  order by k.place;

-- consents.withdraw $1=now $2=ip $3=person_id $4=kind $5=patient_id
update consents set withdrawn_at = $1::timestamptz, withdrawn_channel = 'web', withdrawn_ip = $2::inet
  where person_id = $3 and kind = $4 and ($5::int is null or patient_id = $5)
    and withdrawn_at is null returning id;

-- consents.remindersOff $1=now $2=person_id
insert into reminders_off (person_id, since) select id, $1::timestamptz from people where id = $2
  on conflict do nothing;

-- consents.remindersOn $1=person_id
delete from reminders_off where person_id = $1;

-- consents.findRemindersOff $1=person_id
select since from reminders_off where person_id = $1;
