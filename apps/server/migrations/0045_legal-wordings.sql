-- A legal text as it was read here, with the clinic's names and settings in it. A setting that changes what a text says makes
-- another wording with a version of its own; none is ever written over.
create table legal_wordings (
  id int generated always as identity primary key,
  text_id int not null references legal_texts,
  number int not null check (number > 0),
  kind text not null,
  version text not null,
  valid_from date not null,
  text text not null,
  -- By which a consent names what was agreed to.
  text_hash bytea not null,
  since timestamptz not null,
  unique (text_id, number),
  unique (kind, version)
);
create index legal_wordings_text_hash on legal_wordings (text_hash);

-- When a text came with the portal; of those that are there already it is known by its day.
alter table legal_texts add column added_at timestamptz;
alter table legal_texts alter column added_at set default now();

grant select, insert on legal_wordings to portal_app;
