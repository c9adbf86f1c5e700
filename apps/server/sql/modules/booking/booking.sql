-- booking.bookedFor $1=booked_by $2=now
select a.id, a.patient_id, a.rut_professional, a.doctor_name, a.specialty_code, a.specialty, a.sub_context, a.place_care,
    a.place_detail, a.modality, a.starts_at, a.ends_at, (select image_key from professionals where rut = a.rut_professional) as image_key, concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as patient_full_name
  from appointments a join people p on p.id = a.patient_id
  where a.booked_by = $1 and a.patient_id <> $1 and a.state = 'booked' and a.ends_at > $2::timestamptz
  order by a.starts_at, a.id limit 100;

-- booking.busyTimes $1=person_id $2=until $3=from
select a.id, a.patient_id, p.first_name, a.reserved_group is not null as reserved, a.booked_by, a.office_id, a.starts_at, a.ends_at
  from appointments a join people p on p.id = a.patient_id
  where a.patient_id = any(array(
      select $1::int union select member_id from family_links where leader_id = $1 and state = 'approved'))
    and a.state = 'booked' and a.starts_at < $2::timestamptz and a.ends_at > $3::timestamptz
    and a.starts_at > $3::timestamptz - interval '24 hours'
  order by a.starts_at, a.id limit 500;

-- booking.calendarEntry $1=id
select a.id, a.patient_id, a.rut_professional, a.doctor_name, a.specialty_code, a.specialty, a.sub_context,
    a.place_care, a.place_detail, a.modality, a.starts_at, a.ends_at, a.ical_sequence, a.state, a.created_at,
    case when a.outside_id is null or o.name = a.place_care then o.address else '' end as address,
    a.reserved_group is not null as reserved, a.booked_by, a.office_id, a.service_item, a.told_elsewhere, (select image_key from professionals where rut = a.rut_professional) as image_key,
    not exists (select from fhir_sources s where s.type = 'Appointment' and s.target_id = a.id) as can_move
  from appointments a join offices o on o.id = a.office_id where a.id = $1;

-- booking.itemOfExam $1=id
select e.text as name, e.reserved_group, e.way_to_schedule, 'adulto' = any(e.types) as for_adults,
    'pediatrica' = any(e.types) as for_children, e.under_8_callcenter,
    e.encuesta_para_agendar = 'SI' as needs_questionnaire,
    array(select t.service_code from exam_specialties t
      where t.retired_at is null and (t.code = e.specialty_code or e.specialty_code = any(t.same_exams_as))) as codes
  from bookable_exams e where e.id = $1 and e.retired_at is null;

-- booking.itemOfProcedure $1=code
select p.name, null as reserved_group, p.way_to_schedule, p.able_for_adults as for_adults,
    p.able_for_children as for_children, false as under_8_callcenter, false as needs_questionnaire,
    array[c.service_code] as codes
  from procedures p join procedure_categories c on c.code = p.category_code
  where p.code = $1 and p.retired_at is null;

-- booking.answered $1=person_id $2=key
select asked, answer from booking_keys where person_id = $1 and key = $2;

-- booking.keepAnswer $1=person_id $2=key $3=asked $4=answer $5=now
insert into booking_keys (person_id, key, asked, answer, created_at)
  values ($1, $2, $3, $4::jsonb, $5::timestamptz);

-- booking.purgeAnswers $1=before
delete from booking_keys where created_at < $1::timestamptz returning key;
