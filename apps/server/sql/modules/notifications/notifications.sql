-- notifications.page $1=person_id $2=adult_birth $3=reserve_birth $4=now $5=limit_rows $6=offset_rows
with own as materialized (
    select n.id, n.type, n.text, n.read_at is not null as read, n.created_at, n.request_family_group_id,
      n.patient_id, n.exam_type, n.exam_id, n.id_appointment, n.topic, n.matter, n.request_id
    from notifications n where n.person_id = $1 and n.active and (n.patient_id is null or n.patient_id = $1
  or guardian_is_notified($1::int, n.patient_id, n.reserved_group is not null or is_about_private(n.exam_id, n.id_appointment), $2::date, $3::date, $4::timestamptz)
  or (n.matter in ('documents', 'budgets') and delegate_is_notified($1::int, n.patient_id, $4::timestamptz))) order by n.created_at desc, n.id desc
    limit greatest(1001, $5::int + $6::int)
  )
  select counted.total, counted.unread, p.*,
    case when p.request_family_group_id is not null then
      open_family_request(p.request_family_group_id, $1::int) end as decidable
  from (select least(count(*), 1001)::int as total, (count(*) filter (where not read))::int as unread from own) counted
  left join (select * from own limit $5 offset $6) p on true;

-- notifications.one $1=person_id $2=id $3=adult_birth $4=reserve_birth $5=now
select n.id, n.type, n.text, n.read_at is not null as read, n.created_at, n.request_family_group_id, n.patient_id,
    n.exam_type, n.exam_id, n.id_appointment, n.topic, n.matter, n.request_id,
    case when n.request_family_group_id is not null then
      open_family_request(n.request_family_group_id, $1::int) end as decidable
  from notifications n where n.id = $2::int and n.person_id = $1 and n.active and (n.patient_id is null or n.patient_id = $1
  or guardian_is_notified($1::int, n.patient_id, n.reserved_group is not null or is_about_private(n.exam_id, n.id_appointment), $3::date, $4::date, $5::timestamptz)
  or (n.matter in ('documents', 'budgets') and delegate_is_notified($1::int, n.patient_id, $5::timestamptz)));

-- notifications.pending $1=adult_birth $2=reserve_birth $3=id $4=now
select n.person_id, n.topic, n.type from notifications n join people r on r.id = n.person_id and is_open(r)
    and not has_outgrown_access(r, $1::date, $2::date)
  where n.id = $3::int and n.read_at is null and n.person_id = n.person_id and n.active and (n.patient_id is null or n.patient_id = n.person_id
  or guardian_is_notified(n.person_id::int, n.patient_id, n.reserved_group is not null or is_about_private(n.exam_id, n.id_appointment), $1::date, $2::date, $4::timestamptz)
  or (n.matter in ('documents', 'budgets') and delegate_is_notified(n.person_id::int, n.patient_id, $4::timestamptz)))
    and not exists (select from notification_messages m where m.notification_id = n.id and m.read_at is not null);

-- notifications.counts $1=person_id $2=adult_birth $3=reserve_birth $4=now
select count(*)::int as total, (count(*) filter (where c.read_at is null))::int as unread
  from (select n.read_at from notifications n where n.person_id = $1 and n.active and (n.patient_id is null or n.patient_id = $1
  or guardian_is_notified($1::int, n.patient_id, n.reserved_group is not null or is_about_private(n.exam_id, n.id_appointment), $2::date, $3::date, $4::timestamptz)
  or (n.matter in ('documents', 'budgets') and delegate_is_notified($1::int, n.patient_id, $4::timestamptz)))
    order by n.created_at desc, n.id desc limit 1001) c;

