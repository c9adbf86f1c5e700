-- archive.exams $1=patient_id $2=type $3=first $4=held $5=recent_from $6=reader $7=limit_rows $8=offset_rows
with counted as (select count(*)::int as total from (select 1 from exams e where e.patient_id = $1 and e.type = $2 and e.shown
        and e.taken_at >= $3::timestamptz and e.id <> all($4::int[])  limit 1001) c)
     select counted.total as total, p.* from counted left join (
       select e.id, e.attention_number, e.patient_id, e.type_exam, e.doctor_solicite, e.type_patient, e.taken_at, e.taken_precision,
   e.status, e.corrected_at, e.private_since is not null as is_private, e.accession_number, (e.file_id is not null and not e.document_withheld ) as has_document,
    (e.report_text is not null and not e.document_withheld
   and not exists (select from exam_results r where r.exam_id = e.id and not r.shown) ) as has_report_text,
   case when e.conclusion is not null and not exists (
     select from exam_results r where r.exam_id = e.id and (not r.shown )
   ) then e.conclusion end as conclusion, (select case when count(*) > 0 then jsonb_build_object('total', count(*), 'low', count(*) filter (where r.level = 'low'), 'in', count(*) filter (where r.level = 'in'), 'high', count(*) filter (where r.level = 'high'), 'abnormal', count(*) filter (where r.level = 'abnormal'), 'critical', count(*) filter (where r.is_critical)) end
     from exam_results r where r.exam_id = e.id and r.shown ) as levels, case when e.taken_at >= $5::timestamptz then exists (select from opened_results o where o.person_id = $6::int and o.exam_id = e.id) end as is_opened,
   case when e.taken_at >= $5::timestamptz then (
     select greatest(r.date_creation, coalesce(l.approved_at, d.accepted_at)) from people r
       left join family_links l on l.leader_id = r.id and l.member_id = e.patient_id and l.state = 'approved'
       left join delegations d on d.delegate_id = r.id and d.grantor_id = e.patient_id and d.state = 'accepted'
     where r.id = $6::int) end as reader_since from exams e where e.patient_id = $1 and e.type = $2 and e.shown
        and e.taken_at >= $3::timestamptz and e.id <> all($4::int[])  order by e.taken_at desc, e.id desc limit $7 offset $8
     ) p on true;

-- archive.examsUnreserved $1=patient_id $2=type $3=first $4=held $5=recent_from $6=reader $7=limit_rows $8=offset_rows
with counted as (select count(*)::int as total from (select 1 from exams e where e.patient_id = $1 and e.type = $2 and e.shown
        and e.taken_at >= $3::timestamptz and e.id <> all($4::int[]) and e.reserved_group is null and not coalesce((
  select bool_and(r.reserved_group is not null) from exam_results r where r.exam_id = e.id and r.shown), false) limit 1001) c)
     select counted.total as total, p.* from counted left join (
       select e.id, e.attention_number, e.patient_id, e.type_exam, e.doctor_solicite, e.type_patient, e.taken_at, e.taken_precision,
   e.status, e.corrected_at, e.private_since is not null as is_private, e.accession_number, (e.file_id is not null and not e.document_withheld and not exists (select from exam_results r where r.exam_id = e.id and r.reserved_group is not null)) as has_document,
    (e.report_text is not null and not e.document_withheld
   and not exists (select from exam_results r where r.exam_id = e.id and not r.shown) and not exists (select from exam_results r where r.exam_id = e.id and r.reserved_group is not null)) as has_report_text,
   case when e.conclusion is not null and not exists (
     select from exam_results r where r.exam_id = e.id and (not r.shown or r.reserved_group is not null)
   ) then e.conclusion end as conclusion, (select case when count(*) > 0 then jsonb_build_object('total', count(*), 'low', count(*) filter (where r.level = 'low'), 'in', count(*) filter (where r.level = 'in'), 'high', count(*) filter (where r.level = 'high'), 'abnormal', count(*) filter (where r.level = 'abnormal'), 'critical', count(*) filter (where r.is_critical)) end
     from exam_results r where r.exam_id = e.id and r.shown and r.reserved_group is null) as levels, case when e.taken_at >= $5::timestamptz then exists (select from opened_results o where o.person_id = $6::int and o.exam_id = e.id) end as is_opened,
   case when e.taken_at >= $5::timestamptz then (
     select greatest(r.date_creation, coalesce(l.approved_at, d.accepted_at)) from people r
       left join family_links l on l.leader_id = r.id and l.member_id = e.patient_id and l.state = 'approved'
       left join delegations d on d.delegate_id = r.id and d.grantor_id = e.patient_id and d.state = 'accepted'
     where r.id = $6::int) end as reader_since from exams e where e.patient_id = $1 and e.type = $2 and e.shown
        and e.taken_at >= $3::timestamptz and e.id <> all($4::int[]) and e.reserved_group is null and not coalesce((
  select bool_and(r.reserved_group is not null) from exam_results r where r.exam_id = e.id and r.shown), false) order by e.taken_at desc, e.id desc limit $7 offset $8
     ) p on true;

