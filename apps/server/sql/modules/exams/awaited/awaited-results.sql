-- awaitedResults.listOpenLate $1=from $2=services $3=sites $4=order $5=limit_rows $6=offset_rows
select a.id, a.patient_id, concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as patient_full_name,
    p.document_type_id::int as document_type_id, p.document_number, p.document_country,
    a.specialty, a.sub_context, a.specialty_code, a.place_care, a.starts_at
  from late_results l join appointments a on a.id = l.appointment_id join people p on p.id = a.patient_id
  where l.arrived_at is null and a.state = 'booked' and a.attendance is distinct from 'missed' and p.deleted_at is null
    and a.starts_at >= $1::timestamptz and a.specialty_code = any($2::int[])
    and ($3::int[] is null or a.office_id = any($3::int[])) order by case when $4::text = 'patient_full_name' then unaccent(lower(concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')))) end, case when $4::text = '-patient_full_name' then unaccent(lower(concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')))) end desc, case when $4::text = 'place' then unaccent(lower(a.place_care)) end, case when $4::text = '-place' then unaccent(lower(a.place_care)) end desc, case when $4::text = 'taken_on' then a.starts_at end, case when $4::text = '-taken_on' then a.starts_at end desc, a.starts_at, a.id limit $5::int offset $6::int;

-- awaitedResults.countOpenLate $1=from $2=services $3=sites
select count(*)::int as count from (select 1 from late_results l join appointments a on a.id = l.appointment_id join people p on p.id = a.patient_id
  where l.arrived_at is null and a.state = 'booked' and a.attendance is distinct from 'missed' and p.deleted_at is null
    and a.starts_at >= $1::timestamptz and a.specialty_code = any($2::int[])
    and ($3::int[] is null or a.office_id = any($3::int[])) limit 1001) counted;
