-- inbound.locked $1=types $2=systems $3=names
select id, type, system, value, patient_id, target_id, position::int as position, told_state, digest, version, account_id from fhir_sources where (type, system, value) in
    (select * from unnest($1::text[], $2::text[], $3::text[]))
  order by type, system, value for update;

-- inbound.known $1=type $2=system $3=value
select id, type, system, value, patient_id, target_id, position::int as position, told_state, digest, version, account_id from fhir_sources where type = $1 and system = $2 and value = $3 and version > 0;
