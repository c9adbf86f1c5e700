-- archive.upcoming $1=patient_id $2=now $3=limit_rows $4=offset_rows
with counted as (select count(*)::int as total from (select 1 from appointments where patient_id = $1 and state = 'booked' and starts_at > $2::timestamptz - interval '24 hours' and ends_at > $2::timestamptz
       limit 1001) c)
     select counted.total as total, p.* from counted left join (
       select id, patient_id, rut_professional, doctor_name, specialty_code, specialty, sub_context, place_care,
  place_detail, modality, starts_at, ends_at, coalesce(reserved_group = 'SOLO_YO', false) as is_private,
  (select image_key from professionals where rut = rut_professional) as image_key from appointments where patient_id = $1 and state = 'booked' and starts_at > $2::timestamptz - interval '24 hours' and ends_at > $2::timestamptz
       order by starts_at, id limit $3 offset $4
     ) p on true;

-- archive.upcomingUnreserved $1=patient_id $2=now $3=limit_rows $4=offset_rows
with counted as (select count(*)::int as total from (select 1 from appointments where patient_id = $1 and state = 'booked' and starts_at > $2::timestamptz - interval '24 hours' and ends_at > $2::timestamptz
      and reserved_group is null limit 1001) c)
     select counted.total as total, p.* from counted left join (
       select id, patient_id, rut_professional, doctor_name, specialty_code, specialty, sub_context, place_care,
  place_detail, modality, starts_at, ends_at, coalesce(reserved_group = 'SOLO_YO', false) as is_private,
  (select image_key from professionals where rut = rut_professional) as image_key from appointments where patient_id = $1 and state = 'booked' and starts_at > $2::timestamptz - interval '24 hours' and ends_at > $2::timestamptz
      and reserved_group is null order by starts_at, id limit $3 offset $4
     ) p on true;

-- archive.past $1=patient_id $2=now $3=limit_rows $4=offset_rows
with counted as (select count(*)::int as total from (select 1 from appointments where patient_id = $1 and state = 'booked' and starts_at < $2::timestamptz and ends_at <= $2::timestamptz
       limit 1001) c)
     select counted.total as total, p.* from counted left join (
       select id, patient_id, rut_professional, doctor_name, specialty_code, specialty, sub_context, place_care,
  place_detail, modality, starts_at, ends_at, coalesce(reserved_group = 'SOLO_YO', false) as is_private,
  (select image_key from professionals where rut = rut_professional) as image_key from appointments where patient_id = $1 and state = 'booked' and starts_at < $2::timestamptz and ends_at <= $2::timestamptz
       order by starts_at desc, id desc limit $3 offset $4
     ) p on true;

-- archive.pastUnreserved $1=patient_id $2=now $3=limit_rows $4=offset_rows
with counted as (select count(*)::int as total from (select 1 from appointments where patient_id = $1 and state = 'booked' and starts_at < $2::timestamptz and ends_at <= $2::timestamptz
      and reserved_group is null limit 1001) c)
     select counted.total as total, p.* from counted left join (
       select id, patient_id, rut_professional, doctor_name, specialty_code, specialty, sub_context, place_care,
  place_detail, modality, starts_at, ends_at, coalesce(reserved_group = 'SOLO_YO', false) as is_private,
  (select image_key from professionals where rut = rut_professional) as image_key from appointments where patient_id = $1 and state = 'booked' and starts_at < $2::timestamptz and ends_at <= $2::timestamptz
      and reserved_group is null order by starts_at desc, id desc limit $3 offset $4
     ) p on true;

-- archive.cancelled $1=patient_id $2=limit_rows $3=offset_rows
with counted as (select count(*)::int as total from (select 1 from appointments where patient_id = $1 and state = 'cancelled'
       limit 1001) c)
     select counted.total as total, p.* from counted left join (
       select id, patient_id, rut_professional, doctor_name, specialty_code, specialty, sub_context, place_care,
  place_detail, modality, starts_at, ends_at, coalesce(reserved_group = 'SOLO_YO', false) as is_private,
  (select image_key from professionals where rut = rut_professional) as image_key from appointments where patient_id = $1 and state = 'cancelled'
       order by starts_at desc, id desc limit $2 offset $3
     ) p on true;

-- archive.cancelledUnreserved $1=patient_id $2=limit_rows $3=offset_rows
with counted as (select count(*)::int as total from (select 1 from appointments where patient_id = $1 and state = 'cancelled'
      and reserved_group is null limit 1001) c)
     select counted.total as total, p.* from counted left join (
       select id, patient_id, rut_professional, doctor_name, specialty_code, specialty, sub_context, place_care,
  place_detail, modality, starts_at, ends_at, coalesce(reserved_group = 'SOLO_YO', false) as is_private,
  (select image_key from professionals where rut = rut_professional) as image_key from appointments where patient_id = $1 and state = 'cancelled'
      and reserved_group is null order by starts_at desc, id desc limit $2 offset $3
     ) p on true;