-- archive.recentExams $1=patient_ids $2=unreserved $3=types $4=since $5=held
select x.* from unnest($1::int[], $2::boolean[]) asked (patient_id, unreserved) cross join unnest($3::text[], $4::timestamptz[]) kind (type, since)
    cross join lateral (
      select e.id, e.attention_number, e.patient_id, e.type_exam, e.doctor_solicite, e.type_patient, e.taken_at, e.taken_precision,
   e.status, e.corrected_at, e.private_since is not null as is_private, e.type,
        (e.file_id is not null and not e.document_withheld and (not asked.unreserved or not exists (select from exam_results r where r.exam_id = e.id and r.reserved_group is not null))) as has_document from exams e
      where e.patient_id = asked.patient_id and e.type = kind.type and e.shown and e.taken_at >= kind.since and e.id <> all($5::int[])
        and (not asked.unreserved or (true and e.reserved_group is null and not coalesce((
  select bool_and(r.reserved_group is not null) from exam_results r where r.exam_id = e.id and r.shown), false)))
      order by e.taken_at desc, e.id desc limit 50
    ) x order by x.taken_at desc, x.id desc;

-- archive.filteredExams $1=patient_id $2=type $3=first $4=until $5=held $6=pattern $7=unsearched $8=limit_rows $9=offset_rows
with counted as (select count(*)::int as total from (select 1 from exams e where e.patient_id = $1 and e.type = $2 and e.shown
        and e.taken_at >= $3::timestamptz and e.taken_at < $4::timestamptz and e.id <> all($5::int[]) 
        and ($6::text is null or folded(e.type_exam) like folded($6::text) or exists (
          select from exam_results r where r.exam_id = e.id and r.shown 
            and e.id <> all($7::int[]) and folded(r.name) like folded($6::text))) limit 1001) c)
     select counted.total as total, p.* from counted left join (
       select e.id, e.attention_number, e.patient_id, e.type_exam, e.doctor_solicite, e.type_patient, e.taken_at, e.taken_precision,
   e.status, e.corrected_at, e.private_since is not null as is_private, e.accession_number, (e.file_id is not null and not e.document_withheld ) as has_document,
    (e.report_text is not null and not e.document_withheld
   and not exists (select from exam_results r where r.exam_id = e.id and not r.shown) ) as has_report_text,
   case when e.conclusion is not null and not exists (
     select from exam_results r where r.exam_id = e.id and (not r.shown )
   ) then e.conclusion end as conclusion, (select case when count(*) > 0 then jsonb_build_object('total', count(*), 'low', count(*) filter (where r.level = 'low'), 'in', count(*) filter (where r.level = 'in'), 'high', count(*) filter (where r.level = 'high'), 'abnormal', count(*) filter (where r.level = 'abnormal'), 'critical', count(*) filter (where r.is_critical)) end
     from exam_results r where r.exam_id = e.id and r.shown ) as levels from exams e where e.patient_id = $1 and e.type = $2 and e.shown
        and e.taken_at >= $3::timestamptz and e.taken_at < $4::timestamptz and e.id <> all($5::int[]) 
        and ($6::text is null or folded(e.type_exam) like folded($6::text) or exists (
          select from exam_results r where r.exam_id = e.id and r.shown 
            and e.id <> all($7::int[]) and folded(r.name) like folded($6::text))) order by e.taken_at desc, e.id desc limit $8 offset $9
     ) p on true;

