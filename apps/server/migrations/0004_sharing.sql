-- What an announcement says, for whoever does not see its picture.
alter table ads add column title text not null default '';

-- When those whom an exam concerns were told of it; null while nobody has been. What is put in without a word is not news.
alter table exams add column announced_at timestamptz default now();
create index exams_unannounced on exams (id) where announced_at is null;
-- The number under which a laboratory handed a result over, and the digest of what it handed over: twice is once.
alter table exams add column source_number text unique;
alter table exams add column source_digest bytea;

-- An exam that somebody outside may open with a link and a code. The exam itself is the archive's, which may be another system.
create table exam_shares (
  id int generated always as identity primary key,
  exam_id int not null,
  type text not null check (type in ('laboratory', 'imaging')),
  patient_id int not null references people,
  -- The patient, or the guardian who shared it.
  sharer_id int not null references people,
  recipient_email text not null check (octet_length(recipient_email) <= 254),
  relationship_type_id int not null references exam_relationship_types,
  comment text not null default '' check (char_length(comment) <= 500),
  -- SHA-256 of the token in the link; the code's hash needs the installation's secret too.
  token_hash bytea not null unique,
  code_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  wrong_codes smallint not null default 0 check (wrong_codes between 0 and 10),
  ended_at timestamptz,
  ended_because text check (ended_because in ('ended', 'codes', 'sight', 'closed')),
  check ((ended_at is null) = (ended_because is null))
);
create index exam_shares_patient on exam_shares (patient_id, created_at desc);
create index exam_shares_sharer on exam_shares (sharer_id) where ended_at is null;
create index exam_shares_expiry on exam_shares (expires_at);

create table exam_share_openings (
  share_id int not null references exam_shares on delete cascade,
  number smallint not null check (number between 1 and 10),
  opened_at timestamptz not null,
  primary key (share_id, number)
);

grant select, insert, update, delete on exam_shares, exam_share_openings to portal_app;
grant usage, select on all sequences in schema public to portal_app;
