-- fhirReading.appointments $1=patient_id $2=ids $3=statuses $4=since $5=until $6=updated_since $7=updated_until $8=is_ascending $9=by_update $10=limit_rows $11=offset_rows
select id, patient_id, rut_professional, doctor_name, specialty_code, specialty, place_care, place_detail, modality,
    starts_at, ends_at, state, attendance, count(*) over ()::int as total
  from (
    select a.*, case when attendance = 'missed' then 'noshow' when state = 'cancelled' then 'cancelled'
        when attendance = 'attended' then 'fulfilled' when attendance = 'arrived' then 'arrived' else 'booked' end as fhir_status,
      greatest(created_at, cancelled_at, attendance_at) as changed_at
    from appointments a where patient_id = $1
  ) a where ($2::int[] is null or id = any($2::int[]))
     and ($3::text[] is null or fhir_status = any($3::text[]))
     and ($4::timestamptz is null or starts_at >= $4::timestamptz)
     and ($5::timestamptz is null or starts_at < $5::timestamptz)
     and ($6::timestamptz is null or changed_at >= $6::timestamptz)
     and ($7::timestamptz is null or changed_at < $7::timestamptz) order by case when $8::boolean then case when $9::boolean then changed_at else starts_at end end, case when not $8::boolean then case when $9::boolean then changed_at else starts_at end end desc,
     id desc limit $10 offset $11;

-- fhirReading.exams $1=patient_id $2=held $3=kinds $4=categories $5=identifiers $6=ids $7=statuses $8=since $9=until $10=updated_since $11=updated_until $12=is_ascending $13=by_update $14=limit_rows $15=offset_rows
select id, attention_number, patient_id, type, type_exam, doctor_solicite, taken_at, taken_precision, status, sent, changed_at as changed_at,
    case when not exists (select from exam_results r where r.exam_id = e.id and not r.shown) then conclusion end
      as conclusion,
    case when report_text is not null and not document_withheld
        and not exists (select from exam_results r where r.exam_id = e.id and not r.shown)
      then report_text else '[]' end as report_text,
    count(*) over ()::int as total,
    coalesce((select array_agg(position order by position) from (
      select min(r.position)::int as position from exam_results r where r.exam_id = e.id
      group by coalesce(r.source_id, -r.position) having bool_or(r.shown)) o), '{}') as positions
  from (
    select e.*, s.sent, e.status as fhir_status, greatest(e.created_at, e.corrected_at, s.updated_at) as changed_at
    from exams e left join lateral (
      select sent, updated_at from fhir_sources where type = 'DiagnosticReport' and target_id = e.id order by id limit 1
    ) s on true
    where e.patient_id = $1 and e.shown and e.id <> all($2::int[]) and e.type = any($3::text[])
      and ($4::text[] is null
        or (coalesce((select array_agg(c ->> 'code') from jsonb_path_query(s.sent -> 'category', '$[*].coding[*]') c), '{}') || case e.type when 'laboratory' then 'LAB' else 'IMG' end) && $4::text[])
      and ($5::text[] is null or exists (select from jsonb_array_elements(s.sent -> 'identifier') i
       where i ->> 'value' = any($5::text[]) or (i ->> 'system') || '|' || (i ->> 'value') = any($5::text[])))
  ) e where ($6::int[] is null or id = any($6::int[]))
     and ($7::text[] is null or fhir_status = any($7::text[]))
     and ($8::timestamptz is null or taken_at >= $8::timestamptz)
     and ($9::timestamptz is null or taken_at < $9::timestamptz)
     and ($10::timestamptz is null or changed_at >= $10::timestamptz)
     and ($11::timestamptz is null or changed_at < $11::timestamptz) order by case when $12::boolean then case when $13::boolean then changed_at else taken_at end end, case when not $12::boolean then case when $13::boolean then changed_at else taken_at end end desc,
     id desc limit $14 offset $15;