-- archive.upcomingUntil $1=patient_ids $2=unreserved $3=now $4=until
select a.* from unnest($1::int[], $2::boolean[]) asked (patient_id, unreserved) cross join lateral (
    select id, patient_id, rut_professional, doctor_name, specialty_code, specialty, sub_context, place_care,
  place_detail, modality, starts_at, ends_at, coalesce(reserved_group = 'SOLO_YO', false) as is_private,
  (select image_key from professionals where rut = rut_professional) as image_key from appointments
    where patient_id = asked.patient_id and state = 'booked' and starts_at > $3::timestamptz - interval '24 hours'
      and ends_at > $3::timestamptz and starts_at < $4::timestamptz
      and (not asked.unreserved or reserved_group is null)
    order by starts_at, id limit 50
  ) a order by a.starts_at, a.id;

-- archive.appointment $1=id
select a.id, a.patient_id, a.rut_professional, a.doctor_name, a.specialty_code, a.specialty, a.sub_context,
  a.place_care, a.place_detail, a.modality, a.starts_at, a.ends_at, a.private_since is not null as is_private,
  (select image_key from professionals where rut = a.rut_professional) as image_key, a.booked_by, a.confirmed_at, a.attendance,
  concat_ws(' ', p.first_name, p.last_name, nullif(p.second_name, '')) as patient_full_name,
  case when b.rol = 'STANDART_ROLE' and is_open(b) then concat_ws(' ', b.first_name, b.last_name) end as booker_name,
  case when a.outside_id is null or o.name = a.place_care then o.office_id end as site,
  a.professional_id is not null and a.outside_id is null as in_own_calendar,
  exists (select from appointment_orders m where m.appointment_id = a.id) as has_order,
  case when a.service_item like 'exam:%' then true
    else coalesce((select d.requires_order from procedures d
      where d.code = substr(a.service_item, 11) and a.service_item like 'procedure:%'), false) end as needs_order,
  not exists (select from fhir_sources s where s.type = 'Appointment' and s.target_id = a.id) as can_move, a.state, a.reserved_group is not null as reserved from appointments a join people p on p.id = a.patient_id
  left join people b on b.id = a.booked_by and b.id <> a.patient_id
  join offices o on o.id = a.office_id where a.id = $1;

-- archive.agenda.upcoming $1=patient_ids $2=without_reserved $3=bookers $4=now $5=last_row $6=limit_rows $7=offset_rows
with counted as (
       select count(*)::int as total from (
         select from unnest($1::int[], $2::int[], $3::int[])
    as r (patient_id, without_reserved, booker) cross join lateral (
    (select a.id, a.starts_at from appointments a where r.booker = 0 and a.patient_id = r.patient_id and a.state = 'booked' and a.starts_at > $4::timestamptz - interval '24 hours' and a.ends_at > $4::timestamptz
    and (r.without_reserved = 0 or a.reserved_group is null) order by a.starts_at asc, a.id asc limit 1001)
    union all
    (select a.id, a.starts_at from appointments a where r.booker <> 0 and a.booked_by = r.booker and a.booked_by <> a.patient_id
       and a.patient_id = r.patient_id and a.state = 'booked' and a.starts_at > $4::timestamptz - interval '24 hours' and a.ends_at > $4::timestamptz
    and (r.without_reserved = 0 or a.reserved_group is null) order by a.starts_at asc, a.id asc limit 1001)) a limit 1001) c
     ), page as (
       select a.id, a.starts_at from unnest($1::int[], $2::int[], $3::int[])
    as r (patient_id, without_reserved, booker) cross join lateral (
    (select a.id, a.starts_at from appointments a where r.booker = 0 and a.patient_id = r.patient_id and a.state = 'booked' and a.starts_at > $4::timestamptz - interval '24 hours' and a.ends_at > $4::timestamptz
    and (r.without_reserved = 0 or a.reserved_group is null) order by a.starts_at asc, a.id asc limit $5)
    union all
    (select a.id, a.starts_at from appointments a where r.booker <> 0 and a.booked_by = r.booker and a.booked_by <> a.patient_id
       and a.patient_id = r.patient_id and a.state = 'booked' and a.starts_at > $4::timestamptz - interval '24 hours' and a.ends_at > $4::timestamptz
    and (r.without_reserved = 0 or a.reserved_group is null) order by a.starts_at asc, a.id asc limit $5)) a
       order by a.starts_at asc, a.id asc limit $6 offset $7
     )
     select counted.total as total, listed.* from counted left join (
       select a.id, a.patient_id, a.rut_professional, a.doctor_name, a.specialty_code, a.specialty, a.sub_context,
  a.place_care, a.place_detail, a.modality, a.starts_at, a.ends_at, a.private_since is not null as is_private,
  (select image_key from professionals where rut = a.rut_professional) as image_key, a.booked_by, a.confirmed_at, a.attendance,
  concat_ws(' ', p.first_name, p.last_name, nullif(p.second_name, '')) as patient_full_name,
  case when b.rol = 'STANDART_ROLE' and is_open(b) then concat_ws(' ', b.first_name, b.last_name) end as booker_name,
  case when a.outside_id is null or o.name = a.place_care then o.office_id end as site,
  a.professional_id is not null and a.outside_id is null as in_own_calendar,
  exists (select from appointment_orders m where m.appointment_id = a.id) as has_order,
  case when a.service_item like 'exam:%' then true
    else coalesce((select d.requires_order from procedures d
      where d.code = substr(a.service_item, 11) and a.service_item like 'procedure:%'), false) end as needs_order,
  not exists (select from fhir_sources s where s.type = 'Appointment' and s.target_id = a.id) as can_move from page join appointments a on a.id = page.id join people p on p.id = a.patient_id
  left join people b on b.id = a.booked_by and b.id <> a.patient_id
  join offices o on o.id = a.office_id
     ) listed on true
     order by listed.starts_at asc, listed.id asc;