-- archive.filteredExamsUnreserved $1=patient_id $2=type $3=first $4=until $5=held $6=pattern $7=unsearched $8=limit_rows $9=offset_rows
with counted as (select count(*)::int as total from (select 1 from exams e where e.patient_id = $1 and e.type = $2 and e.shown
        and e.taken_at >= $3::timestamptz and e.taken_at < $4::timestamptz and e.id <> all($5::int[]) and e.reserved_group is null and not coalesce((
  select bool_and(r.reserved_group is not null) from exam_results r where r.exam_id = e.id and r.shown), false)
        and ($6::text is null or folded(e.type_exam) like folded($6::text) or exists (
          select from exam_results r where r.exam_id = e.id and r.shown and r.reserved_group is null
            and e.id <> all($7::int[]) and folded(r.name) like folded($6::text))) limit 1001) c)
     select counted.total as total, p.* from counted left join (
       select e.id, e.attention_number, e.patient_id, e.type_exam, e.doctor_solicite, e.type_patient, e.taken_at, e.taken_precision,
   e.status, e.corrected_at, e.private_since is not null as is_private, e.accession_number, (e.file_id is not null and not e.document_withheld and not exists (select from exam_results r where r.exam_id = e.id and r.reserved_group is not null)) as has_document,
    (e.report_text is not null and not e.document_withheld
   and not exists (select from exam_results r where r.exam_id = e.id and not r.shown) and not exists (select from exam_results r where r.exam_id = e.id and r.reserved_group is not null)) as has_report_text,
   case when e.conclusion is not null and not exists (
     select from exam_results r where r.exam_id = e.id and (not r.shown or r.reserved_group is not null)
   ) then e.conclusion end as conclusion, (select case when count(*) > 0 then jsonb_build_object('total', count(*), 'low', count(*) filter (where r.level = 'low'), 'in', count(*) filter (where r.level = 'in'), 'high', count(*) filter (where r.level = 'high'), 'abnormal', count(*) filter (where r.level = 'abnormal'), 'critical', count(*) filter (where r.is_critical)) end
     from exam_results r where r.exam_id = e.id and r.shown and r.reserved_group is null) as levels from exams e where e.patient_id = $1 and e.type = $2 and e.shown
        and e.taken_at >= $3::timestamptz and e.taken_at < $4::timestamptz and e.id <> all($5::int[]) and e.reserved_group is null and not coalesce((
  select bool_and(r.reserved_group is not null) from exam_results r where r.exam_id = e.id and r.shown), false)
        and ($6::text is null or folded(e.type_exam) like folded($6::text) or exists (
          select from exam_results r where r.exam_id = e.id and r.shown and r.reserved_group is null
            and e.id <> all($7::int[]) and folded(r.name) like folded($6::text))) order by e.taken_at desc, e.id desc limit $8 offset $9
     ) p on true;

-- archive.examsOfVisit $1=patient_id $2=attention_number $3=day_from $4=day_until $5=first_laboratory $6=first_imaging $7=held
select e.id, e.attention_number, e.patient_id, e.type_exam, e.doctor_solicite, e.type_patient, e.taken_at, e.taken_precision,
   e.status, e.corrected_at, e.private_since is not null as is_private, e.accession_number, (e.file_id is not null and not e.document_withheld ) as has_document,
    (e.report_text is not null and not e.document_withheld
   and not exists (select from exam_results r where r.exam_id = e.id and not r.shown) ) as has_report_text,
   case when e.conclusion is not null and not exists (
     select from exam_results r where r.exam_id = e.id and (not r.shown )
   ) then e.conclusion end as conclusion, e.type from exams e
   where e.patient_id = $1 and e.attention_number = $2 and e.shown
     and (e.attention_number <> '' or e.taken_at >= $3::timestamptz and e.taken_at < $4::timestamptz)
     and e.taken_at >= case e.type when 'laboratory' then $5::timestamptz else $6::timestamptz end
     and e.id <> all($7::int[]) 
   order by e.taken_at, e.id limit 50;

