-- The certificates of attended appointments, with everything that each says. Of the code with which anyone verifies a certificate only the
-- hash is stored. Another archive has appointments with numbers of its own, so the appointment is no foreign key.
create table visit_certificates (
  id int generated always as identity primary key,
  code_hash bytea not null unique check (octet_length(code_hash) = 32),
  patient_id int not null references people,
  appointment_id int not null,
  patient_name text not null,
  document_type_id int not null,
  document_number text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  modality text not null check (modality in ('presencial', 'telemedicina')),
  -- The address is null for a place that is none of the portal's sites, and the name too if such a visit was by video.
  site_name text,
  site_address text,
  -- Both are null unless the patient chose to show them.
  doctor_name text,
  specialty text,
  issued_at timestamptz not null,
  check (starts_at < ends_at),
  check ((doctor_name is null) = (specialty is null))
);
create index visit_certificates_patient on visit_certificates (patient_id, id);
grant select, insert, delete on visit_certificates to portal_app;
grant usage, select on all sequences in schema public to portal_app;
