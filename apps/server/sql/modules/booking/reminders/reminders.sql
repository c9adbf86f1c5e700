-- reminders.dueAppointments $1=from $2=to $3=due_at $4=moved $5=after_at $6=after_id $7=limit_rows
select a.id, a.starts_at::text as at, a.patient_id from appointments a
  where a.state = 'booked' and a.starts_at >= $1::timestamptz and a.starts_at < $2::timestamptz
  and a.created_at <= $3::timestamptz and ($4::boolean or a.ical_sequence = 0) and not a.told_elsewhere and (a.starts_at, a.id) > ($5::text::timestamptz, $6::int)
  order by a.starts_at, a.id limit $7::int;

-- reminders.waitingRecipients $1=patient_ids $2=adults_before $3=reserve_before $4=day $5=days_before
select distinct r.id from (
    select p.id from people p where p.id = any($1::int[]) and is_open(p) union all
    select f.leader_id from family_links f
      join people p on p.id = f.member_id join people l on l.id = f.leader_id
    where f.member_id = any($1::int[]) and has_open_record(p) and f.state = 'approved' and p.date_birth > $2::date
   and (lower(l.email) is distinct from lower(p.email)
     or is_guardian_mailbox(p, p.email, $2::date, $3::date))) w
    join people r on r.id = w.id
  where is_open(r) and r.email is not null
  and not exists (select from reminders_off o where o.person_id = r.id)
    and not exists (select from sent_reminders s
      where s.person_id = r.id and s.day = $4::date and s.days_before = $5)
  order by r.id;

-- reminders.due $1=person_ids $2=adults_before $3=reserve_before $4=from $5=to $6=due_at $7=moved
select a.id, a.patient_id, p.first_name as patient_name, r.id as recipient_id, greeting_name(r) as first_name, r.email as email,
    a.reserved_group is not null as reserved, a.reserved_group, a.starts_at, a.doctor_name, a.modality, a.place_detail as place
  from (
      select id as recipient_id, id as patient_id from people where id = any($1::int[]) union all
      select f.leader_id, f.member_id from family_links f
        join people l on l.id = f.leader_id join people c on c.id = f.member_id
      where f.leader_id = any($1::int[]) and f.state = 'approved' and c.date_birth > $2::date
   and (lower(l.email) is distinct from lower(c.email)
     or is_guardian_mailbox(c, c.email, $2::date, $3::date))) t
    join people r on r.id = t.recipient_id
    join people p on p.id = t.patient_id and has_open_record(p)
    join appointments a on a.patient_id = p.id
  where a.state = 'booked' and a.starts_at >= $4::timestamptz and a.starts_at < $5::timestamptz
  and a.created_at <= $6::timestamptz and ($7::boolean or a.ical_sequence = 0) and not a.told_elsewhere and is_open(r) and r.email is not null
  and not exists (select from reminders_off o where o.person_id = r.id)
  order by recipient_id, a.starts_at;

-- reminders.recipients $1=adults_before $2=reserve_before $3=patient_id
select r.id from people p cross join lateral (
  select p.id union all
  select f.leader_id from family_links f join people l on l.id = f.leader_id
  where f.member_id = p.id and f.state = 'approved' and p.date_birth > $1::date
   and (lower(l.email) is distinct from lower(p.email)
     or is_guardian_mailbox(p, p.email, $1::date, $2::date))) w join people r on r.id = w.id
  where p.id = $3 and has_open_record(p) and is_open(r) and r.email is not null
  and not exists (select from reminders_off o where o.person_id = r.id);
