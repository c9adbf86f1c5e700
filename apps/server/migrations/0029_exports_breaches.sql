-- Copies of everything the portal holds of a person, on their way and until they are taken.
create table exports (
  id int generated always as identity primary key,
  requester_id int not null references people,
  patient_id int not null references people,
  -- What the law reserves to an adolescent was left out for their guardian.
  without_reserved boolean not null,
  state text not null check (state in ('waiting', 'running', 'ready', 'failed')),
  attempts smallint not null default 0,
  -- Goes up with every claim: only who holds the newest one may say what came of it.
  claim int not null default 0,
  claimed_until timestamptz,
  created_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz,
  pdf_file_id int references files on delete set null,
  bundle_file_id int references files on delete set null,
  pdf_taken_at timestamptz,
  bundle_taken_at timestamptz,
  check ((state = 'ready') = (expires_at is not null))
);
-- One at a time for each person who asks, whichever server they ask.
create unique index exports_one_under_way on exports (requester_id) where state in ('waiting', 'running');
create index exports_waiting on exports (created_at) where state in ('waiting', 'running');
create index exports_of on exports (requester_id, created_at desc);
create index exports_age on exports (created_at);

-- What came out that should not have: what the law wants written down, and by what the people concerned are found.
create table breaches (
  id int generated always as identity primary key,
  opened_by int not null references people,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  nature text not null check (char_length(nature) <= 2000),
  effects text not null check (char_length(effects) <= 2000),
  data_categories text not null check (char_length(data_categories) <= 1000),
  people_categories text not null check (char_length(people_categories) <= 1000),
  measures text not null check (char_length(measures) <= 2000),
  known_at timestamptz not null,
  agency_told_at timestamptz,
  -- The staff account, the address and the window in which the trail is searched; at least one of them.
  actor_id int references people,
  ip inet,
  seen_from timestamptz,
  seen_before timestamptz,
  letters_at timestamptz,
  letters_by int references people,
  check (actor_id is not null or ip is not null or (seen_from is not null and seen_before is not null)),
  check ((letters_at is null) = (letters_by is null))
);

-- Whom the letters went to: fixed when they were sent, and each once.
create table breach_letters (
  breach_id int not null references breaches,
  person_id int not null references people,
  -- Mailboxes the letter went to: the person's, or those of a child's guardians. None: by post.
  mails smallint not null,
  primary key (breach_id, person_id)
);

grant select, insert, update, delete on exports, breaches, breach_letters to portal_app;
grant usage, select on all sequences in schema public to portal_app;