-- fhirReading.measures $1=patient_id $2=held $3=kinds $4=codes $5=categories $6=identifiers $7=ids $8=statuses $9=since $10=until $11=updated_since $12=updated_until $13=is_ascending $14=by_update $15=limit_rows $16=offset_rows
select id as id, exam_id as exam_id, position, counted as counted, parts, members as members, sent, changed_at as changed_at,
    exam as exam, count(*) over ()::int as total
  from (
    select o.*, o.exam_id || case when o.position is null then '-p' || o.source_id else '-' || o.position end as id, s.sent, e.taken_at,
      coalesce((
        select array_agg(m.target_id || case when m.position is null then '-p' || m.id else '-' || m.position end order by n)
        from jsonb_array_elements_text(s.sent -> 'members') with ordinality as named (source, n)
          join fhir_sources m on m.id = named.source::int and m.target_id = o.exam_id), '{}') as members,
      coalesce(nullif(coalesce(o.first_status, s.sent ->> 'status'), 'appended'), 'amended') as fhir_status,
      greatest(e.created_at, e.corrected_at, s.updated_at) as changed_at,
      jsonb_build_object('id', e.id, 'attention_number', e.attention_number, 'patient_id', e.patient_id, 'type', e.type,
        'type_exam', e.type_exam, 'doctor_solicite', e.doctor_solicite, 'taken_at', e.taken_at,
        'taken_precision', e.taken_precision, 'status', e.status, 'conclusion', null, 'sent', x.sent) as exam
    from (
      select r.exam_id, min(r.position)::int as position, min(r.source_id) as source_id, count(*)::int as counted,
        array_agg(r.code) filter (where r.shown) || array_agg(r.loinc) filter (where r.shown) as codes,
        (array_agg(coalesce(r.reported ->> 'status', 'final') order by r.position) filter (where r.shown))[1] as first_status,
        json_agg(json_build_object('position', r.position, 'code', r.code, 'name', r.name, 'loinc', r.loinc,
          'reported', r.reported, 'value', r.value::text, 'text', r.text, 'unit', r.unit, 'ucum', r.ucum,
          'decimals', r.decimals, 'low', r.low::text, 'high', r.high::text, 'reference_text', r.reference_text)
          order by r.position) filter (where r.shown) as parts
      from exam_results r where r.patient_id = $1
      group by r.exam_id, coalesce(r.source_id, -r.position) having bool_or(r.shown)
      union all
      select p.target_id, null, p.id, 0, '{}', null, null from fhir_sources p
      where p.patient_id = $1 and p.type = 'Observation' and p.position is null and p.sent -> 'members' is not null
        and not exists (select from exam_results r where r.exam_id = p.target_id and not r.shown)
    ) o join exams e on e.id = o.exam_id
      left join fhir_sources s on s.id = o.source_id
      left join lateral (
        select sent from fhir_sources where type = 'DiagnosticReport' and target_id = e.id order by id limit 1
      ) x on true
    where e.patient_id = $1 and e.shown and e.id <> all($2::int[]) and e.type = any($3::text[])
      and ($4::text[] is null or o.codes && $4::text[]
        or coalesce((select array_agg(c ->> 'code') from jsonb_path_query(jsonb_build_array(s.sent -> 'code'), '$[*].coding[*]') c), '{}') && $4::text[])
      and ($5::text[] is null or case when s.sent -> 'category' is null
          then array[e.type] else coalesce((select array_agg(c ->> 'code') from jsonb_path_query(s.sent -> 'category', '$[*].coding[*]') c), '{}') end && $5::text[])
      and ($6::text[] is null or exists (select from jsonb_array_elements(s.sent -> 'identifier') i
       where i ->> 'value' = any($6::text[]) or (i ->> 'system') || '|' || (i ->> 'value') = any($6::text[])))
  ) o where ($7::text[] is null or id = any($7::text[]))
     and ($8::text[] is null or fhir_status = any($8::text[]))
     and ($9::timestamptz is null or taken_at >= $9::timestamptz)
     and ($10::timestamptz is null or taken_at < $10::timestamptz)
     and ($11::timestamptz is null or changed_at >= $11::timestamptz)
     and ($12::timestamptz is null or changed_at < $12::timestamptz) order by case when $13::boolean then case when $14::boolean then changed_at else taken_at end end, case when not $13::boolean then case when $14::boolean then changed_at else taken_at end end desc,
     exam_id desc, position limit $15 offset $16;

-- fhirReading.papers $1=patient_id $2=held $3=kinds $4=ids $5=statuses $6=since $7=until $8=updated_since $9=updated_until $10=is_ascending $11=by_update $12=limit_rows $13=offset_rows
select exam_id, patient_id, key, name, number as number, bytes, created_at, type_exam, count(*) over ()::int as total
  from (
    select e.id as exam_id, e.patient_id, f.key, f.name, d.number, f.bytes, f.created_at, f.created_at as changed_at, e.type_exam,
      e.id || case d.number when 0 then '' else '-' || d.number end as id, 'current' as fhir_status
    from exams e
      cross join lateral (
        select e.file_id, 0 as number
        union all select x.file_id, x.source_id from exam_documents x where x.exam_id = e.id
      ) d
      join files f on f.id = d.file_id
    where e.patient_id = $1 and e.shown and not e.document_withheld
      and e.id <> all($2::int[]) and e.type = any($3::text[])
  ) d where ($4::text[] is null or id = any($4::text[]))
     and ($5::text[] is null or fhir_status = any($5::text[]))
     and ($6::timestamptz is null or created_at >= $6::timestamptz)
     and ($7::timestamptz is null or created_at < $7::timestamptz)
     and ($8::timestamptz is null or changed_at >= $8::timestamptz)
     and ($9::timestamptz is null or changed_at < $9::timestamptz) order by case when $10::boolean then case when $11::boolean then changed_at else created_at end end, case when not $10::boolean then case when $11::boolean then changed_at else created_at end end desc,
     exam_id desc, number limit $12 offset $13;
