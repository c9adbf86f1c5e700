-- What a super administrator has typed into an article or announcement and not saved yet: their own, one for each target.
create table publication_drafts (
  person_id int not null references people,
  kind text not null check (kind in ('article', 'ad')),
  -- The publication being edited, 0 for a new one.
  target int not null,
  data jsonb not null,
  updated_at timestamptz not null,
  primary key (person_id, kind, target)
);

-- Pictures uploaded for publications; the key in their address is random.
create table publication_images (
  id int generated always as identity primary key,
  key text not null unique,
  file_id int not null references files,
  created_by int not null references people,
  created_at timestamptz not null
);

create index prevention_articles_order on prevention_articles (order_control, id);
create index ads_order on ads (order_advertising, id);

grant select, insert, update, delete on publication_drafts, publication_images to portal_app;
grant usage, select on all sequences in schema public to portal_app;