-- archive.examsOfVisitUnreserved $1=patient_id $2=attention_number $3=day_from $4=day_until $5=first_laboratory $6=first_imaging $7=held
select e.id, e.attention_number, e.patient_id, e.type_exam, e.doctor_solicite, e.type_patient, e.taken_at, e.taken_precision,
   e.status, e.corrected_at, e.private_since is not null as is_private, e.accession_number, (e.file_id is not null and not e.document_withheld and not exists (select from exam_results r where r.exam_id = e.id and r.reserved_group is not null)) as has_document,
    (e.report_text is not null and not e.document_withheld
   and not exists (select from exam_results r where r.exam_id = e.id and not r.shown) and not exists (select from exam_results r where r.exam_id = e.id and r.reserved_group is not null)) as has_report_text,
   case when e.conclusion is not null and not exists (
     select from exam_results r where r.exam_id = e.id and (not r.shown or r.reserved_group is not null)
   ) then e.conclusion end as conclusion, e.type from exams e
   where e.patient_id = $1 and e.attention_number = $2 and e.shown
     and (e.attention_number <> '' or e.taken_at >= $3::timestamptz and e.taken_at < $4::timestamptz)
     and e.taken_at >= case e.type when 'laboratory' then $5::timestamptz else $6::timestamptz end
     and e.id <> all($7::int[]) and e.reserved_group is null and not coalesce((
  select bool_and(r.reserved_group is not null) from exam_results r where r.exam_id = e.id and r.shown), false)
   order by e.taken_at, e.id limit 50;

-- archive.exam $1=id $2=patient_id $3=type $4=first $5=held
select e.id, e.attention_number, e.patient_id, e.type_exam, e.doctor_solicite, e.type_patient, e.taken_at, e.taken_precision,
   e.status, e.corrected_at, e.private_since is not null as is_private, e.accession_number, (e.file_id is not null and not e.document_withheld ) as has_document,
    (e.report_text is not null and not e.document_withheld
   and not exists (select from exam_results r where r.exam_id = e.id and not r.shown) ) as has_report_text,
   case when e.conclusion is not null and not exists (
     select from exam_results r where r.exam_id = e.id and (not r.shown )
   ) then e.conclusion end as conclusion from exams e
   where e.id = $1 and e.patient_id = $2 and e.type = $3 and e.shown
     and e.taken_at >= $4::timestamptz and e.id <> all($5::int[]);

-- archive.examUnreserved $1=id $2=patient_id $3=type $4=first $5=held
select e.id, e.attention_number, e.patient_id, e.type_exam, e.doctor_solicite, e.type_patient, e.taken_at, e.taken_precision,
   e.status, e.corrected_at, e.private_since is not null as is_private, e.accession_number, (e.file_id is not null and not e.document_withheld and not exists (select from exam_results r where r.exam_id = e.id and r.reserved_group is not null)) as has_document,
    (e.report_text is not null and not e.document_withheld
   and not exists (select from exam_results r where r.exam_id = e.id and not r.shown) and not exists (select from exam_results r where r.exam_id = e.id and r.reserved_group is not null)) as has_report_text,
   case when e.conclusion is not null and not exists (
     select from exam_results r where r.exam_id = e.id and (not r.shown or r.reserved_group is not null)
   ) then e.conclusion end as conclusion from exams e
   where e.id = $1 and e.patient_id = $2 and e.type = $3 and e.shown
     and e.taken_at >= $4::timestamptz and e.id <> all($5::int[]) and e.reserved_group is null and not coalesce((
  select bool_and(r.reserved_group is not null) from exam_results r where r.exam_id = e.id and r.shown), false);

-- archive.examsById $1=ids $2=patient_id $3=held
select e.id, e.attention_number, e.patient_id, e.type_exam, e.doctor_solicite, e.type_patient, e.taken_at, e.taken_precision,
   e.status, e.corrected_at, e.private_since is not null as is_private, e.accession_number, (e.file_id is not null and not e.document_withheld ) as has_document,
    (e.report_text is not null and not e.document_withheld
   and not exists (select from exam_results r where r.exam_id = e.id and not r.shown) ) as has_report_text,
   case when e.conclusion is not null and not exists (
     select from exam_results r where r.exam_id = e.id and (not r.shown )
   ) then e.conclusion end as conclusion, e.type from exams e
   where e.id = any($1::int[]) and e.patient_id = $2 and e.shown
     and e.id <> all($3::int[]);

