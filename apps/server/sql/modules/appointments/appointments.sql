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
