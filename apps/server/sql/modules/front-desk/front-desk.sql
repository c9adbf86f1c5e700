-- frontDesk.patientPage $1=actor_id $2=sites $3=day $4=budget $5=id $6=now $7=actor_role $8=ip $9=request_id $10=with_appointments $11=matters $12=reader_id $13=with_confirmations
with opened as materialized (
    select p.id, open_person($1::int, p.id, $2::int[], $3::date, $4::int) as opening
    from people p where p.id = $5 and p.rol = 'STANDART_ROLE'
  ), relatives as materialized (select r.id, concat_ws(' ', r.first_name, nullif(r.last_name, ''), nullif(r.second_name, '')) as full_name, t.name as relationship, f.member_id = $5 as is_owner,
     f.state = 'pending' as is_pending, f.guardian_proof is not null and is_guardian_of(f, $6::timestamptz) as is_guardian, f.may_book
   from family_links f join relationship_types t on t.id = f.relationship_type_id
     join people r on r.id = case when f.member_id = $5 then f.leader_id else f.member_id end
   where (f.member_id = $5 or f.leader_id = $5) and f.state <> 'ended'
   order by f.member_id = $5, f.created_at, f.id limit 20
  ), noted as (
    insert into audit_events (at, actor_id, actor_role, action, patient_id, object, outcome, ip, request_id, detail)
   select $6::timestamptz, $1::int, $7, action, patient_id, null::text, 'done', $8::inet, $9, null::jsonb
     from (select shown.* from (select 'front-desk.open' as action, $5::int as patient_id
         union all select distinct 'front-desk.family', id from relatives) shown join opened on opening = 'opened') read where set_config('synchronous_commit', 'off', true) is not null
  )
  select opening as opening, p.id, p.document_type_id, p.document_number, p.document_country, coalesce(a.first_name, p.first_name) as first_name,
    coalesce(a.last_name, p.last_name) as last_name, coalesce(a.second_name, p.second_name) as second_name,
    to_char(coalesce(a.date_birth, p.date_birth), 'YYYY-MM-DD') as date_birth, coalesce(a.phone, p.phone) as phone, coalesce(a.email, p.email) as email,
    p.email_verified_at is not null and a.person_id is null as email_verified, p.status, p.without_account,
    p.deleted_at, p.deceased_at, to_char(p.deceased_on, 'YYYY-MM-DD') as deceased_on,
    p.locked_at, p.recovery_frozen_at, has_open_record(p) as may_be_booked,
    exists (select from second_factors s where s.person_id = p.id and s.confirmed_at is not null)
      or exists (select from passkeys k where k.person_id = p.id) as second_factor,
    (select json_build_object('name', e.name, 'relationship', e.relationship, 'phone', e.phone)
     from emergency_contacts e where e.person_id = p.id) as emergency_contact,
    coalesce((select json_agg(r) from relatives r), '[]'::json) as family, coalesce((select json_agg(row_to_json(listed)) from (select o.id, o.subject, to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at, o.state
   from outbox o where o.person_id = $5 order by o.created_at desc, o.id desc limit 20) listed), '[]'::json) as mails,
    case when $10::boolean then coalesce((select json_agg(row_to_json(listed)) from (select a.id as id_appointment, a.starts_at, a.ends_at, a.doctor_name,
     case when a.reserved_group is null then a.specialty end as specialty,
     case when a.modality = 'telemedicina' then 'Telemedicina' else a.place_care end as place, a.modality, a.attendance,
     a.confirmed_at, a.reserved_group is not null as is_private, a.ical_sequence as sequence,
     a.professional_id is not null and a.outside_id is null as in_calendars
   from appointments a
   where a.patient_id = $5 and a.state = 'booked' and a.ends_at > $6::timestamptz and ($2::int[] is null or a.office_id = any($2::int[]))
   order by a.starts_at asc, a.id asc limit 20) listed), '[]'::json) end as upcoming,
    case when $10::boolean then coalesce((select json_agg(row_to_json(listed)) from (select a.id as id_appointment, a.starts_at, a.ends_at, a.doctor_name,
     case when a.reserved_group is null then a.specialty end as specialty,
     case when a.modality = 'telemedicina' then 'Telemedicina' else a.place_care end as place, a.modality, a.attendance,
     a.confirmed_at, a.reserved_group is not null as is_private, a.ical_sequence as sequence,
     a.professional_id is not null and a.outside_id is null as in_calendars
   from appointments a
   where a.patient_id = $5 and (a.state = 'booked' or (a.state = 'cancelled' and a.attendance = 'missed')) and a.ends_at <= $6::timestamptz and ($2::int[] is null or a.office_id = any($2::int[]))
   order by a.starts_at desc, a.id desc limit 20) listed), '[]'::json) end as past,
    case when cardinality($11::text[]) > 0 then coalesce((select json_agg(row_to_json(listed)) from (select q.matter, q.id, q.subject, q.state, to_char(q.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at, to_char(q.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as due_at,
     to_char(q.answered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as answered_at
   from desk_requests q
   where q.patient_id = $5 and q.matter = any($11::text[])
     and ($2::int[] is null or q.site_id is null or q.site_id = any($2::int[]))
     and q.claimed_person_id is distinct from $12::int
   order by q.state, case when q.state = 'pendiente' then q.due_at end, q.created_at desc, q.id desc limit 20) listed), '[]'::json) end as requests,
    case when $13::boolean then coalesce((select json_agg(row_to_json(listed)) from (select c.id, c.kind, concat_ws(' ', b.first_name, nullif(b.last_name, ''), nullif(b.second_name, '')) as requested_by, to_char(c.requested_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as requested_at
   from pending_confirmations c join people b on b.id = c.requested_by
   where c.subject_id = $5 and is_waiting(c) order by c.requested_at, c.id limit 20) listed), '[]'::json) end as confirmations
  from opened join people p on p.id = opened.id
    left join registration_applications a on a.person_id = p.id and a.creates_person;

-- frontDesk.dayProfessionals $1=now $2=from $3=until $4=office_id $5=day
select p.id, p.name, p.image_key, array(select v.name from professional_specialties x
      join services v on v.code = x.specialty_code where x.professional_id = p.id order by v.name) as specialties,
    coalesce((select json_agg(row_to_json(listed)) from (select s.id, to_char(s.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as starts_at, to_char(s.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ends_at,
     case when s.modality = 'telemedicina' then 'Telemedicina' else case when s.room = '' then o.name else concat_ws(', ', o.name, s.room) end end as place, s.modality,
     exists (select from holds h where h.professional_id = s.professional_id
       and h.during && tstzrange(s.starts_at, s.ends_at) and h.expires_at > $1::timestamptz) as held
   from slots s join services v on v.code = s.service_code and v.retired_at is null
   where s.professional_id = p.id and s.office_id = o.id and s.starts_at >= $2::timestamptz and s.starts_at < $3::timestamptz and s.starts_at > $1::timestamptz
     and p.active and not s.taken and not exists (select from appointments b
       where b.professional_id = s.professional_id and b.state = 'booked'
       and b.starts_at < s.ends_at and b.ends_at > s.starts_at and b.starts_at > s.starts_at - interval '24 hours')
   order by s.starts_at) listed), '[]'::json) as free, coalesce((select json_agg(row_to_json(listed)) from (select e.id, to_char(e.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as starts_at, to_char(e.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ends_at, e.reason
   from schedule_exceptions e where e.professional_id = p.id and e.kind = 'block' and e.starts_at < $3::timestamptz and e.ends_at > $2::timestamptz order by e.starts_at, e.id) listed), '[]'::json) as blocks
  from professionals p join offices o on o.id = $4
  where exists (select from slots s where s.professional_id = p.id and s.office_id = o.id and s.starts_at >= $2::timestamptz and s.starts_at < $3::timestamptz)
    or exists (select from appointments a where a.professional_id = p.id and a.office_id = o.id and a.starts_at >= $2::timestamptz and a.starts_at < $3::timestamptz and (a.state = 'booked' or (a.state = 'cancelled' and a.attendance = 'missed')))
    or (exists (select from schedule_exceptions e where e.professional_id = p.id and e.kind = 'block' and e.starts_at < $3::timestamptz and e.ends_at > $2::timestamptz)
      and exists (select from schedules c where c.professional_id = p.id and c.office_id = o.id
        and c.weekday = extract(dow from $5::date) and c.valid_from <= $5::date
        and (c.valid_to is null or c.valid_to >= $5::date)))
  order by unaccent(lower(p.name)), p.id;

-- frontDesk.dayAppointments $1=now $2=office_id $3=from $4=until
select a.professional_id as professional_id, a.id as id_appointment, a.patient_id, concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as patient_full_name,
    a.starts_at, a.ends_at, a.doctor_name,
    case when a.modality = 'telemedicina' or starts_with(a.place_detail, a.place_care) then a.place_detail
      else concat_ws(', ', a.place_care, a.place_detail) end as place, a.modality, a.attendance, a.confirmed_at,
    a.reserved_group is not null as is_private, a.ical_sequence as sequence,
    a.starts_at > $1::timestamptz and not exists (select from slots s
      where s.professional_id = a.professional_id and s.starts_at = a.starts_at) as outside
  from appointments a join people p on p.id = a.patient_id
  where a.professional_id is not null and a.office_id = $2 and a.starts_at >= $3::timestamptz and a.starts_at < $4::timestamptz and (a.state = 'booked' or (a.state = 'cancelled' and a.attendance = 'missed'))
  order by a.starts_at, a.id;