-- archive.examsByIdUnreserved $1=ids $2=patient_id $3=held
select e.id, e.attention_number, e.patient_id, e.type_exam, e.doctor_solicite, e.type_patient, e.taken_at, e.taken_precision,
   e.status, e.corrected_at, e.private_since is not null as is_private, e.accession_number, (e.file_id is not null and not e.document_withheld and not exists (select from exam_results r where r.exam_id = e.id and r.reserved_group is not null)) as has_document,
    (e.report_text is not null and not e.document_withheld
   and not exists (select from exam_results r where r.exam_id = e.id and not r.shown) and not exists (select from exam_results r where r.exam_id = e.id and r.reserved_group is not null)) as has_report_text,
   case when e.conclusion is not null and not exists (
     select from exam_results r where r.exam_id = e.id and (not r.shown or r.reserved_group is not null)
   ) then e.conclusion end as conclusion, e.type from exams e
   where e.id = any($1::int[]) and e.patient_id = $2 and e.shown
     and e.id <> all($3::int[]) and e.reserved_group is null and not coalesce((
  select bool_and(r.reserved_group is not null) from exam_results r where r.exam_id = e.id and r.shown), false);

-- archive.results $1=held $2=id $3=patient_id
select r.code, r.name, r.reported, r.text, r.unit, r.ucum, r.decimals, r.reference_text, r.value::text as value, r.low::text as low, r.high::text as high, r.earlier, coalesce((
       select jsonb_agg(jsonb_build_object('at', extract(epoch from h.taken_at) * 1000, 'reported', h.reported, 'text', h.text, 'unit', h.unit, 'ucum', h.ucum, 'decimals', h.decimals, 'reference_text', h.reference_text, 'value', h.value::text, 'low', h.low::text, 'high', h.high::text)
         order by h.taken_at, h.exam_id, h.position)
       from exam_results h join exams o on o.id = h.exam_id
       where h.patient_id = r.patient_id and h.code = r.code
         and h.shown and o.shown and h.exam_id <> all($1::int[])  
         and (h.exam_id = r.exam_id or h.source_id is null or (h.source_id is distinct from r.source_id and not exists (
           select from fhir_sources s join exams t on t.id = s.target_id
           where s.id = h.source_id and t.id <> h.exam_id and t.shown )))
     ), '[]') as course
   from exam_results r join exams e on e.id = r.exam_id
   where r.exam_id = $2 and e.patient_id = $3 and r.patient_id = $3 and e.shown
     and r.shown and e.id <> all($1::int[])  
   order by r.position;

-- archive.resultsUnreserved $1=held $2=id $3=patient_id
select r.code, r.name, r.reported, r.text, r.unit, r.ucum, r.decimals, r.reference_text, r.value::text as value, r.low::text as low, r.high::text as high, r.earlier, coalesce((
       select jsonb_agg(jsonb_build_object('at', extract(epoch from h.taken_at) * 1000, 'reported', h.reported, 'text', h.text, 'unit', h.unit, 'ucum', h.ucum, 'decimals', h.decimals, 'reference_text', h.reference_text, 'value', h.value::text, 'low', h.low::text, 'high', h.high::text)
         order by h.taken_at, h.exam_id, h.position)
       from exam_results h join exams o on o.id = h.exam_id
       where h.patient_id = r.patient_id and h.code = r.code
         and h.shown and o.shown and h.exam_id <> all($1::int[]) and h.reserved_group is null and o.reserved_group is null
         and (h.exam_id = r.exam_id or h.source_id is null or (h.source_id is distinct from r.source_id and not exists (
           select from fhir_sources s join exams t on t.id = s.target_id
           where s.id = h.source_id and t.id <> h.exam_id and t.shown and t.reserved_group is null)))
     ), '[]') as course
   from exam_results r join exams e on e.id = r.exam_id
   where r.exam_id = $2 and e.patient_id = $3 and r.patient_id = $3 and e.shown
     and r.shown and e.id <> all($1::int[]) and r.reserved_group is null and e.reserved_group is null
   order by r.position;

