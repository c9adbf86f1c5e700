-- inbound.claim $1=account_id $2=now $3=types $4=systems $5=names
insert into fhir_sources (type, system, value, account_id, updated_at)
  select t.type, t.system, t.value, $1::int, $2::timestamptz
  from unnest($3::text[], $4::text[], $5::text[]) t (type, system, value) order by 1, 2, 3
  on conflict (type, system, value) do nothing;

-- inbound.locked $1=types $2=systems $3=names
select id, type, system, value, patient_id, target_id, position::int as position, told_state, digest, version, account_id from fhir_sources where (type, system, value) in
    (select * from unnest($1::text[], $2::text[], $3::text[]))
  order by type, system, value for update;

-- inbound.known $1=type $2=system $3=value
select id, type, system, value, patient_id, target_id, position::int as position, told_state, digest, version, account_id from fhir_sources where type = $1 and system = $2 and value = $3 and version > 0;

-- inbound.settle $1=patient_id $2=target_id $3=position $4=told_state $5=digest $6=sent $7=now $8=id
update fhir_sources set patient_id = $1, target_id = $2, position = $3::smallint,
    told_state = $4, digest = $5, sent = $6::jsonb, version = version + 1, updated_at = $7::timestamptz where id = $8;

-- inbound.ownsExam $1=exam_id $2=account_id
select 1 as one from fhir_sources where type = 'DiagnosticReport' and target_id = $1
  and account_id = $2 limit 1;

-- inbound.person $1=issuer $2=document_type_id $3=document_number $4=date_birth
select id, rol, without_account, document_country, first_name, last_name, second_name, date_birth::text as date_birth,
    deceased_at is not null as is_deceased,
    document_country is not distinct from country_code($1::text) as is_exact
  from people where document_type_id = $2 and document_number = $3
    and (country_code($1::text) is null or document_country is null or document_country = country_code($1::text))
    and (document_country is not distinct from country_code($1::text) or date_birth is null
      or coalesce($4::date, date_birth) = date_birth)
  order by is_exact desc limit 2;

-- inbound.country $1=issuer
select country_code($1::text) as code;

-- inbound.patientById $1=id
select id from people where id = $1 and rol = 'STANDART_ROLE';

-- inbound.death $1=id
select 1 as one from people where id = $1 and deceased_at is not null;

-- inbound.office $1=name
select id, name from offices where office_id = $1 or name = $1 order by retired_at is not null, id limit 1;

-- inbound.specialties
select code, name, reserved_group from specialties;

-- inbound.hourState $1=id
select state, patient_id, starts_at, private_since is not null as is_private from appointments where id = $1
  for update;

-- inbound.forgetResults $1=exam_id $2=kept_ids
update fhir_sources set target_id = null, position = null, digest = null
  where type = 'Observation' and target_id = $1 and not (id = any($2::int[]));

-- inbound.holdsUnshown $1=exam_id
select 1 as one from exam_results where exam_id = $1 and not shown limit 1;

-- inbound.examPatient $1=id
select patient_id from exams where id = $1 for update;

-- inbound.looseExams $1=source_ids
select distinct s.target_id as id from fhir_sources s
  where s.id = any($1::int[]) and s.type = 'Observation' and s.target_id is not null
    and not exists (select from fhir_sources r where r.type = 'DiagnosticReport' and r.target_id = s.target_id)
    and not exists (select from fhir_sources o
      where o.type = 'Observation' and o.target_id = s.target_id and not (o.id = any($1::int[])))
  order by 1;

-- inbound.isOfReport $1=exam_id
select 1 as one from fhir_sources where type = 'DiagnosticReport' and target_id = $1 limit 1;
