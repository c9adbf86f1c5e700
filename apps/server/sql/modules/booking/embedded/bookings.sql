-- booking.facts $1=patient_id $2=moved_id $3=hold_id $4=person_id $5=now
select h.id as hold_id, h.kind, h.waiting_id, s.id as slot_id, s.professional_id,
     p.rut as rut_professional, p.name as doctor_name, p.image_key, s.office_id, o.name as place_care, o.address, s.service_code,
     v.kind as service_kind, v.name as specialty, v.reserved_group, s.modality, s.room, s.starts_at, s.ends_at,
     v.kind = 'exam' and exists (
       select from exam_specialties t
         join bookable_exams e on e.specialty_code = t.code or e.specialty_code = any(t.same_exams_as)
       where t.service_code = v.code and t.retired_at is null and e.retired_at is null and e.encuesta_para_agendar = 'SI') as needs_exam,
     case when w.id is not null then jsonb_build_object('id', w.id, 'first_name', w.first_name, 'last_name', w.last_name,
     'greeting_name', greeting_name(w), 'email', w.email, 'date_birth', w.date_birth) end as patient, coalesce((
       select jsonb_agg(jsonb_build_object('office_id', a.office_id, 'place_care', a.place_care, 'starts_at', a.starts_at,
         'ends_at', a.ends_at) order by a.starts_at)
       from appointments a
       where a.patient_id = $1::int and a.state = 'booked' and a.modality = 'presencial'
         and a.id is distinct from $2::int and a.starts_at > s.starts_at - interval '1 day' and a.starts_at < s.starts_at + interval '1 day'
     ), '[]') as near, 0::int as appointment_id
   from holds h join slots s on s.id = h.slot_id join professionals p on p.id = s.professional_id
     join offices o on o.id = s.office_id join services v on v.code = s.service_code
     left join people w on w.id = $1::int and has_open_record(w)
   where h.id = $3 and h.person_id = $4 and h.expires_at > $5::timestamptz;

-- booking.factsToBook $1=patient_id $2=moved_id $3=hold_id $4=person_id $5=now
select h.id as hold_id, h.kind, h.waiting_id, s.id as slot_id, s.professional_id,
     p.rut as rut_professional, p.name as doctor_name, p.image_key, s.office_id, o.name as place_care, o.address, s.service_code,
     v.kind as service_kind, v.name as specialty, v.reserved_group, s.modality, s.room, s.starts_at, s.ends_at,
     v.kind = 'exam' and exists (
       select from exam_specialties t
         join bookable_exams e on e.specialty_code = t.code or e.specialty_code = any(t.same_exams_as)
       where t.service_code = v.code and t.retired_at is null and e.retired_at is null and e.encuesta_para_agendar = 'SI') as needs_exam,
     case when w.id is not null then jsonb_build_object('id', w.id, 'first_name', w.first_name, 'last_name', w.last_name,
     'greeting_name', greeting_name(w), 'email', w.email, 'date_birth', w.date_birth) end as patient, coalesce((
       select jsonb_agg(jsonb_build_object('office_id', a.office_id, 'place_care', a.place_care, 'starts_at', a.starts_at,
         'ends_at', a.ends_at) order by a.starts_at)
       from appointments a
       where a.patient_id = $1::int and a.state = 'booked' and a.modality = 'presencial'
         and a.id is distinct from $2::int and a.starts_at > s.starts_at - interval '1 day' and a.starts_at < s.starts_at + interval '1 day'
     ), '[]') as near, nextval('appointments_id_seq')::int as appointment_id
   from holds h join slots s on s.id = h.slot_id join professionals p on p.id = s.professional_id
     join offices o on o.id = s.office_id join services v on v.code = s.service_code
     left join people w on w.id = $1::int and has_open_record(w)
   where h.id = $3 and h.person_id = $4 and h.expires_at > $5::timestamptz;

-- booking.conflicts $1=patient_id $2=ends_at $3=starts_at $4=appointment_id $5=now $6=specialty_code
select exists (select from appointments a where a.patient_id = $1 and a.state = 'booked'
       and a.starts_at < $2::timestamptz and a.ends_at > $3::timestamptz
       and a.starts_at > $3::timestamptz - interval '24 hours'
       and a.id is distinct from $4::int) as is_busy,
     (select count(*)::int from appointments a where a.patient_id = $1 and a.state = 'booked'
       and a.starts_at > $5::timestamptz and a.specialty_code = $6::int
       and a.id is distinct from $4::int) as upcoming;

-- booking.consumeHold $1=patient_id $2=ends_at $3=starts_at $4=appointment_id $5=now $6=specialty_code $7=hold_id $8=person_id $9=most_upcoming
with clash as (select exists (select from appointments a where a.patient_id = $1 and a.state = 'booked'
       and a.starts_at < $2::timestamptz and a.ends_at > $3::timestamptz
       and a.starts_at > $3::timestamptz - interval '24 hours'
       and a.id is distinct from $4::int) as is_busy,
     (select count(*)::int from appointments a where a.patient_id = $1 and a.state = 'booked'
       and a.starts_at > $5::timestamptz and a.specialty_code = $6::int
       and a.id is distinct from $4::int) as upcoming),
  spent as (
    delete from holds where id = $7 and person_id = $8 and expires_at > $5::timestamptz returning id
  )
  select case
    when not exists (select from people p where p.id = $1 and has_open_record(p))
      then refuse('booking_patient')
    when is_busy then refuse('booking_busy')
    when upcoming >= $9::int then refuse('booking_many')
    when not exists (select from spent) then refuse('booking_hold')
    else true end as consumed
  from clash;
