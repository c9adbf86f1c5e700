-- booking.bookedFor $1=booked_by $2=now
select a.id, a.patient_id, a.rut_professional, a.doctor_name, a.specialty_code, a.specialty, a.sub_context, a.place_care,
    a.place_detail, a.modality, a.starts_at, a.ends_at, (select image_key from professionals where rut = a.rut_professional) as image_key, concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as patient_full_name
  from appointments a join people p on p.id = a.patient_id
  where a.booked_by = $1 and a.patient_id <> $1 and a.state = 'booked' and a.ends_at > $2::timestamptz
  order by a.starts_at, a.id limit 100;

-- booking.calendarEntry $1=id
select a.id, a.patient_id, a.rut_professional, a.doctor_name, a.specialty_code, a.specialty, a.sub_context,
    a.place_care, a.place_detail, a.modality, a.starts_at, a.ends_at, a.ical_sequence, a.state, a.created_at,
    case when a.outside_id is null or o.name = a.place_care then o.address else '' end as address,
    a.reserved_group is not null as reserved, a.booked_by, a.office_id, a.service_item, a.told_elsewhere, (select image_key from professionals where rut = a.rut_professional) as image_key,
    not exists (select from fhir_sources s where s.type = 'Appointment' and s.target_id = a.id) as can_move
  from appointments a join offices o on o.id = a.office_id where a.id = $1;
