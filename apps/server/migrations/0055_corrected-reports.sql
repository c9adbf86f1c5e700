-- A corrected report of an outside archive is announced again, once for each of its corrections.
alter table archive_arrivals
  add column version text not null default '',
  add column is_correction boolean not null default false,
  drop constraint archive_arrivals_archive_source_key,
  add unique (archive, source, version);

-- What an archive changed before the portal first asked it is no news. Null where the portal asked before this column was there.
alter table archive_marks add column begun_at timestamptz;
