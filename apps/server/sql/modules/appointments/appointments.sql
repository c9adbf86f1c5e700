-- appointments.book $1=id $2=patient_id $3=professional_id $4=rut_professional $5=doctor_name $6=specialty_code $7=specialty $8=sub_context $9=office_id $10=place_care $11=place_detail $12=modality $13=starts_at $14=ends_at $15=reserved_group $16=booked_by $17=now $18=service_item
insert into appointments (id, patient_id, professional_id, rut_professional, doctor_name, specialty_code, specialty,
    sub_context, office_id, place_care, place_detail, modality, starts_at, ends_at, reserved_group, state, booked_by,
    created_at, scheduled, service_item)
  overriding system value
  values ($1, $2, $3, $4, $5, $6, $7, $8,
    $9, $10, $11, $12, $13::timestamptz, $14::timestamptz, $15,
    'booked', $16, $17::timestamptz, true, $18)
  returning id;

-- appointments.move $1=id $2=patient_id $3=now $4=professional_id $5=rut_professional $6=doctor_name $7=specialty_code $8=specialty $9=sub_context $10=office_id $11=place_care $12=place_detail $13=modality $14=starts_at $15=ends_at $16=reserved_group $17=booked_by $18=service_item
with old as (
    select id as old_id, professional_id as old_professional, starts_at as old_start, ends_at as old_end
    from appointments
    where id = $1 and patient_id = $2 and state = 'booked' and starts_at > $3::timestamptz
    for update
  ), freed as (
    insert into freed_hours (professional_id, starts_at, ends_at, freed_at)
    select old_professional, old_start, old_end, $3::timestamptz from old where old_professional is not null
  ), written as (
    update appointments set professional_id = $4, rut_professional = $5,
      doctor_name = $6, specialty_code = $7, specialty = $8, sub_context = $9,
      office_id = $10, place_care = $11, place_detail = $12, modality = $13,
      starts_at = $14::timestamptz, ends_at = $15::timestamptz, reserved_group = $16,
      booked_by = $17, scheduled = true, confirmed_at = null, attendance = null, attendance_at = null, attendance_by = null,
      service_item = $18, ical_sequence = ical_sequence + 1
    from old where appointments.id = old_id
    returning appointments.id
  )
  select case when not exists (select from written) then refuse('booking_moved') else true end as moved;

-- appointments.reschedule $1=id $2=now $3=professional_id $4=rut_professional $5=doctor_name $6=office_id $7=place_care $8=place_detail $9=modality $10=starts_at $11=ends_at
with old as (
    select id as old_id, professional_id as old_professional, starts_at as old_start, ends_at as old_end
    from appointments where id = $1 and state = 'booked'
  ), freed as (
    insert into freed_hours (professional_id, starts_at, ends_at, freed_at)
    select old_professional, old_start, old_end, $2::timestamptz from old
  )
  update appointments set professional_id = $3, rut_professional = $4,
    doctor_name = $5, office_id = $6, place_care = $7, place_detail = $8,
    modality = $9, starts_at = $10::timestamptz, ends_at = $11::timestamptz, scheduled = true,
    confirmed_at = null, attendance = null, attendance_at = null, attendance_by = null, ical_sequence = ical_sequence + 1
  from old where appointments.id = old_id
  returning appointments.id;

-- appointments.cancel $1=now $2=id
with gone as (
    update appointments set state = 'cancelled', cancelled_at = $1::timestamptz, ical_sequence = ical_sequence + 1
    where id = $2 and state = 'booked' and starts_at > $1::timestamptz
    returning id, professional_id, starts_at, ends_at
  ), freed as (
    insert into freed_hours (professional_id, starts_at, ends_at, freed_at)
    select professional_id, starts_at, ends_at, $1::timestamptz from gone where professional_id is not null
  )
  select id from gone;

-- appointments.confirm $1=now $2=id $3=starts_at
update appointments set confirmed_at = coalesce(confirmed_at, $1::timestamptz)
  where id = $2 and state = 'booked' and starts_at = $3::timestamptz and starts_at > $1::timestamptz
    and professional_id is not null and outside_id is null
  returning confirmed_at;

-- appointments.attachAnswers $1=patient_id $2=exam_id $3=answered_by $4=since $5=appointment_id
with latest as (
    select id, can_book from exam_answers
    where patient_id = $1 and exam_id = $2 and answered_by = $3 and answered_at > $4::timestamptz
    order by answered_at desc, id desc limit 1
  ), attached as (
    update appointments set exam_answers_id = latest.id from latest
    where appointments.id = $5 and latest.can_book returning appointments.id
  )
  select case when not exists (select from attached) then refuse('booking_answers') else true end as attached;