-- notifications.read $1=person_id $2=adult_birth $3=reserve_birth $4=now $5=ids
with own as (select n.id from notifications n where n.person_id = $1 and n.active and (n.patient_id is null or n.patient_id = $1
  or guardian_is_notified($1::int, n.patient_id, n.reserved_group is not null or is_about_private(n.exam_id, n.id_appointment), $2::date, $3::date, $4::timestamptz)
  or (n.matter in ('documents', 'budgets') and delegate_is_notified($1::int, n.patient_id, $4::timestamptz))) and n.id = any($5::int[])),
  changed as (
    update notifications n set read_at = $4::timestamptz
    where n.id in (select id from own) and n.read_at is null and (select count(*) from own) = cardinality($5::int[])
    returning n.id
  )
  select (select count(*)::int from own) as found,
    case when exists (select from changed) then
      pg_notify('portal_notifications', $1::int::text) end as published;

-- notifications.readItems $1=now $2=person_id $3=exam_id $4=matter $5=request_ids
with opened as (
    update notifications n set read_at = $1::timestamptz
    where n.person_id = $2::int and n.read_at is null and (n.exam_id = $3::int
      or (n.matter = $4::text and n.request_id = any($5::int[]))
      or (n.exam_id is null and exists (select from exams e where e.id = $3::int and e.type = n.exam_type
        and e.patient_id = coalesce(n.patient_id, n.person_id))))
    returning n.person_id
  )
  select pg_notify('portal_notifications', person_id::text) as published from (select distinct person_id from opened) o;

-- notifications.insert $1=person_id $2=type $3=text $4=patient_id $5=reserved_group $6=request_family_group_id $7=now $8=exam_type $9=exam_id $10=id_appointment $11=topic $12=matter $13=request_id $14=reserve_birth
with made as (
    insert into notifications (person_id, type, text, patient_id, reserved_group, request_family_group_id, created_at,
      exam_type, exam_id, id_appointment, topic, matter, request_id)
    select $1::int, $2, $3, $4::int, $5, $6::int,
      $7::timestamptz, $8, $9::int, $10::int, $11, $12, $13::int
    where $5::text is null or $4::int is null or $4::int = $1::int
      or exists (select from people m where m.id = $4::int and m.date_birth > $14::date)
    returning id
  )
  select id, pg_notify('portal_notifications', $1::int::text) as published from made;

-- notifications.join $1=text $2=person_id $3=type $4=since $5=patient_id $6=reserved_group $7=exam_type $8=topic
with joined as (
    update notifications set text = $1, exam_id = null where id = (
      select n.id from notifications n where n.person_id = $2::int and n.type = $3 and n.active and n.read_at is null
        and n.created_at > $4::timestamptz and n.patient_id is not distinct from $5::int
        and n.reserved_group is not distinct from $6::text and n.exam_type is not distinct from $7::text
        and n.topic = $8 and split_part(n.text, ' ', 1) = split_part($1::text, ' ', 1)
      order by n.created_at desc, n.id desc limit 1)
    returning id)
  select id, pg_notify('portal_notifications', $2::int::text) as published from joined;

-- notifications.settle $1=now $2=request_family_group_id
with settled as (
    update notifications set read_at = coalesce(read_at, $1::timestamptz)
    where request_family_group_id = $2 and active returning person_id
  )
  select pg_notify('portal_notifications', person_id::text) as published from (select distinct person_id from settled) s;

-- notifications.withdrawCounts $1=patient_id $2=exam_id $3=id_appointment
with withdrawn as (
    update notifications n set active = false where n.person_id in (select leader_id from family_links where member_id = $1
    union select delegate_id from delegations where grantor_id = $1 and delegate_id is not null) and n.patient_id = $1 and n.active
  and (($2::int is not null and n.exam_type is not null and n.exam_id is null)
    or ($3::int is not null and n.type = 'appointments' and n.id_appointment is null)) returning n.person_id
  ), concerned as (
    select person_id from withdrawn union
    select person_id from notifications where person_id in (select leader_id from family_links where member_id = $1
    union select delegate_id from delegations where grantor_id = $1 and delegate_id is not null) and patient_id = $1 and active
      and (exam_id = $2::int or id_appointment = $3::int)
  )
  select pg_notify('portal_notifications', person_id::text) as published from concerned;
