-- Access to matters of their own record that an adult (the grantor) gives to another adult (the delegate), with an end.
create table delegations (
  id int generated always as identity primary key,
  grantor_id int not null references people,
  -- The identity document to which the access was offered. Nothing says whether it has an account until the offer is accepted.
  document_type_id smallint not null check (document_type_id in (1, 2)),
  document_number text not null,
  document_country text references nationalities (iso2) check (document_country is null or document_type_id = 2),
  -- The person who accepted.
  delegate_id int references people check (delegate_id <> grantor_id),
  matters text[] not null check (cardinality(matters) > 0 and matters <@ '{appointments,exams,requests}'::text[]),
  -- Whether the delegate may also book, move, confirm and cancel appointments.
  may_book boolean not null check (not may_book or 'appointments' = any(matters)),
  -- How long the access lasts after it is accepted, and after each renewal.
  months smallint not null check (months between 1 and 12),
  state text not null default 'offered' check (state in ('offered', 'accepted', 'ended')),
  created_at timestamptz not null,
  -- Until when the offer can be accepted.
  answer_until timestamptz not null,
  -- When the invited person declined. The grantor sees an offer without an answer, as if the document had no account.
  declined_at timestamptz,
  accepted_at timestamptz,
  expires_at timestamptz,
  -- When both people were notified that this access ends soon. A renewal clears it.
  end_announced_at timestamptz,
  ended_at timestamptz,
  ended_because text check (ended_because in ('withdrawn', 'unanswered', 'grantor', 'delegate', 'expired', 'account')),
  constraint delegations_accepted check (state <> 'accepted' or num_nulls(delegate_id, accepted_at, expires_at) = 0),
  constraint delegations_ended check ((state = 'ended') = (num_nulls(ended_at, ended_because) = 0))
);

-- One offer or access of a grantor for each document, and one access of a grantor for each person.
create unique index delegations_one_document on delegations (grantor_id, document_type_id, document_number)
  where state <> 'ended';
create unique index delegations_one_pair on delegations (grantor_id, delegate_id) where state = 'accepted';
create index delegations_delegate on delegations (delegate_id) where state = 'accepted';
create index delegations_offers on delegations (document_type_id, document_number) where state = 'offered';
create index delegations_grantor on delegations (grantor_id);
create index delegations_expiry on delegations (expires_at) where state = 'accepted';

grant select, insert, update, delete on delegations to portal_app;
grant usage, select on all sequences in schema public to portal_app;
