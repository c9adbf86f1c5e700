-- booking.circumstances $1=id
select o.office_id, o.id, o.phone,
    case when (a.outside_id is null or a.modality = 'telemedicina' or o.name = a.place_care) then o.name else a.place_care end as name,
    case when (a.outside_id is null or a.modality = 'telemedicina' or o.name = a.place_care) then o.address else '' end as address,
    case when (a.outside_id is null or a.modality = 'telemedicina' or o.name = a.place_care) then o.entry else '' end as entry,
    coalesce(v.wire_code, a.specialty_code::text) as specialty, a.service_item,
    a.service_item is null and exists (select from exam_specialties t
      where t.service_code = a.specialty_code and t.service = 'laboratorio') as unnamed_laboratory,
    i.key as indications_key, i.title, i.html, i.fasting_hours,
    concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as patient_full_name,
    p.date_birth::text as date_birth
  from appointments a
    join offices o on o.id = a.office_id
    join people p on p.id = a.patient_id
    left join services v on v.code = a.specialty_code
    left join bookable_exams e on a.service_item = 'exam:' || e.id
    left join procedures q on a.service_item = 'procedure:' || q.code
    left join indications i on i.key = coalesce(e.indications_key, q.indications_key)
  where a.id = $1;