-- appointments.noteNotifiedElsewhere $1=id
update appointments set told_elsewhere = true where id = $1;

-- appointments.addReceived $1=patient_id $2=rut_professional $3=doctor_name $4=specialty_code $5=specialty $6=sub_context $7=office_id $8=place_care $9=place_detail $10=modality $11=starts_at $12=ends_at $13=reserved_group $14=state $15=now $16=attendance
insert into appointments (patient_id, rut_professional, doctor_name, specialty_code, specialty, sub_context, office_id,
    place_care, place_detail, modality, starts_at, ends_at, reserved_group, state, cancelled_at, created_at,
    attendance, attendance_at)
  values ($1, $2, $3, $4, $5, $6, $7,
    $8, $9, $10, $11::timestamptz, $12::timestamptz, $13, $14,
    case when $14::text = 'cancelled' then $15::timestamptz end, $15::timestamptz, $16,
    case when $16::text is not null then $15::timestamptz end) returning id;

-- appointments.changeReceived $1=rut_professional $2=doctor_name $3=specialty_code $4=specialty $5=sub_context $6=office_id $7=place_care $8=place_detail $9=modality $10=starts_at $11=ends_at $12=reserved_group $13=state $14=now $15=attendance $16=id
update appointments set rut_professional = $1, doctor_name = $2,
    specialty_code = $3, specialty = $4, sub_context = $5,
    office_id = $6, place_care = $7, place_detail = $8, modality = $9,
    starts_at = $10::timestamptz, ends_at = $11::timestamptz, reserved_group = $12, state = $13,
    cancelled_at = case when $13::text = 'cancelled' then coalesce(cancelled_at, $14::timestamptz) end,
    attendance = case when $15::text is null and attendance_by is not null and starts_at = $10::timestamptz then attendance else $15 end,
    attendance_at = case when $15::text is null and attendance_by is not null and starts_at = $10::timestamptz then attendance_at when $15::text is null then null
      when attendance = $15 and attendance_by is null then attendance_at else $14::timestamptz end,
    attendance_by = case when $15::text is null and attendance_by is not null and starts_at = $10::timestamptz then attendance_by end,
    ical_sequence = ical_sequence + 1 where id = $16;

-- appointments.recordAttendance $1=attendance $2=now $3=recorded_by $4=id $5=latest_start $6=previous
update appointments set attendance = $1,
    attendance_at = case when $1::text is not null then $2::timestamptz end,
    attendance_by = case when $1::text is not null then $3::int end,
    state = case when state = 'cancelled' and $1::text is distinct from 'missed' then 'booked' else state end,
    cancelled_at = case when state = 'cancelled' and $1::text is distinct from 'missed' then null else cancelled_at end,
    ical_sequence = ical_sequence + case when state = 'cancelled' and $1::text is distinct from 'missed' then 1 else 0 end
  where id = $4 and (state = 'booked' or attendance = 'missed') and starts_at <= $5::timestamptz
    and attendance is not distinct from $6::text
  returning id;

-- appointments.setPrivate $1=id $2=patient_id $3=is_private $4=now
with found as (
    select a.id from appointments a where a.id = $1 and a.patient_id = $2 for update
  ), written as (
    update appointments a
    set private_since = case when $3::boolean then coalesce(a.private_since, $4::timestamptz) end
    from found where a.id = found.id and not ($3::boolean and exists (
      select from people b where b.id = a.booked_by and b.id <> a.patient_id and b.rol = 'STANDART_ROLE' and is_open(b)))
    returning a.id
  )
  select exists (select from written) as is_stored from found;

-- appointments.addFreedTime $1=professional_id $2=starts_at $3=ends_at $4=now
insert into freed_hours (professional_id, starts_at, ends_at, freed_at)
  values ($1, $2::timestamptz, $3::timestamptz, $4::timestamptz);

-- appointments.addFreedSlots $1=now $2=professional_id $3=from $4=to
insert into freed_hours (professional_id, starts_at, ends_at, freed_at)
  select s.professional_id, s.starts_at, s.ends_at, $1::timestamptz from slots s
  where ($2::int is null or s.professional_id = $2)
    and s.starts_at >= $3::timestamptz and s.starts_at < $4::timestamptz and s.starts_at > $1::timestamptz
    and exists (select from waiting_list w where w.service_code = s.service_code and w.state = 'waiting');

-- appointments.removePastTimes $1=now
delete from freed_hours where starts_at <= $1::timestamptz;

-- appointments.claimFreedTime $1=id
delete from freed_hours where id = $1 returning id;