-- archive.agenda.past $1=patient_ids $2=without_reserved $3=bookers $4=now $5=last_row $6=limit_rows $7=offset_rows
with counted as (
       select count(*)::int as total from (
         select from unnest($1::int[], $2::int[], $3::int[])
    as r (patient_id, without_reserved, booker) cross join lateral (
    (select a.id, a.starts_at from appointments a where r.booker = 0 and a.patient_id = r.patient_id and a.state = 'booked' and a.starts_at < $4::timestamptz and a.ends_at <= $4::timestamptz
    and (r.without_reserved = 0 or a.reserved_group is null) order by a.starts_at desc, a.id desc limit 1001)
    union all
    (select a.id, a.starts_at from appointments a where r.booker <> 0 and a.booked_by = r.booker and a.booked_by <> a.patient_id
       and a.patient_id = r.patient_id and a.state = 'booked' and a.starts_at < $4::timestamptz and a.ends_at <= $4::timestamptz
    and (r.without_reserved = 0 or a.reserved_group is null) order by a.starts_at desc, a.id desc limit 1001)) a limit 1001) c
     ), page as (
       select a.id, a.starts_at from unnest($1::int[], $2::int[], $3::int[])
    as r (patient_id, without_reserved, booker) cross join lateral (
    (select a.id, a.starts_at from appointments a where r.booker = 0 and a.patient_id = r.patient_id and a.state = 'booked' and a.starts_at < $4::timestamptz and a.ends_at <= $4::timestamptz
    and (r.without_reserved = 0 or a.reserved_group is null) order by a.starts_at desc, a.id desc limit $5)
    union all
    (select a.id, a.starts_at from appointments a where r.booker <> 0 and a.booked_by = r.booker and a.booked_by <> a.patient_id
       and a.patient_id = r.patient_id and a.state = 'booked' and a.starts_at < $4::timestamptz and a.ends_at <= $4::timestamptz
    and (r.without_reserved = 0 or a.reserved_group is null) order by a.starts_at desc, a.id desc limit $5)) a
       order by a.starts_at desc, a.id desc limit $6 offset $7
     )
     select counted.total as total, listed.* from counted left join (
       select a.id, a.patient_id, a.rut_professional, a.doctor_name, a.specialty_code, a.specialty, a.sub_context,
  a.place_care, a.place_detail, a.modality, a.starts_at, a.ends_at, a.private_since is not null as is_private,
  (select image_key from professionals where rut = a.rut_professional) as image_key, a.booked_by, a.confirmed_at, a.attendance,
  concat_ws(' ', p.first_name, p.last_name, nullif(p.second_name, '')) as patient_full_name,
  case when b.rol = 'STANDART_ROLE' and is_open(b) then concat_ws(' ', b.first_name, b.last_name) end as booker_name,
  case when a.outside_id is null or o.name = a.place_care then o.office_id end as site,
  a.professional_id is not null and a.outside_id is null as in_own_calendar,
  exists (select from appointment_orders m where m.appointment_id = a.id) as has_order,
  case when a.service_item like 'exam:%' then true
    else coalesce((select d.requires_order from procedures d
      where d.code = substr(a.service_item, 11) and a.service_item like 'procedure:%'), false) end as needs_order,
  not exists (select from fhir_sources s where s.type = 'Appointment' and s.target_id = a.id) as can_move from page join appointments a on a.id = page.id join people p on p.id = a.patient_id
  left join people b on b.id = a.booked_by and b.id <> a.patient_id
  join offices o on o.id = a.office_id
     ) listed on true
     order by listed.starts_at desc, listed.id desc;
