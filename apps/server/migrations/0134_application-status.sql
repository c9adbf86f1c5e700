-- The photo of the applicant, which staff compare with the photos of the identity card.
alter table registration_applications add column image_store_selfie int references files;

-- A short code that the applicant gives at the counter. Only its keyed hash is stored, and attempts are counted.
alter table registration_applications add column code_hash bytea;
alter table registration_applications add column code_expires_at timestamptz;
alter table registration_applications add column code_attempts smallint not null default 0;
alter table registration_applications add constraint registration_applications_code
  check ((code_hash is null) = (code_expires_at is null));

-- The link to the page on which the applicant follows an application. The application ends with the decision; the link stays, so that
-- the page can show the decision. An application that waited before this table existed has no link.
create table application_links (
  key_hash bytea primary key,
  person_id int not null references people,
  -- Identifies the application among those of the person.
  applied_at timestamptz not null
);
create index application_links_person on application_links (person_id);
grant select, insert, update, delete on application_links to portal_app;
