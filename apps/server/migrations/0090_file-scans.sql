-- What a malware scanner found in the files that people and other systems hand in.
-- null: the portal made the file itself. unscanned: no scanner was configured when the file came. pending: not served yet.
alter table files
  add column scan_state text default 'unscanned' check (scan_state in ('pending', 'clean', 'infected', 'unscanned')),
  add column scanned_at timestamptz,
  -- Until then another server scans the file, or the next attempt waits.
  add column scan_after timestamptz,
  add column scan_attempts int not null default 0,
  -- The scanner's name of what it found, or why it could not judge the file.
  add column scan_detail text;

update files set scan_state = null where purpose = 'export';

create index files_scan_state on files (scan_state, id) where scan_state in ('pending', 'infected', 'unscanned');
