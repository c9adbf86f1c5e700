-- A message with the reason «Reclamo» is a complaint by Ley 20.584, art. 37: the law gives its answer a term, and two people sign it. Messages
-- that arrived before keep what they were promised.
alter table contacts drop constraint contacts_matter_check;
alter table contacts add constraint contacts_matter_check check (matter in ('contact', 'imaging', 'complaints'));
alter table contacts drop constraint contacts_of_their_matter;
alter table contacts add constraint contacts_of_their_matter check (
  (matter = 'imaging') = (imaging is not null)
  and (matter = 'imaging') = (num_nonnulls(reason_id, kind) = 0)
  and num_nonnulls(reason_id, kind) <= 1
  and (matter <> 'complaints' or kind is null));

-- The letter that answers a complaint. It is a draft until its author proposes it, and is sent when another person approves it.
create table complaint_letters (
  contact_id int primary key references contacts,
  text text not null check (char_length(text) between 1 and 6000),
  -- Who wrote the present text, and when.
  written_by int not null references people,
  written_at timestamptz not null,
  proposed_at timestamptz,
  approved_by int references people,
  approved_at timestamptz,
  constraint complaint_letters_two_people check (approved_by <> written_by),
  check ((approved_by is null) = (approved_at is null)),
  check (approved_at is null or proposed_at is not null)
);
create index complaint_letters_written_by on complaint_letters (written_by);
create index complaint_letters_approved_by on complaint_letters (approved_by);

-- Notes between staff about a complaint. The patient does not see them.
create table complaint_notes (
  id int generated always as identity primary key,
  contact_id int not null references contacts,
  author_id int not null references people,
  text text not null check (char_length(text) between 1 and 2000),
  created_at timestamptz not null
);
create index complaint_notes_contact on complaint_notes (contact_id, id);
create index complaint_notes_author on complaint_notes (author_id);

grant select, insert, update on complaint_letters to portal_app;
grant select, insert on complaint_notes to portal_app;
grant usage, select on all sequences in schema public to portal_app;