-- archive.measures $1=ids $2=patient_id $3=held
select r.exam_id, r.position, r.code, r.name, r.loinc, r.reported, r.text, r.unit, r.ucum, r.decimals, r.reference_text, r.value::text as value, r.low::text as low, r.high::text as high, r.earlier
   from unnest($1::int[]) asked (id)
     cross join lateral (
       select e.id from exams e where e.id = asked.id and e.patient_id = $2 and e.shown
         and e.id <> all($3::int[])  offset 0
     ) e
     cross join lateral (
       select * from exam_results r where r.exam_id = e.id and r.patient_id = $2
         and r.shown  offset 0
     ) r
   order by r.exam_id, r.position;

-- archive.measuresUnreserved $1=ids $2=patient_id $3=held
select r.exam_id, r.position, r.code, r.name, r.loinc, r.reported, r.text, r.unit, r.ucum, r.decimals, r.reference_text, r.value::text as value, r.low::text as low, r.high::text as high, r.earlier
   from unnest($1::int[]) asked (id)
     cross join lateral (
       select e.id from exams e where e.id = asked.id and e.patient_id = $2 and e.shown
         and e.id <> all($3::int[]) and e.reserved_group is null offset 0
     ) e
     cross join lateral (
       select * from exam_results r where r.exam_id = e.id and r.patient_id = $2
         and r.shown and r.reserved_group is null offset 0
     ) r
   order by r.exam_id, r.position;

-- archive.examFiles $1=id $2=patient_id $3=held
select f.key, f.name, d.number as number from exams e
     cross join lateral (
       select e.file_id, 0 as number
       union all select x.file_id, x.source_id from exam_documents x where x.exam_id = e.id
     ) d
     join files f on f.id = d.file_id
   where e.id = $1 and e.patient_id = $2 and e.shown and not e.document_withheld
     and e.id <> all($3::int[]) 
   order by d.number;

-- archive.examFilesUnreserved $1=id $2=patient_id $3=held
select f.key, f.name, d.number as number from exams e
     cross join lateral (
       select e.file_id, 0 as number
       union all select x.file_id, x.source_id from exam_documents x where x.exam_id = e.id
     ) d
     join files f on f.id = d.file_id
   where e.id = $1 and e.patient_id = $2 and e.shown and not e.document_withheld
     and e.id <> all($3::int[]) and e.reserved_group is null and not exists (select from exam_results r where r.exam_id = e.id and r.reserved_group is not null)
   order by d.number;

-- archive.reportText $1=id $2=patient_id $3=held
select e.report_text as report_text from exams e
   where e.id = $1 and e.patient_id = $2 and e.shown and e.report_text is not null and not e.document_withheld
   and not exists (select from exam_results r where r.exam_id = e.id and not r.shown)
     and e.id <> all($3::int[]);

-- archive.reportTextUnreserved $1=id $2=patient_id $3=held
select e.report_text as report_text from exams e
   where e.id = $1 and e.patient_id = $2 and e.shown and e.report_text is not null and not e.document_withheld
   and not exists (select from exam_results r where r.exam_id = e.id and not r.shown)
     and e.id <> all($3::int[]) and e.reserved_group is null and not exists (select from exam_results r where r.exam_id = e.id and r.reserved_group is not null);

-- archive.withheldNumber $1=patient_id $2=accession_number $3=held
select exists (
     select from exams e where e.patient_id = $1 and e.accession_number = $2
       and (not e.shown or e.document_withheld or e.id = any($3::int[])
         )
   ) as withheld;

-- archive.withheldNumberUnreserved $1=patient_id $2=accession_number $3=held
select exists (
     select from exams e where e.patient_id = $1 and e.accession_number = $2
       and (not e.shown or e.document_withheld or e.id = any($3::int[])
         or e.reserved_group is not null or not not exists (select from exam_results r where r.exam_id = e.id and r.reserved_group is not null))
   ) as withheld;
