-- The downloads of studies that wait for their browser or run, on any server. A download has one of a few places, and a person has at most
-- one download. `ends_at` is moved on while a download runs, so that the place of a server that stopped becomes free.
create table image_downloads (
  place smallint primary key,
  id int not null unique generated always as identity,
  person_id int not null unique references people,
  study text not null,
  format text not null check (format in ('dicom', 'jpeg')),
  is_started boolean not null default false,
  ends_at timestamptz not null
);
grant select, insert, update, delete on image_downloads to portal_app;
