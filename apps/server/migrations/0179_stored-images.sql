-- The images of exams that the portal stores itself, in a clinic without an image archive (PACS). Identifiers are unique worldwide (DICOM's
-- UIDs), so the same image is stored once. A study is shown at the exams of its patient that have its accession number.
create table image_studies (
  id int primary key generated always as identity,
  study text not null unique check (study ~ '^[0-9]+(\.[0-9]+)*$' and char_length(study) <= 64),
  patient_id int not null references people,
  accession_number text not null check (char_length(accession_number) between 1 and 64),
  -- DICOM's date, such as 20261120.
  day text check (day ~ '^[0-9]{8}$'),
  description text,
  stored_at timestamptz not null
);
create index image_studies_patient on image_studies (patient_id, accession_number);

create table image_series (
  id int primary key generated always as identity,
  study_id int not null references image_studies,
  series text not null unique check (series ~ '^[0-9]+(\.[0-9]+)*$' and char_length(series) <= 64),
  number int,
  description text,
  modality text
);
create index image_series_study on image_series (study_id);

create table image_instances (
  id int primary key generated always as identity,
  series_id int not null references image_series,
  instance text not null unique check (instance ~ '^[0-9]+(\.[0-9]+)*$' and char_length(instance) <= 64),
  number int,
  frames int not null check (frames between 1 and 100000),
  -- The longer side in pixels.
  side int not null check (side between 1 and 65535),
  file_id int not null unique references files
);
create index image_instances_series on image_instances (series_id);

grant select, insert on image_studies, image_series, image_instances to portal_app;
-- Locking the row of a study, which a second command for the same study waits for, needs the right to update.
grant update on image_studies to portal_app;
-- The demonstration clinic takes ids before it writes rows that point at each other.
grant usage on sequence image_studies_id_seq, image_series_id_seq to portal_app;
