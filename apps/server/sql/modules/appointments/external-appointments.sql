-- externalAppointments.byExternalId $1=outside_id
select id, patient_id, rut_professional, doctor_name, specialty_code, specialty, sub_context, place_care,
  place_detail, modality, starts_at, ends_at, (select image_key from professionals where rut = rut_professional) as image_key from appointments where outside_id = $1;

-- externalAppointments.book $1=patient_id $2=rut_professional $3=doctor_name $4=specialty_code $5=specialty $6=sub_context $7=modality $8=outside_id $9=place_care $10=place_detail $11=starts_at $12=ends_at $13=reserved_group $14=booked_by $15=now $16=service_item
insert into appointments (patient_id, rut_professional, doctor_name, specialty_code, specialty, sub_context,
    modality, outside_id, place_care, place_detail, starts_at, ends_at, reserved_group, booked_by, created_at,
    service_item, office_id, state, scheduled)
  values ($1, $2, $3, $4, $5, $6, $7,
    $8, $9, $10, $11::timestamptz, $12::timestamptz,
    coalesce($13::text, (select reserved_group from services where code = $4)), $14,
    $15::timestamptz, $16, (select id from offices order by (name = $9) desc, retired_at is not null, id limit 1), 'booked', true)
  on conflict (outside_id) where outside_id is not null do nothing
  returning id, patient_id, rut_professional, doctor_name, specialty_code, specialty, sub_context, place_care,
  place_detail, modality, starts_at, ends_at, (select image_key from professionals where rut = rut_professional) as image_key;

-- externalAppointments.move $1=patient_id $2=rut_professional $3=doctor_name $4=specialty_code $5=specialty $6=sub_context $7=modality $8=outside_id $9=place_care $10=place_detail $11=starts_at $12=ends_at $13=booked_by $14=reserved_group $15=service_item $16=id
update appointments set patient_id = $1, professional_id = null, rut_professional = $2,
    doctor_name = $3, specialty_code = $4, specialty = $5, sub_context = $6,
    modality = $7, outside_id = $8, place_care = $9, place_detail = $10,
    starts_at = $11::timestamptz, ends_at = $12::timestamptz, booked_by = $13,
    reserved_group = coalesce($14::text, (select reserved_group from services where code = $4)),
    service_item = $15, office_id = (select id from offices order by (name = $9) desc, retired_at is not null, id limit 1), ical_sequence = ical_sequence + 1
  where id = $16 and state = 'booked'
  returning id, patient_id, rut_professional, doctor_name, specialty_code, specialty, sub_context, place_care,
  place_detail, modality, starts_at, ends_at, (select image_key from professionals where rut = rut_professional) as image_key;
