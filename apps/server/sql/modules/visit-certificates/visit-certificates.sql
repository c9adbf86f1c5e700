-- visitCertificates.byHashes $1=hashes
select id, code_hash, patient_id, appointment_id, patient_name, document_type_id, document_number, starts_at, ends_at,
  modality, site_name, site_address, doctor_name, specialty, issued_at from visit_certificates where code_hash = any($1::bytea[]) order by id limit 1;

-- visitCertificates.byId $1=id
select id, code_hash, patient_id, appointment_id, patient_name, document_type_id, document_number, starts_at, ends_at,
  modality, site_name, site_address, doctor_name, specialty, issued_at from visit_certificates where id = $1;
